import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';

const HEAD = `/**
 * Types of the GraphQL schema, generated from it by \`npm run generate\`.
 * A query selects some fields, so use \`Pick\`: \`client.queryOrThrow<Pick<Schema.Query, 'service'>>(…)\`.
 */
`;

/** JSON of each scalar. */
const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Float: 'number',
  ID: 'string',
  Int: 'number',
  JSONObject: 'Readonly<Record<string, unknown>>',
  String: 'string',
};

/** Renders TypeScript types of all named types, in the order of their names. */
export function clientTypes(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(
    ({ name }) => !name.startsWith('__') && !Object.hasOwn(SCALARS, name),
  );
  const sorted = types.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return `${HEAD}\n${sorted.map((type) => declaration(schema, type)).join('\n')}`;
}

function declaration(schema: GraphQLSchema, type: GraphQLNamedType): string {
  const body = isEnumType(type)
    ? alias(type, valuesOf(type))
    : isScalarType(type)
      ? alias(type, /^(Signed)?Stamps$/.test(type.name) ? 'number' : 'string')
      : isAbstractType(type)
        ? alias(
            type,
            schema.getPossibleTypes(type).map(({ name }) => name),
          )
        : isInputObjectType(type)
          ? inputInterface(type)
          : isObjectType(type)
            ? objectInterface(type)
            : '';
  return `${comment(type.description)}${body}`;
}

function alias({ name }: GraphQLNamedType, value: string | readonly string[]): string {
  if (typeof value === 'string') return `export type ${name} = ${value};\n`;
  const line = `export type ${name} = ${value.join(' | ')};\n`;
  return line.length <= 121 ? line : `export type ${name} =\n${value.map((option) => `  | ${option}`).join('\n')};\n`;
}

function valuesOf(type: GraphQLEnumType): string[] {
  return type.getValues().map(({ name }) => `'${name}'`);
}

function objectInterface(type: GraphQLObjectType): string {
  const members = Object.values(type.getFields()).map(outputMember);
  return `export interface ${type.name} {\n  readonly __typename?: '${type.name}';\n${members.join('')}}\n`;
}

function outputMember(field: GraphQLField<unknown, unknown>): string {
  return `${comment(field.description, field.deprecationReason, '  ')}  readonly ${field.name}: ${typeOf(field.type)};\n`;
}

function inputInterface(type: GraphQLInputObjectType): string {
  const members = Object.values(type.getFields()).map(inputMember);
  return `export interface ${type.name} {\n${members.join('')}}\n`;
}

function inputMember(field: GraphQLInputField): string {
  const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
  const mark = isRequired ? '' : '?';
  return `${comment(field.description, field.deprecationReason, '  ')}  readonly ${field.name}${mark}: ${typeOf(field.type)};\n`;
}

function typeOf(type: GraphQLType): string {
  if (!isNonNullType(type)) return `${nullableTypeOf(type)} | null`;
  return nullableTypeOf(type.ofType);
}

function nullableTypeOf(type: GraphQLType): string {
  if (isListType(type)) return `ReadonlyArray<${typeOf(type.ofType)}>`;
  const { name } = type as GraphQLNamedType;
  return SCALARS[name] ?? name;
}

function comment(description?: string | null, deprecation?: string | null, indent = ''): string {
  const text = [description, deprecation == null ? undefined : `@deprecated ${deprecation}`].filter(Boolean).join('\n');
  if (text === '') return '';
  const [first, ...rest] = text.replaceAll('*/', '*\\/').split('\n');
  if (rest.length === 0) return `${indent}/** ${first ?? ''} */\n`;
  return `${indent}/**\n${[first, ...rest].map((line) => `${indent} * ${line ?? ''}\n`).join('')}${indent} */\n`;
}
