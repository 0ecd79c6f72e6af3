import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { createSchema } from '../../../src/api/graphql/schema';
import type { Json, Refused } from './suite';

/** A second implementation of the name mapping, from the schema only, to compare with the service. */

const schema = createSchema();

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function toGraphql(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type);
  if (value === null || value === undefined) return value;
  if (isListType(bare)) return Array.isArray(value) ? value.map((item) => toGraphql(bare.ofType, item)) : value;
  if (isEnumType(bare)) return bare.getValues().find((one) => one.value === value)?.name ?? value;
  if (!isInputObjectType(bare)) return value;
  const fields = bare.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = fields[camel(name)];
      return [camel(name), field ? toGraphql(field.type, member) : member];
    }),
  );
}

export type Answered = { readonly answer: unknown } | { readonly absent: string };

/** The name mapping of one document. */
export class RouteNames {
  private readonly operation: OperationDefinitionNode;
  private readonly pointers = new Map<string, string>();
  private readonly fragments = new Map<string, FragmentDefinitionNode>();

  constructor(text: string) {
    const { definitions } = parse(text);
    this.operation = definitions.find(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    visit(this.operation, { Argument: ({ name, value }) => this.addPointers(`/${snake(name.value)}`, value) });
    for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(one.name.value, one);
  }

  private addPointers(pointer: string, value: ValueNode): void {
    if (value.kind === Kind.VARIABLE) this.pointers.set(pointer, `/${snake(value.name.value)}`);
    if (value.kind !== Kind.OBJECT) return;
    for (const { name, value: member } of value.fields) this.addPointers(`${pointer}/${snake(name.value)}`, member);
  }

  /** Renames pointers in a refusal if a variable and its argument have different names. */
  renamed(refusal: Refused): Refused {
    const { fields } = refusal as { fields?: readonly { pointer: string; detail: string }[] };
    if (!fields) return refusal;
    const renamed = fields.map(({ pointer, detail }) => ({ pointer: this.pointers.get(pointer) ?? pointer, detail }));
    const detail = fields.reduce(
      (text, { pointer }, at) => text.replace(pointer, renamed[at]?.pointer ?? pointer),
      String(refusal['detail']),
    );
    return { ...refusal, fields: renamed, detail };
  }

  variables(input: Json): Json {
    const declared = (this.operation.variableDefinitions ?? []).map(({ variable, type }) => ({
      name: variable.name.value,
      type: typeFromAST(schema, type as never) as GraphQLInputType,
    }));
    const [only] = declared;
    if (only?.name === 'input') return { input: toGraphql(only.type, input) };
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        const type = declared.find((one) => one.name === camel(name))?.type;
        return [camel(name), type ? toGraphql(type, value) : value];
      }),
    );
  }

  /** Descends to the field named `body`; an absent answer names the type that is null on the way. */
  answer(data: Json): Answered {
    const root = schema.getRootType(this.operation.operation) as GraphQLObjectType;
    return this.below(root, this.operation.selectionSet, data);
  }

  private below(type: GraphQLObjectType, { selections }: SelectionSetNode, data: Json): Answered {
    const nodes = selections.filter((one): one is FieldNode => one.kind === Kind.FIELD);
    const node = nodes.find(({ alias }) => alias?.value === 'body') ?? nodes[0];
    if (!node) throw new Error(`nothing is selected of ${type.name}`);
    const found = data[node.alias?.value ?? node.name.value] ?? null;
    const field = type.getFields()[node.name.value];
    if (!field) throw new Error(`${type.name} has no ${node.name.value}`);
    const named = getNamedType(field.type);
    const isBody = node.alias?.value === 'body';
    if (found === null)
      return isBody && this.operation.operation === OperationTypeNode.MUTATION
        ? { answer: null }
        : { absent: named.name };
    if (!isBody) return this.below(named as GraphQLObjectType, node.selectionSet as SelectionSetNode, found as Json);
    const body = this.toRest(field.type, node.selectionSet, found);
    const beside = nodes.filter((one) => one !== node);
    if (beside.length === 0) return { answer: this.listed(node, found, body) };
    const more = this.toRest(type, { kind: Kind.SELECTION_SET, selections: beside }, data);
    return { answer: { ...(body as Json), ...(more as Json) } };
  }

  /** Maps a connection to a list with the cursor of its next page; the events feed always has a cursor. */
  private listed({ name }: FieldNode, found: unknown, body: unknown): unknown {
    if (Array.isArray(body)) return { data: body, next_cursor: null };
    const { pageInfo } = found as { pageInfo?: { hasNextPage: boolean; endCursor: string | null } };
    if (!pageInfo) return body;
    const more = pageInfo.hasNextPage || name.value === 'events';
    return { data: (body as Json)['nodes'], next_cursor: more ? pageInfo.endCursor : null };
  }

  private toRest(type: GraphQLOutputType, selected: SelectionSetNode | undefined, value: unknown): unknown {
    const bare = getNullableType(type);
    if (value === null || value === undefined) return null;
    if (isListType(bare)) return (value as unknown[]).map((item) => this.toRest(bare.ofType, selected, item));
    if (isEnumType(bare)) return bare.getValue(value as string)?.value;
    if (!(isObjectType(bare) || isInterfaceType(bare)) || !selected) return value;
    const members: [string, unknown][] = [];
    for (const one of selected.selections) {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const spread = this.toRest(bare, this.fragments.get(one.name.value)?.selectionSet, value);
        members.push(...Object.entries(spread as Json));
      } else if (one.kind === Kind.FIELD) {
        const of = bare.getFields()[one.name.value]?.type;
        if (!of) throw new Error(`${bare.name} has no ${one.name.value}`);
        const key = one.alias?.value ?? one.name.value;
        members.push([one.alias?.value ?? snake(key), this.toRest(of, one.selectionSet, (value as Json)[key])]);
      }
    }
    return Object.fromEntries(members);
  }
}
