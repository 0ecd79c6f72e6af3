import { getArgumentValues, type FieldNode, type GraphQLSchema } from 'graphql';
import { actorScope, assertKind, needsHuman, type Caller } from '../domain/caller';
import { invalid, Refusal } from '../domain/errors';
import type { GraphqlRequest } from '../graphql/engine';
import { scope, type Operation } from '../operations/scope';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The request of a POST body. @throws Refusal 400: no JSON, no object, no query; `query_refused` for a batch */
export function readBody(body: Buffer | undefined): GraphqlRequest {
  const json = parseJson(body);
  if (Array.isArray(json)) {
    throw new Refusal('query_refused', 'Batches are not taken: send one operation a request.', { limit: 'batch' });
  }
  if (typeof json !== 'object' || json === null) throw fault('', 'must be a JSON object with a query');
  return readMembers(json as Record<string, unknown>);
}

/** The request of a GET: query, variables (JSON text) and operationName as query parameters. */
export function readQueryString(search: string): GraphqlRequest {
  const parameters = new URLSearchParams(search);
  const variables = parameters.get('variables');
  return readMembers({
    query: parameters.get('query') ?? undefined,
    variables: variables === null ? undefined : parseJson(Buffer.from(variables)),
    operationName: parameters.get('operationName') ?? undefined,
  });
}

function parseJson(body: Buffer | undefined): unknown {
  if (!body || body.length === 0) throw fault('', 'must have a JSON body');
  try {
    return JSON.parse(UTF8.decode(body));
  } catch (error) {
    throw fault('', `is not JSON: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}`);
  }
}

function readMembers({ query, variables, operationName }: Record<string, unknown>): GraphqlRequest {
  if (typeof query !== 'string') throw fault('/query', 'must be a GraphQL document as text');
  if (variables !== undefined && variables !== null && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw fault('/variables', 'must be an object');
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw fault('/operationName', 'must be text');
  }
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName ?? undefined,
  };
}

function fault(pointer: string, detail: string): Refusal {
  return invalid([{ pointer, detail }]);
}

function ruleOf(field: FieldNode) {
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

/**
 * The actor scope of every root field of a mutation, asked before a kept answer is looked up (contract §4): a revoked
 * binding must not read what its key once answered. What does not fit the schema is left to the executor to refuse.
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
      if (rule === 'console' || rule === 'operator') continue;
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

function inputOf(schema: GraphQLSchema, field: FieldNode, variables: Record<string, unknown>) {
  const definition = schema.getMutationType()?.getFields()[field.name.value];
  if (!definition) return undefined;
  try {
    return getArgumentValues(definition, field, variables)['input'] as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
