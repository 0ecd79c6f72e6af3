import {
  type ASTNode,
  BREAK,
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { InputPath } from '../../../domain/errors/errors';

/** Returns the field of an input type at a path in its value. Undefined for an item of a list. */
export function inputFieldAt(type: GraphQLInputType, path: InputPath): GraphQLInputField | undefined {
  let field: GraphQLInputField | undefined;
  let at: GraphQLInputType | undefined = type;
  for (const member of path) {
    const bare: GraphQLInputType | undefined = at && getNullableType(at);
    field = isInputObjectType(bare) ? bare.getFields()[member] : undefined;
    at = isListType(bare) ? bare.ofType : field?.type;
  }
  return field;
}

/** Returns the field of an input object whose value in the document is this literal. */
export function inputFieldOfLiteral(
  schema: GraphQLSchema,
  document: ASTNode,
  literal: ASTNode,
): GraphQLInputField | undefined {
  return fieldOf(schema, document, (node) => node === literal);
}

/** Returns the field of an input object whose value in the operation is this variable. */
export function inputFieldOfVariable(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  name: string,
): GraphQLInputField | undefined {
  return fieldOf(schema, operation, (node) => node.kind === Kind.VARIABLE && node.name.value === name);
}

function fieldOf(
  schema: GraphQLSchema,
  root: ASTNode,
  matches: (node: ASTNode) => boolean,
): GraphQLInputField | undefined {
  const types = new TypeInfo(schema);
  let found: GraphQLInputField | undefined;
  const enter = (node: ASTNode, _key: unknown, parent: ASTNode | readonly ASTNode[] | undefined) => {
    if (parent === undefined || !('kind' in parent) || parent.kind !== Kind.OBJECT_FIELD) return undefined;
    if (!matches(node)) return undefined;
    const type = types.getParentInputType();
    const object = type ? getNamedType(type) : undefined;
    found = isInputObjectType(object) ? object.getFields()[parent.name.value] : undefined;
    return BREAK;
  };
  visit(root, visitWithTypeInfo(types, { enter }));
  return found;
}
