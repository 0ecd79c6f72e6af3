import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { hintAt } from '../../../domain/errors/similar-names';

/** The messages of graphql-js about an unknown name: the name, the type and the hint of graphql-js. */
const UNKNOWN_NAMES = [
  /^Field "(?<name>\w+)" is not defined by type "(?<type>\w+)"\.?(?<hint> Did you mean ".*)?$/,
  /^Cannot query field "(?<name>\w+)" on type "(?<type>\w+)"\.(?<hint> Did you mean ".*)?$/,
  /^Unknown argument "(?<name>\w+)" on field "(?<type>\w+)\.(?<field>\w+)"\.(?<hint> Did you mean ".*)?$/,
  /^Value "(?<name>\w+)" does not exist in "(?<type>\w+)" enum\.(?<hint> Did you mean the enum value ".*)?$/,
];

/** More values of an enum are no help in one line. */
const MAX_VALUES = 12;

/** Returns the message with hints at similar names alone. graphql-js also hints at names that share few letters. */
export function withSuggestions(schema: GraphQLSchema, message: string): string {
  for (const pattern of UNKNOWN_NAMES) {
    const { name, type, field, hint = '' } = pattern.exec(message)?.groups ?? {};
    if (name === undefined || type === undefined) continue;
    const text = message.slice(0, message.length - hint.length);
    return `${text}${hintAt(name, namesOf(schema, type, field)) || valuesOf(schema, type)}`;
  }
  return message;
}

function namesOf(schema: GraphQLSchema, typeName: string, fieldName: string | undefined): readonly string[] {
  const type = schema.getType(typeName);
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isInputObjectType(type)) return Object.keys(type.getFields());
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  if (fieldName === undefined) return Object.keys(type.getFields());
  return (type.getFields()[fieldName]?.args ?? []).map(({ name }) => name);
}

/** The values of an enum that has few, as REST names them. */
function valuesOf(schema: GraphQLSchema, typeName: string): string {
  const type = schema.getType(typeName);
  if (!isEnumType(type) || type.getValues().length > MAX_VALUES) return '';
  const values = type.getValues().filter(({ deprecationReason }) => deprecationReason == null);
  return ` It must be one of ${values.map(({ name }) => name).join(', ')}.`;
}
