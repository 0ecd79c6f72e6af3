import { Kind, type ValueNode, type GraphQLSchema, typeFromAST, type GraphQLInputType, valueFromAST } from 'graphql';
import { restName } from './names';
import type { RouteDocument } from './document';
import type { PageSizes, RouteDefinition } from '../routes/route';
import { inputShape, type Member, type ObjectShape, type RestShape } from './shape';

/** A parameter of a path. */
export interface Parameter {
  readonly in: 'path' | 'query';
  /** Name in REST. */
  readonly name: string;
  /** Name of the variable, or of the member of `$input`. */
  readonly variable: string;
  readonly description: string;
  readonly required: boolean;
  readonly shape: RestShape;
  /** Bounds and default of a page size. */
  readonly page?: PageSizes;
}

export interface Inputs {
  readonly parameters: readonly Parameter[];
  /** Members of the body. Undefined if the route has none. */
  readonly body: ObjectShape | undefined;
  /** Whether path and body together are the variable `input`. */
  readonly isInput: boolean;
  /** JSON pointers in REST by pointers to GraphQL arguments with other names: `/first` is `/limit`. */
  readonly pointers: ReadonlyMap<string, string>;
}

const INPUT = 'input';
const LIMIT = 'limit';
/** A member of GraphQL inputs only. REST has the header. */
const KEY = 'idempotencyKey';

/** Assigns the variables of a document to path, query and body. @throws Error if one cannot be assigned */
export function inputsOf(
  schema: GraphQLSchema,
  row: RouteDefinition,
  document: RouteDocument,
  page: PageSizes,
): Inputs {
  const members = variablesOf(schema, document);
  const input = members.find(({ field }) => field === INPUT);
  const isInput = document.isMutation && input?.shape.kind === 'object';
  if (isInput && members.length > 1) throw new Error(`$${INPUT} must be the only variable`);
  const all = isInput ? input.shape.members.filter(({ field }) => field !== KEY) : members;
  const inPath = new Set(Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? ''));
  for (const name of inPath)
    if (!all.some((member) => member.name === name)) throw new Error(`the document takes no ${name}`);
  const rest = all.filter(({ name }) => !inPath.has(name));
  const parameters = [
    ...all.filter(({ name }) => inPath.has(name)).map((member) => parameter(member, 'path')),
    ...(document.isMutation ? [] : rest.map((member) => parameter(member, 'query', pageOf(member, row, page)))),
  ];
  return {
    parameters,
    isInput,
    body: document.isMutation ? body(input, rest, row.overrides.needs) : undefined,
    pointers: renamedPointers(document),
  };
}

function parameter(member: Member, where: Parameter['in'], page?: PageSizes): Parameter {
  const { name, field: variable, description, shape } = member;
  const required = where === 'path' || member.required;
  return { in: where, name, variable, description, required, shape, ...(page && { page }) };
}

function pageOf({ name }: Member, { overrides }: RouteDefinition, page: PageSizes): PageSizes | undefined {
  return name === LIMIT ? (overrides.page ?? page) : undefined;
}

function body(input: Member | undefined, rest: readonly Member[], needs: readonly string[] = []): ObjectShape {
  const members = rest.map((member) => ({ ...member, required: member.required || needs.includes(member.name) }));
  const { name, description } =
    input?.shape.kind === 'object' ? input.shape : { name: 'Nothing', description: 'An object without members.' };
  return { kind: 'object', nullable: false, name, description, members };
}

/** Returns the variables of a document, each with the description of its argument. */
function variablesOf(schema: GraphQLSchema, document: RouteDocument): Member[] {
  const descriptions = argumentDescriptions(document);
  return (document.operation.variableDefinitions ?? []).map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as never) as GraphQLInputType;
    const field = variable.name.value;
    const hasDefault = defaultValue !== undefined && valueFromAST(defaultValue, type) !== undefined;
    const shape = inputShape(type);
    return {
      name: restName(field),
      field,
      description: descriptions.get(field) ?? '',
      required: !shape.nullable && !hasDefault,
      shape,
    };
  });
}

function argumentDescriptions({ path }: RouteDocument): Map<string, string> {
  const descriptions = new Map<string, string>();
  for (const { node, field } of path) {
    for (const { name, value } of node.arguments ?? []) {
      const argument = field.args.find((definition) => definition.name === name.value);
      for (const variable of variablesIn(value)) descriptions.set(variable, argument?.description ?? '');
    }
  }
  return descriptions;
}

function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
}

function renamedPointers({ path }: RouteDocument): Map<string, string> {
  const pointers = new Map<string, string>();
  for (const { name, value } of path.flatMap(({ node }) => node.arguments ?? [])) {
    if (value.kind !== Kind.VARIABLE) continue;
    pointers.set(`/${restName(name.value)}`, `/${restName(value.name.value)}`);
  }
  return pointers;
}
