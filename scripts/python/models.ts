import {
  getNamedType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { ENUMS, INPUTS, MODEL_FIELDS } from './model-fields';
import { docstring, HEAD, literal, snakeCase } from './text';

/** JSON of each scalar in Python. A time becomes a `datetime`. */
const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  DateTime: 'datetime',
  ID: 'str',
  Int: 'int',
  JSONObject: 'JsonObject',
  SignedStamps: 'int',
  Stamps: 'int',
  String: 'str',
};

/** Fields that the text of an object does not show. */
const SECRETS: ReadonlySet<string> = new Set(['secret', 'signingSecret']);

type Model = GraphQLObjectType | GraphQLInterfaceType;
const fieldNames: Readonly<Record<string, readonly string[]>> = MODEL_FIELDS;

/** Renders dataclasses of answers and inputs, the selection of each answer, and those of the payloads of acts. */
export function pythonModels(schema: GraphQLSchema): string {
  const models = Object.keys(fieldNames).map((name) => schema.getType(name) as Model);
  const inputs = INPUTS.map((name) => schema.getType(name) as GraphQLInputObjectType);
  const types = [...models.flatMap(fieldsOf), ...inputs.flatMap((type) => Object.values(type.getFields()))].map(
    ({ type }) => getNamedType(type),
  );
  const enums = enumsOf([...types, ...ENUMS.map((name) => schema.getType(name))]);
  return [
    HEAD('Types of the GraphQL schema'),
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass, field',
    'from datetime import datetime',
    'from typing import Any, Literal, Sequence',
    '',
    'from .documents import JsonObject, time_of',
    '',
    ...enums.map(alias),
    ...inputs.map(inputClass),
    ...models.map(modelClass),
    '',
    selections(models),
    payloads(schema),
  ].join('\n');
}

function fieldsOf(type: Model): GraphQLField<unknown, unknown>[] {
  return (fieldNames[type.name] ?? []).map((name) => {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    return field;
  });
}

function enumsOf(types: readonly unknown[]): GraphQLEnumType[] {
  return [...new Set(types.filter(isEnumType))].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function alias(type: GraphQLEnumType): string {
  return `${type.name} = Literal[\n${type
    .getValues()
    .map(({ name }) => `    "${name}",\n`)
    .join('')}]`;
}

function typeOf(type: GraphQLType): string {
  return isNonNullType(type) ? nullableTypeOf(type.ofType) : `${nullableTypeOf(type)} | None`;
}

function nullableTypeOf(type: GraphQLType): string {
  if (isListType(type)) return `Sequence[${typeOf(type.ofType)}]`;
  const { name } = getNamedType(type);
  return SCALARS[name] ?? name;
}

function inputClass(type: GraphQLInputObjectType): string {
  const members = Object.values(type.getFields());
  const isRequired = ({ type: of }: { readonly type: GraphQLType }): boolean => isNonNullType(of);
  const ordered = [...members.filter(isRequired), ...members.filter((member) => !isRequired(member))];
  const lines = ordered.map((member) => {
    const fallback = isRequired(member) ? '' : ' = None';
    return `    ${snakeCase(member.name)}: ${typeOf(member.type)}${fallback}\n${docstring(member.description ?? '', '    ')}`;
  });
  return `\n@dataclass(frozen=True)\nclass ${type.name}:\n${docstring(type.description ?? '', '    ')}\n${lines.join('')}`;
}

function modelClass(type: Model): string {
  const fields = fieldsOf(type);
  const lines = fields.map(
    (field) =>
      `    ${snakeCase(field.name)}: ${typeOf(field.type)}${SECRETS.has(field.name) ? ' = field(repr=False)' : ''}\n` +
      docstring(field.description ?? '', '    '),
  );
  const decoded = fields.map((field) => `            ${snakeCase(field.name)}=${decode(field)},\n`);
  return `
@dataclass(frozen=True)
class ${type.name}:
${docstring(type.description ?? '', '    ')}
${lines.join('')}
    @classmethod
    def from_json(cls, json: JsonObject) -> ${type.name}:
        return cls(
${decoded.join('')}        )
`;
}

/** Returns the expression that reads a field. */
function decode({ name, type }: GraphQLField<unknown, unknown>): string {
  const value = `json["${name}"]`;
  const named = getNamedType(type).name;
  const read = named === 'DateTime' ? 'time_of' : named in fieldNames ? `${named}.from_json` : undefined;
  if (read === undefined) return value;
  const required = isNonNullType(type) ? type.ofType : type;
  const expression = isListType(required) ? `[${read}(one) for one in ${value}]` : `${read}(${value})`;
  return isNonNullType(type) ? expression : `None if ${value} is None else ${expression}`;
}

function selectionOf(type: Model): string {
  return fieldsOf(type)
    .map((field) => {
      const named = getNamedType(field.type);
      return named.name in fieldNames ? `${field.name} { ${selectionOf(named as Model)} }` : field.name;
    })
    .join(' ');
}

function selections(models: readonly Model[]): string {
  const lines = models.map((type) => `    "${type.name}": (\n${literal(selectionOf(type), '        ')}    ),\n`);
  return `SELECTIONS = {\n${lines.join('')}}\n${docstring('Fields of each type, as the package selects them.', '')}`;
}

/** Renders the fields of the payload of each mutation whose fields the package can read. */
function payloads(schema: GraphQLSchema): string {
  const rows = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) => {
    const members = Object.values((getNamedType(type) as GraphQLObjectType).getFields());
    if (!members.every((member) => getNamedType(member.type).name in fieldNames)) return [];
    const types = members.map((member) => `("${member.name}", "${getNamedType(member.type).name}")`);
    return [`    "${name}": (${types.join(', ')}${types.length === 1 ? ',' : ''}),\n`];
  });
  const doc = docstring('Fields of the payload of each act, with their types.', '');
  return `PAYLOADS: dict[str, tuple[tuple[str, str], ...]] = {\n${rows.join('')}}\n${doc}
DECODERS: dict[str, Any] = {\n${Object.keys(fieldNames)
    .map((name) => `    "${name}": ${name}.from_json,\n`)
    .join('')}}\n`;
}
