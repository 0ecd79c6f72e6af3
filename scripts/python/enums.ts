import { getNamedType, type GraphQLEnumType, type GraphQLSchema, isEnumType, isInputObjectType } from 'graphql';
import type { Classes } from './classes';
import { ENUMS } from './model-fields';
import { docstringOf } from './text';

/** Types of literals, one for each enum of the schema. */

/** Returns the enums of all classes, of all inputs, and of the variables of the table. */
export function enumsOf(schema: GraphQLSchema, classes: Classes): GraphQLEnumType[] {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const fields = [
    ...classes.names.flatMap((name) => classes.ownFields(name)),
    ...inputs.flatMap((type) => Object.values(type.getFields())),
  ];
  const types = [...fields.map(({ type }) => getNamedType(type)), ...ENUMS.map((name) => schema.getType(name))];
  return [...new Set(types.filter(isEnumType))].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Renders an enum with the text of each value: below it for editors, and as an argument for `help()`. */
export function enumAlias(type: GraphQLEnumType): string {
  const values = type.getValues();
  const paragraphs = [
    type.description ?? '',
    values.map(({ name, description }) => `\`${name}\`: ${description ?? ''}`),
  ];
  const members = values.map(({ name }) => `    "${name}",\n`).join('');
  const argument = docstringOf(paragraphs, '    ').trimEnd();
  return `${type.name} = Literal[\n${members}]\n${docstringOf(paragraphs, '')}describe(\n    ${type.name},\n${argument},\n)\n`;
}
