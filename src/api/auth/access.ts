import { getArgumentValues, GraphQLError, Kind, type FieldNode, type GraphQLSchema } from 'graphql';
import {
  boundAgentOf,
  type AccessRule,
  authorizePrincipal,
  assertKind,
  needsHuman,
  type Caller,
} from '../../domain/sessions/caller';
import { assert, invalidMember, Refusal } from '../../domain/errors/errors';
import { assertAgentText } from '../../domain/sessions/credential-limits';
import { assertCredentialLimits, isPlatformRead, accessRules, type Operation } from '../../operations/access';

/** Mutations that lock the credential themselves, later; see `lock_credential_shared` in sql/requests. */
const DEFERRED_CREDENTIAL_LOCK: ReadonlySet<string> = new Set([
  'purchaseTickets',
  'grantTickets',
  'rotateCredential',
  'revokeCredential',
]);

/** Tells whether the only field locks the credential later; a directive might skip one of several fields. */
export function locksCredentialLater(fields: readonly FieldNode[]): boolean {
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && DEFERRED_CREDENTIAL_LOCK.has(only.name.value);
}

function ruleOf(field: FieldNode): AccessRule | undefined {
  const name = field.name.value;
  return Object.hasOwn(accessRules, name) ? accessRules[name as Operation] : undefined;
}

/** Tells whether a field acts for a principal, and does not check the owner itself. */
export function actsForPrincipal(fields: readonly FieldNode[]): boolean {
  return fields.some((field) => ruleOf(field) === 'act');
}

/**
 * Checks the caller before the fields are executed.
 *
 * @throws Refusal 400 if a field needs an acting human and the console names none, 403 `insufficient_scope` for reads and
 * mutations of a sandbox
 */
export function assertCaller(caller: Caller, fields: readonly FieldNode[]): void {
  if (caller.kind === 'principal') {
    for (const field of fields.filter((one) => WITHOUT_PRINCIPAL.has(ruleOf(one))))
      assertCredentialLimits(caller, field.name.value as Operation);
  }
  if (caller.kind !== 'console' || caller.human) return;
  if (fields.some((field) => needsHuman(ruleOf(field) ?? 'any'))) throw new Refusal('acting_headers_required');
}

/**
 * A refusal of the access rules, with the field that it belongs to.
 * Without a field the request names no valid principal. It may not receive a stored answer then.
 */
export interface AccessRefusal {
  readonly refusal: Refusal;
  readonly field: FieldNode | undefined;
}

/** Rules of queries, subscriptions and mutations of a sandbox. `findAccessRefusal` checks the scopes of other mutations. */
const WITHOUT_PRINCIPAL: ReadonlySet<AccessRule | undefined> = new Set(['any', 'read']);

/** Rules that look only at the kind of the caller. */
const OF_KIND: ReadonlySet<AccessRule> = new Set(['console', 'session', 'operator']);

/** The variables of a request, before and after coercion; `coerced` is undefined if they are invalid. */
export interface RequestVariables {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly coerced: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Checks the access rule of every root field and returns the first refusal.
 * It runs before a stored answer is returned, because a revoked binding must not read the answer again. Invalid
 * variables may cause a refusal of another field, but never give access.
 */
export function findAccessRefusal(
  schema: GraphQLSchema,
  caller: Caller,
  fields: readonly FieldNode[],
  { raw, coerced }: RequestVariables,
): AccessRefusal | undefined {
  let accessRefusal: AccessRefusal | undefined;
  for (const field of fields) {
    const rule = ruleOf(field);
    if (rule === undefined || rule === 'any') continue;
    // A field of subscriptions in a query: the validation reports it.
    if (definitionOf(schema, field) === undefined) continue;
    try {
      assertKind(rule, caller, () => principalKeyOf(schema, field, coerced ?? raw));
      if (OF_KIND.has(rule)) continue;
      const input = inputOf(schema, field, coerced ?? raw);
      if (creditsWallet(field, input)) assertKind('session', caller);
      else authorizePrincipal(rule, caller, textOf(input['principalKey']));
      assertCredentialLimits(caller, field.name.value as Operation);
      assertAgentInput(caller, input);
      assertNoPlatformReads(caller, field);
      if (!coerced) throw invalidMember('/variables', 'must match the variables that the document declares');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'validation_failed') return { refusal: error, field };
      accessRefusal ??= { refusal: error, field: undefined };
    }
  }
  return accessRefusal;
}

/** @throws Refusal 403 `agent_mismatch` if the input names another agent than the credential's */
function assertAgentInput(caller: Caller, input: Readonly<Record<string, unknown>>): void {
  const boundAgentId = boundAgentOf(caller);
  assertAgentText(boundAgentId, input['agentKey']);
  assertAgentText(boundAgentId, input['agentId']);
}

/** @throws Refusal 403 `platform_only` if a credential of a principal reads a field for the platform */
function assertNoPlatformReads(caller: Caller, { name, selectionSet }: FieldNode): void {
  if (caller.kind !== 'principal') return;
  for (const read of selectionSet?.selections ?? []) {
    if (read.kind === Kind.FIELD && isPlatformRead(`${name.value}.${read.name.value}`))
      throw new Refusal('platform_only');
  }
}

/** Returns the `principalKey` of a field, if its arguments are valid. */
function principalKeyOf(
  schema: GraphQLSchema,
  field: FieldNode,
  variables: RequestVariables['raw'],
): string | undefined {
  try {
    return textOf(inputOf(schema, field, variables)['principalKey']);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A purchase for the acting human's own wallet names no principal. */
function creditsWallet(field: FieldNode, input: Readonly<Record<string, unknown>>): boolean {
  return field.name.value === 'purchaseTickets' && input['to'] === 'wallet';
}

/** Returns the input of a mutation or the arguments of a query. @throws Refusal 400 `validation_failed` */
export function inputOf(
  schema: GraphQLSchema,
  field: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const definition = definitionOf(schema, field);
  assert(definition, 'a document fits the schema');
  try {
    const values = getArgumentValues(definition, field, variables);
    return (values['input'] ?? values) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof GraphQLError) throw invalidMember('/query', error.message);
    throw error;
  }
}

/** Returns the field of a mutation or query; undefined for a field of subscriptions. */
function definitionOf(schema: GraphQLSchema, { name: { value } }: FieldNode) {
  return schema.getMutationType()?.getFields()[value] ?? schema.getQueryType()?.getFields()[value];
}
