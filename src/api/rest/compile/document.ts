import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  validate,
  visit,
} from 'graphql';
import { fragments as fragmentsText } from './fragments';
import type { Fragments } from './shape';

/** A valid document of a route, with its fragments. */
export interface RouteDocument {
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly isMutation: boolean;
  readonly fragments: Fragments;
  /** Fields from the root to the one that is the answer. */
  readonly path: readonly PathField[];
  /** Fields next to the answer, which become members of it. */
  readonly siblingFields: readonly FieldNode[];
}

export interface PathField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Name of the field in the result. */
  readonly key: string;
}

const BODY = 'body';

const library: Fragments = new Map(
  parse(fragmentsText)
    .definitions.filter(
      (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
    )
    .map((definition) => [definition.name.value, definition]),
);

/** @throws Error for an invalid document, so that the process does not start */
export function routeDocument(schema: GraphQLSchema, text: string): RouteDocument {
  const bare = parse(text);
  const used = fragmentsOf(bare);
  const document: DocumentNode = { ...bare, definitions: [...bare.definitions, ...used.values()] };
  const [error] = validate(schema, document);
  if (error) throw error;
  const [operation, ...more] = bare.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || more.length > 0) throw new Error('must be one operation');
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`there is no ${operation.operation}`);
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const response = responseField(schema, root.name, operation.selectionSet.selections);
  return { text: print(document), document, operation, isMutation, fragments: used, ...response };
}

/** Returns the fragments that a document uses, directly or through other fragments. */
function fragmentsOf(document: DocumentNode): Fragments {
  const used = new Map<string, FragmentDefinitionNode>();
  const collect = (node: DocumentNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = library.get(name);
        if (!fragment) throw new Error(`there is no fragment ${name}`);
        if (used.has(name)) return;
        used.set(name, fragment);
        collect(fragment);
      },
    });
  };
  collect(document);
  return used;
}

/** Follows the only field of each level down to the field with the alias `body`. */
function responseField(
  schema: GraphQLSchema,
  typeName: string,
  selections: readonly SelectionNode[],
): Pick<RouteDocument, 'path' | 'siblingFields'> {
  const fields = selections.filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
  const [first, ...others] = fields;
  const body = fields.find(({ alias }) => alias?.value === BODY);
  const node = body ?? (others.length === 0 ? first : undefined);
  const type = schema.getType(typeName);
  const field = node && isObjectType(type) ? type.getFields()[node.name.value] : undefined;
  if (!node || !field) throw new Error(`no field of ${typeName} is called ${BODY}`);
  const pathField: PathField = { node, field, key: node.alias?.value ?? node.name.value };
  if (body) return { path: [pathField], siblingFields: fields.filter((other) => other !== body) };
  const below = responseField(schema, getNamedType(field.type).name, node.selectionSet?.selections ?? []);
  return { path: [pathField, ...below.path], siblingFields: below.siblingFields };
}
