import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  typeFromAST,
  type ValueNode,
  valueFromAST,
} from 'graphql';
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

/** A variable in the arguments of a document: its description, and the pointer to its member in REST names. */
interface VariableUse {
  readonly variable: string;
  readonly pointer: string;
  readonly description: string;
}

function variableUses({ path }: RouteDocument): VariableUse[] {
  return path.flatMap(({ node, field }) =>
    (node.arguments ?? []).flatMap(({ name, value }) => {
      const argument = field.args.find((definition) => definition.name === name.value);
      return usesIn(value, `/${restName(name.value)}`, argument);
    }),
  );
}

type InputDefinition = Pick<GraphQLArgument, 'type' | 'description'>;

function usesIn(value: ValueNode, pointer: string, definition: InputDefinition | undefined): VariableUse[] {
  if (value.kind === Kind.VARIABLE)
    return [{ variable: value.name.value, pointer, description: definition?.description ?? '' }];
  if (value.kind !== Kind.OBJECT) return [];
  const type = definition && getNamedType(definition.type);
  const members = isInputObjectType(type) ? type.getFields() : {};
  return value.fields.flatMap(({ name, value: member }) =>
    usesIn(member, `${pointer}/${restName(name.value)}`, members[name.value]),
  );
}

function argumentDescriptions(document: RouteDocument): Map<string, string> {
  return new Map(variableUses(document).map(({ variable, description }) => [variable, description]));
}

/** The path and the input of a mutation have their own pointers. */
function renamedPointers(document: RouteDocument): Map<string, string> {
  return new Map(variableUses(document).map(({ variable, pointer }) => [pointer, `/${restName(variable)}`]));
}
