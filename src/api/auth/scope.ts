import { getArgumentValues, GraphQLError, Kind, type FieldNode, type GraphQLSchema } from 'graphql';
import { type AccessRule, actorScope, assertKind, needsHuman, type Caller } from '../../domain/sessions/caller';
import { assert, invalid, Refusal } from '../../domain/errors/errors';
import { isPlatformRead, scope, type Operation } from '../../operations/access';

/** Who may ask, asked of the root fields of a request before anything of it is executed. */

/** Mutations that hold the credential of their request themselves, in their own time; see `lock_credential_shared` in sql/requests. */
const DEFERRED_CREDENTIAL_LOCK: ReadonlySet<string> = new Set([
  'purchaseTickets',
  'rotateCredential',
  'revokeCredential',
]);

/** Only where nothing else is asked for: beside another field, one of these might be skipped by a directive. */
export function locksCredentialLater(fields: readonly FieldNode[]): boolean {
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && DEFERRED_CREDENTIAL_LOCK.has(only.name.value);
}

function ruleOf(field: FieldNode): AccessRule | undefined {
  const name = field.name.value;
  return Object.hasOwn(scope, name) ? scope[name as Operation] : undefined;
}

/** 400 before anything else when the console does not say for whom it acts, and some field needs to know. */
export function assertHuman(caller: Caller, fields: readonly FieldNode[]): void {
  if (caller.kind !== 'console' || caller.human) return;
  if (fields.some((field) => needsHuman(ruleOf(field) ?? 'any'))) throw new Refusal('acting_headers_required');
}

/**
 * A refusal of the actor scope, and the field it belongs to. Without a field it is the request's own fault: it cannot be
 * told for whom it acts, so it has nothing to look for among kept answers.
 */
export interface ScopeRefusal {
  readonly refusal: Refusal;
  readonly field: FieldNode | undefined;
}

/** Rules that are about the kind of caller alone. */
const OF_KIND: ReadonlySet<AccessRule> = new Set(['console', 'session', 'operator']);

/** The variables of a request: as sent, and as the executor will see them; undefined where they do not fit. */
export interface RequestVariables {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly coerced: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The actor scope of every root field, asked before a kept answer is looked up (contract §4): a revoked binding must not
 * read what its key once answered; and before a read is told what is wrong with it. What was sent says neither the
 * variables' defaults nor their types: where it does not fit, it may refuse, and lets nobody through.
 */
export function findScopeRefusal(
  schema: GraphQLSchema,
  caller: Caller,
  fields: readonly FieldNode[],
  { raw: sent, coerced: fit }: RequestVariables,
): ScopeRefusal | undefined {
  let untold: ScopeRefusal | undefined;
  for (const field of fields) {
    const rule = ruleOf(field);
    if (rule === undefined || rule === 'any') continue;
    try {
      assertKind(rule, caller, () => keyNamed(schema, field, fit ?? sent));
      if (OF_KIND.has(rule)) continue;
      const input = inputOf(schema, field, fit ?? sent);
      if (creditsWallet(field, input)) assertKind('session', caller);
      else actorScope(rule, caller, textOf(input['principalKey']));
      assertReads(caller, field);
      if (!fit) throw invalid([{ pointer: '/variables', detail: 'do not fit what the document declares' }]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'validation_failed') return { refusal: error, field };
      untold ??= { refusal: error, field: undefined };
    }
  }
  return untold;
}

/** What of a principal is read beside the fields for its agents. @throws Refusal 403 `platform_only` */
function assertReads(caller: Caller, { name, selectionSet }: FieldNode): void {
  if (caller.kind !== 'agent') return;
  for (const read of selectionSet?.selections ?? []) {
    if (read.kind === Kind.FIELD && isPlatformRead(`${name.value}.${read.name.value}`))
      throw new Refusal('platform_only');
  }
}

/** The principal a field names, as far as its arguments can be read. */
function keyNamed(schema: GraphQLSchema, field: FieldNode, variables: RequestVariables['raw']): string | undefined {
  try {
    return textOf(inputOf(schema, field, variables)['principalKey']);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What does not fit may be anything. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A purchase for the acting human's own wallet concerns no principal. */
function creditsWallet(field: FieldNode, input: Readonly<Record<string, unknown>>): boolean {
  return field.name.value === 'purchaseTickets' && input['to'] === 'wallet';
}

/** The input of a mutation, the arguments of a read. @throws Refusal 400 `validation_failed` where they do not fit */
export function inputOf(
  schema: GraphQLSchema,
  field: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const name = field.name.value;
  const definition = schema.getMutationType()?.getFields()[name] ?? schema.getQueryType()?.getFields()[name];
  assert(definition, 'a document fits the schema');
  try {
    const given = getArgumentValues(definition, field, variables);
    return (given['input'] ?? given) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof GraphQLError) throw invalid([{ pointer: '/query', detail: error.message }]);
    throw error;
  }
}
