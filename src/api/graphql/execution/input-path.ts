import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  type FieldNode,
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isValueNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { FieldError, InputPath } from '../../../domain/errors/errors';
import { toCamel, toSnake } from './names';

const INPUT = 'input';

/** Returns the JSON pointer in REST names of a path in the input: `["input", "priceStamps"]` is `/price_stamps`. */
export function pointerOf(path: InputPath): string {
  const members = path[0] === INPUT ? path.slice(1) : path;
  return members.map((member) => `/${escaped(typeof member === 'number' ? String(member) : toSnake(member))}`).join('');
}

function escaped(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Prints a path as GraphQL writes it: `input.terms.steps[0].priceStamps`. */
export function printPath(path: InputPath): string {
  return path
    .map((member, index) => (typeof member === 'number' ? `[${String(member)}]` : `${index > 0 ? '.' : ''}${member}`))
    .join('');
}

/**
 * Adds the path in the GraphQL input to each error that the domain found.
 *
 * A detail names other members in backticks, and here as GraphQL spells them.
 */
export function withPaths(
  schema: GraphQLSchema,
  errors: readonly FieldError[],
  field: FieldNode | undefined,
): readonly FieldError[] {
  return errors.map((error) => {
    if (error.path) return error;
    const detail = field ? error.detail.replace(/`\w+`/g, toCamel) : error.detail;
    return { ...error, detail, path: pathOf(schema, error.pointer, field) };
  });
}

function pathOf(schema: GraphQLSchema, pointer: string, field: FieldNode | undefined): InputPath {
  const segments = pointer.split('/').slice(1);
  if (!field) return segments.map(toCamel);
  if (segments.length === 0) return [];
  const mutation = schema.getMutationType()?.getFields()[field.name.value];
  const input = mutation?.args.find(({ name }) => name === INPUT);
  return input ? [INPUT, ...membersOf(input.type, segments)] : segments.map(toCamel);
}

/** Converts REST names to those of an input type. Inside a JSON scalar the names are the caller's own. */
function membersOf(type: GraphQLInputType | undefined, [segment, ...rest]: readonly string[]): (string | number)[] {
  if (segment === undefined) return [];
  const bare = type && getNullableType(type);
  if (isInputObjectType(bare)) {
    const name = toCamel(segment);
    return [name, ...membersOf(bare.getFields()[name]?.type, rest)];
  }
  const member = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  const item = isListType(bare) ? bare.ofType : undefined;
  return [/^\d+$/.test(member) ? Number(member) : member, ...membersOf(item, rest)];
}

/** Describes an error at a path of the input, by the message of graphql-js. Absent and unknown members extend it. */
export function inputError(path: InputPath, message: string): FieldError {
  const [, absent] = /^Field "(?:\w+\.)?(\w+)" of required type/.exec(message) ?? [];
  if (absent !== undefined) return errorAt([...path, absent], 'must be given');
  const [, unknown, hint = ''] = /^Field "(\w+)" is not defined by type "\w+"\.?(.*)$/.exec(message) ?? [];
  if (unknown !== undefined) {
    return errorAt(path.at(-1) === unknown ? path : [...path, unknown], `is not known here.${hint}`);
  }
  if (/^Expected (non-nullable type|value of type "[^"]*!", found null)/.test(message))
    return errorAt(path, 'must not be null');
  return errorAt(path, `does not fit: ${message}`);
}

export function errorAt(path: InputPath, detail: string): FieldError {
  return { pointer: pointerOf(path), path, detail };
}

/** Returns the path in the input at which an operation uses a variable; by default the name of the variable. */
export function pathOfVariable(operation: OperationDefinitionNode, variable: string): InputPath {
  const isUse = (node: ASTNode): boolean => node.kind === Kind.VARIABLE && node.name.value === variable;
  return pathTo(operation, isUse) ?? [variable];
}

/** Returns the path in the input of a literal in a document; undefined if the node is not part of an input. */
export function pathOfLiteral(document: DocumentNode, literal: ASTNode): InputPath | undefined {
  return pathTo(document, (node) => node === literal);
}

/** Follows the arguments of the document down to the first matching node. */
function pathTo(root: ASTNode, matches: (node: ASTNode) => boolean): InputPath | undefined {
  const path: (string | number)[] = [];
  let found: InputPath | undefined;
  visit(root, {
    enter(node, key) {
      // The definition of a variable is not its use.
      if (node.kind === Kind.VARIABLE_DEFINITION) return false;
      const member = memberOf(node, key);
      if (member !== undefined) path.push(member);
      if (path.length === 0 || !matches(node)) return undefined;
      found = [...path];
      return BREAK;
    },
    leave(node, key) {
      if (memberOf(node, key) !== undefined) path.pop();
    },
  });
  return found;
}

/** Returns the member that a node adds to the path: the name of an argument or member, or the index of an item. */
function memberOf(node: ASTNode, key: string | number | undefined): string | number | undefined {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return node.name.value;
  return typeof key === 'number' && isValueNode(node) ? key : undefined;
}
