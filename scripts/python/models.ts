import {
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { ClientDocuments } from '../client-operations';
import { type ClassField, Classes } from './classes';
import { BASES, CLASS_NOTES } from './class-names';
import { enumAlias, enumsOf } from './enums';
import { INPUTS } from './model-fields';
import { type Attribute, docstring, docstringWithAttributes, HEAD, literal, pythonName } from './text';
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
    'from .literals import describe',
    '',
    ...enumsOf(schema, classes).map(enumAlias),
    ...inputs.map(inputClass),
    ...classes.names.map((name) => modelClass(name, classes)),
    '',
    selections(classes),
    payloads(schema, classes),
  ].join('\n');
}

function inputClass(type: GraphQLInputObjectType): string {
  const members = Object.values(type.getFields());
  const isRequired = ({ type: of }: { readonly type: GraphQLType }): boolean => isNonNullType(of);
  const ordered = [...members.filter(isRequired), ...members.filter((member) => !isRequired(member))];
  const attributes = ordered.map(attributeOf);
  const lines = ordered.map((member, index) =>
    attributeLines(attributes[index] as Attribute, isRequired(member) ? '' : ' = None'),
  );
  const doc = docstringWithAttributes(type.description ?? '', attributes, '    ');
  return `\n@dataclass(frozen=True)\nclass ${type.name}:\n${doc}\n${lines.join('')}`;
}

interface Member {
  readonly name: string;
  readonly type: GraphQLType;
  readonly description?: string | null | undefined;
  /** The class of a field of an answer. */
  readonly className?: string;
}

function attributeOf({ name, type, description, className }: Member): Attribute {
  return { name: pythonName(name), type: typeOf(type, className), text: inPython(description ?? '') };
}

/** Writes null of the API as None. An input leaves out its members with None, so none is refused. */
function inPython(text: string): string {
  return text.replace(/ Null is refused\.$/, '').replace(/\bnull\b/gi, 'None');
}

/** Renders a field with its text below it, as editors show it. */
function attributeLines({ name, type, text }: Attribute, fallback: string): string {
  return `    ${name}: ${type}${fallback}\n${docstring(text, '    ')}`;
}

function modelClass(name: string, classes: Classes): string {
  const base = BASES[name];
  const lines = classes
    .ownFields(name)
    .map((field) => attributeLines(attributeOf(field), SECRETS.has(field.name) ? ' = field(repr=False)' : ''));
  const decoded = classes
    .fields(name)
    .map((field) => `            ${pythonName(field.name)}=${decode(field, classes)},\n`);
  const text = [classes.typeOf(name).description ?? '', CLASS_NOTES[name] ?? ''].join(' ').trim();
  return `
@dataclass(frozen=True)
class ${name}${base === undefined ? '' : `(${base})`}:
${docstringWithAttributes(inPython(text), classes.fields(name).map(attributeOf), '    ')}
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
