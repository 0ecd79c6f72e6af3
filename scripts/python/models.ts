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
import { ENUMS, INPUTS, MODEL_FIELDS, PARTS } from './model-fields';
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

type OutputType = GraphQLObjectType | GraphQLInterfaceType;

/** A class of answers, and the type of the schema whose fields it reads. */
interface Model {
  readonly name: string;
  readonly type: OutputType;
}

/** A field, and the name of the class or of the type that it has. */
type Field = GraphQLField<unknown, unknown> & { readonly className: string };

const fieldNames: Readonly<Record<string, readonly string[]>> = MODEL_FIELDS;

/** Renders dataclasses of answers and inputs, the selection of each answer, and those of the payloads of acts. */
export function pythonModels(schema: GraphQLSchema): string {
  const models = Object.keys(fieldNames).map((name) => ({ name, type: typeOfModel(schema, name) }));
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

/** The class of a part has the type of the field that it is for. */
function typeOfModel(schema: GraphQLSchema, name: string): OutputType {
  const [of = '', field = ''] =
    Object.keys(PARTS)
      .find((key) => PARTS[key] === name)
      ?.split('.') ?? [];
  const type = of === '' ? schema.getType(name) : (schema.getType(of) as OutputType).getFields()[field]?.type;
  return getNamedType(type) as OutputType;
}

function fieldsOf({ name: model, type }: Model): Field[] {
  return (fieldNames[model] ?? []).map((name) => {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    return { ...field, className: PARTS[`${model}.${name}`] ?? getNamedType(field.type).name };
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

function typeOf(type: GraphQLType, className = getNamedType(type).name): string {
  return isNonNullType(type) ? nullableTypeOf(type.ofType, className) : `${nullableTypeOf(type, className)} | None`;
}

function nullableTypeOf(type: GraphQLType, className: string): string {
  if (isListType(type)) return `Sequence[${typeOf(type.ofType, className)}]`;
  return SCALARS[className] ?? className;
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

function modelClass(model: Model): string {
  const { name, type } = model;
  const fields = fieldsOf(model);
  const lines = fields.map(
    (field) =>
      `    ${snakeCase(field.name)}: ${typeOf(field.type, field.className)}${SECRETS.has(field.name) ? ' = field(repr=False)' : ''}\n` +
      docstring(field.description ?? '', '    '),
  );
  const decoded = fields.map((field) => `            ${snakeCase(field.name)}=${decode(field)},\n`);
  return `
@dataclass(frozen=True)
class ${name}:
${docstring(type.description ?? '', '    ')}
${lines.join('')}
    @classmethod
    def from_json(cls, json: JsonObject) -> ${name}:
        return cls(
${decoded.join('')}        )
`;
}

/** Returns the expression that reads a field. */
function decode({ name, type, className }: Field): string {
  const value = `json["${name}"]`;
  const read = className === 'DateTime' ? 'time_of' : className in fieldNames ? `${className}.from_json` : undefined;
  if (read === undefined) return value;
  const required = isNonNullType(type) ? type.ofType : type;
  const expression = isListType(required) ? `[${read}(one) for one in ${value}]` : `${read}(${value})`;
  return isNonNullType(type) ? expression : `None if ${value} is None else ${expression}`;
}

function selectionOf(model: Model): string {
  return fieldsOf(model)
    .map(({ name, type, className }) => {
      if (!(className in fieldNames)) return name;
      return `${name} { ${selectionOf({ name: className, type: getNamedType(type) as OutputType })} }`;
    })
    .join(' ');
}

function selections(models: readonly Model[]): string {
  const lines = models.map((model) => `    "${model.name}": (\n${literal(selectionOf(model), '        ')}    ),\n`);
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
