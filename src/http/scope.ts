import { getArgumentValues, type FieldNode, type GraphQLSchema } from 'graphql';
import { type AccessRule, actorScope, assertKind, needsHuman, type Caller } from '../domain/caller';
import { Refusal } from '../domain/errors';
import { scope, type Operation } from '../operations/scope';

/** Who may ask, asked of the root fields of a request before anything of it is executed. */

/** Mutations that hold the credential of their request themselves, in their own time; see migrations/0010-claim.sql. */
const HOLDING_LATER: ReadonlySet<string> = new Set(['purchaseTickets', 'rotateCredential', 'revokeCredential']);

/** Only where nothing else is asked for: beside another field, one of these might be skipped by a directive. */
export function holdsLater(fields: readonly FieldNode[]): boolean {
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && HOLDING_LATER.has(only.name.value);
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

/** A refusal of the actor scope, and the field it belongs to. */
export interface ScopeRefusal {
  readonly refusal: Refusal;
  readonly field: FieldNode;
}

/** Rules that are about the kind of caller alone. */
const OF_KIND: ReadonlySet<AccessRule> = new Set(['console', 'session', 'operator']);

/**
 * The actor scope of every root field, asked before a kept answer is looked up (contract §4): a revoked binding must not
 * read what its key once answered; and before a read is told what is wrong with it. What does not fit the schema is left
 * to the executor to refuse.
 */
export function refusedScope(
  schema: GraphQLSchema,
  caller: Caller,
  fields: readonly FieldNode[],
  variables: Record<string, unknown>,
): ScopeRefusal | undefined {
  for (const field of fields) {
    const rule = ruleOf(field);
    if (rule === undefined || rule === 'any') continue;
    try {
      assertKind(rule, caller);
      if (OF_KIND.has(rule)) continue;
      const input = inputOf(schema, field, variables);
      if (input && !creditsWallet(field, input)) actorScope(rule, caller, input['principalKey'] as string | undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A missing key is a fault of the request, told with the others after the key's answer was looked for.
      if (error.code !== 'validation_failed') return { refusal: error, field };
    }
  }
  return undefined;
}

/** A purchase for the acting human's own wallet concerns no principal. */
function creditsWallet(field: FieldNode, input: Record<string, unknown>): boolean {
  return field.name.value === 'purchaseTickets' && input['to'] === 'wallet';
}

/** The input of a mutation, the arguments of a read. */
function inputOf(schema: GraphQLSchema, field: FieldNode, variables: Record<string, unknown>) {
  const name = field.name.value;
  const definition = schema.getMutationType()?.getFields()[name] ?? schema.getQueryType()?.getFields()[name];
  if (!definition) return undefined;
  try {
    const given = getArgumentValues(definition, field, variables);
    return (given['input'] ?? given) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
