import {
  getNamedType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { ClientDocuments } from '../client-operations';
import { type ClassField, Classes } from './classes';
import { BASES, CLASS_NOTES } from './class-names';
import { ENUMS, INPUTS } from './model-fields';
import { docstring, HEAD, literal, pythonName, snakeCase } from './text';
import { typeOf } from './types';

/** Fields that the text of an object does not show. */
const SECRETS: ReadonlySet<string> = new Set(['secret', 'signingSecret']);

/** Renders dataclasses of answers and inputs, the selection of each answer, and those of the payloads of acts. */
export function pythonModels(schema: GraphQLSchema, documents: ClientDocuments): string {
  const classes = new Classes(schema, documents);
  const inputs = INPUTS.map((name) => schema.getType(name) as GraphQLInputObjectType);
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
    ...enumsOf(schema, classes).map(alias),
    ...inputs.map(inputClass),
    ...classes.names.map((name) => modelClass(name, classes)),
    '',
    selections(classes),
    payloads(schema, classes),
  ].join('\n');
}

/** The enums of all classes, of all inputs, and of the variables of the table. */
function enumsOf(schema: GraphQLSchema, classes: Classes): GraphQLEnumType[] {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const fields = [
    ...classes.names.flatMap((name) => classes.ownFields(name)),
    ...inputs.flatMap((type) => Object.values(type.getFields())),
  ];
  const types = [...fields.map(({ type }) => getNamedType(type)), ...ENUMS.map((name) => schema.getType(name))];
  return [...new Set(types.filter(isEnumType))].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function alias(type: GraphQLEnumType): string {
  return `${type.name} = Literal[\n${type
    .getValues()
    .map(({ name }) => `    "${name}",\n`)
    .join('')}]`;
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

function modelClass(name: string, classes: Classes): string {
  const base = BASES[name];
  const lines = classes
    .ownFields(name)
    .map(
      (field) =>
        `    ${pythonName(field.name)}: ${typeOf(field.type, field.className)}${SECRETS.has(field.name) ? ' = field(repr=False)' : ''}\n` +
        docstring(field.description ?? '', '    '),
    );
  const decoded = classes
    .fields(name)
    .map((field) => `            ${pythonName(field.name)}=${decode(field, classes)},\n`);
  const text = [classes.typeOf(name).description ?? '', CLASS_NOTES[name] ?? ''].join(' ').trim();
  return `
@dataclass(frozen=True)
class ${name}${base === undefined ? '' : `(${base})`}:
${docstring(text, '    ')}
${lines.join('')}
    @classmethod
    def from_json(cls, json: JsonObject) -> ${name}:
        return cls(
${decoded.join('')}        )
`;
}

/** Returns the expression that reads a field. */
function decode({ name, type, className }: ClassField, classes: Classes): string {
  const value = `json["${name}"]`;
  const read = className === 'DateTime' ? 'time_of' : classes.has(className) ? `${className}.from_json` : undefined;
  if (read === undefined) return value;
  const required = isNonNullType(type) ? type.ofType : type;
  const expression = isListType(required) ? `[${read}(one) for one in ${value}]` : `${read}(${value})`;
  return isNonNullType(type) ? expression : `None if ${value} is None else ${expression}`;
}

function selections(classes: Classes): string {
  const lines = classes.names.map(
    (name) => `    "${name}": (\n${literal(classes.selection(name), '        ')}    ),\n`,
  );
  return `SELECTIONS = {\n${lines.join('')}}\n${docstring('Fields of each type, as the package selects them.', '')}`;
}

/** Renders the fields of the payload of each mutation whose fields the package can read. */
function payloads(schema: GraphQLSchema, classes: Classes): string {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const rows = mutations.flatMap(({ name, type }) => {
    const members = Object.values((getNamedType(type) as GraphQLObjectType).getFields());
    if (!members.every((member) => classes.has(getNamedType(member.type).name))) return [];
    const types = members.map((member) => `("${member.name}", "${getNamedType(member.type).name}")`);
    return [`    "${name}": (${types.join(', ')}${types.length === 1 ? ',' : ''}),\n`];
  });
  const without = mutations.filter(({ args }) => !hasPrincipal(args[0]?.type)).map(({ name }) => name);
  const doc = docstring('Fields of the payload of each act, with their types.', '');
  return `PAYLOADS: dict[str, tuple[tuple[str, str], ...]] = {\n${rows.join('')}}\n${doc}
WITHOUT_PRINCIPAL = frozenset({\n${without.map((name) => `    "${name}",\n`).join('')}})
${docstring('Mutations whose input names no principal.', '')}
DECODERS: dict[str, Any] = {\n${classes.names.map((name) => `    "${name}": ${name}.from_json,\n`).join('')}}\n`;
}

function hasPrincipal(type: GraphQLType | undefined): boolean {
  const input = type && getNamedType(type);
  return isInputObjectType(input) && 'principalKey' in input.getFields();
}
