import type { GraphQLSchema } from 'graphql';
import { refusalsOf } from '../../src/operations/refusals';
import type { ClientDocuments } from '../client-operations';
import { KEY_ADVICE } from '../client-operations-text';
import { classNameOf } from './error-classes';
import { NEXT_STEPS } from './next-steps';
import type { Argument, Nested } from './operation-arguments';
import { type PythonOperation, pythonOperations } from './operations';
import { docstringOf, HEAD, literal, snakeCase } from './text';

/** Renders the documents of all functions as constants. */
export function pythonDocuments(schema: GraphQLSchema, documents: ClientDocuments): string {
  const constants = pythonOperations(schema, documents).map(
    (one) => `${constantOf(one)} = _document(\n${literal(one.document, '    ')})\n`,
  );
  return `${HEAD('Documents of the operations')}
import re

from .models import SELECTIONS


def _document(text: str) -> str:
    """Puts the selection of each class into a document."""
    return re.sub("<([A-Za-z]+)>", lambda found: SELECTIONS[found[1]], text)


${constants.join('')}`;
}

/** Renders the groups of functions of the asynchronous client. */
export function pythonGroups(schema: GraphQLSchema, documents: ClientDocuments): string {
  const operations = pythonOperations(schema, documents);
  const groups = [...new Set(operations.map(({ group }) => group))];
  const classes = groups.map((group) =>
    groupClass(
      group,
      operations.filter((one) => one.group === group),
    ),
  );
  const text = classes.join('\n');
  const names = namesIn(text);
  return `${HEAD('Operations by groups')}
from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from .. import operation_documents as documents
from ..calls import chosen
from ..documents import UNSET, JsonObject, MaybeUnset, changes_of, input_of
from ..models import (
${names.map((name) => `    ${name},\n`).join('')})
from ..pages import Page, page_of
from ..streams import AsyncUpdateStream
from .calls import change, fetch
from .transport import AsyncTransport

${text}`;
}

/** Words with a capital letter that are no class of the models. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['JsonObject', 'MaybeUnset', 'None', 'Page', 'Sequence', 'UNSET']);

/** Names of the models in the code. Docstrings and documents name other things. */
function namesIn(text: string): string[] {
  const code = text.replace(/"""[^]*?"""/g, '').replace(/documents\.\w+|"[^"]*"/g, '');
  const names = [...code.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !OTHER_NAMES.has(name) && !name.startsWith('Async')).toSorted();
}

function groupClass(group: string, operations: readonly PythonOperation[]): string {
  const name = `Async${group.charAt(0).toUpperCase()}${group.slice(1)}Operations`;
  return `
class ${name}:
${docstringOf(groupParagraphs(group, operations), '    ')}
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
${operations.map((one) => `\n${method(one)}`).join('')}`;
}

/** Errors of every call are here, so that the docstring of a function has only its own. */
function groupParagraphs(group: string, operations: readonly PythonOperation[]): string[] {
  const ofReads = refusalsOf('events', false);
  const ofMutations = [...refusalsOf('events', true)].filter((code) => !ofReads.includes(code));
  const names = (codes: readonly string[]): string => codes.map((code) => classNameOf(code)).join(', ');
  const hasMutations = operations.some(({ source }) => source.kind === 'mutation');
  return [
    `The operations of \`${group}\`, with the names of the API in snake_case.`,
    `Every function can also raise ${names(ofReads)}.`,
    ...(hasMutations ? [`Every mutation can also raise ${names(ofMutations)}.`] : []),
    'The docstring of an error says what to do: `help(agent_trading.errors.RateLimited)`.',
  ];
}

function method(operation: PythonOperation): string {
  const { source, arguments: args } = operation;
  const isMutation = source.kind === 'mutation';
  const positional = args.filter(({ isPositional }) => isPositional).map(parameter);
  const keywords = args.filter(({ isPositional }) => !isPositional).map(parameter);
  if (isMutation) keywords.push('idempotency_key: str | None = None');
  const parameters = ['self', ...positional, ...(keywords.length > 0 ? ['*', ...keywords] : [])];
  const head = `    ${source.kind === 'subscription' ? '' : 'async '}def ${operation.method}`;
  return `${head}${list(parameters, '    ')} -> ${resultType(operation)}:
${docstringOf(paragraphs(operation), '        ')}${body(operation)}`;
}

const parameter = ({ name, type, fallback }: Argument): string =>
  `${name}: ${type}${fallback === undefined ? '' : ` = ${fallback}`}`;

/** Renders names between brackets, one for each line if they are long. */
function list(parts: readonly string[], indent: string, longest = 60): string {
  const line = parts.join(', ');
  if (line.length <= longest) return `(${line})`;
  return `(\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent})`;
}

function resultType(operation: PythonOperation): string {
  const { className, form, isNullable, hasNullElements, source } = operation;
  const element = hasNullElements ? `${className} | None` : className;
  const plain = { object: className, list: `Sequence[${element}]`, page: `Page[${className}]` }[form];
  if (source.kind === 'subscription') return `AsyncUpdateStream[${plain}]`;
  return isNullable ? `${plain} | None` : plain;
}

function paragraphs(operation: PythonOperation): (string | readonly string[])[] {
  const { source, arguments: args, isNullable, keyArgument } = operation;
  const description = source.description.replace(KEY_ADVICE, '').trim();
  const isRaised = keyArgument !== undefined && !isNullable;
  // An unknown key raises an error here.
  const about = isRaised ? description.replace(/ ?Null when [^.]*\./, '') : description;
  const none = isNullable && !about.includes('Null') ? ' None if there is none.' : '';
  const mutation = source.kind === 'mutation' ? ` Mutation \`${source.path[0] ?? ''}\`.` : '';
  const items = args
    .filter((one) => one.description !== '')
    .map((one) => `\`${one.name}\`: ${inPython(one.description, args)}`);
  if (source.kind === 'mutation')
    items.push('`idempotency_key`: Key of this act and of its repeats. Default: a new one.');
  const errors = errorsOf(operation);
  const next = NEXT_STEPS[`${operation.group}.${operation.method}`];
  return [
    `${inPython(about, args)}${none}${mutation}`,
    ...(source.deprecation === undefined ? [] : [`Deprecated: ${source.deprecation}`]),
    ...(items.length > 0 ? [items] : []),
    ...(errors.length > 0 ? [`Raises ${errors.join(', ')}.`] : []),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ];
}

/** Descriptions have the names of the members and of null in the API. */
function inPython(text: string, args: readonly Argument[]): string {
  return text.replace(/\bnull\b/gi, 'None').replace(/`([a-zA-Z]+)`/g, (written, name: string) => {
    const found = args.find(({ member }) => member === name);
    return found ? `\`${found.name}\`` : written;
  });
}

/** Classes of the errors that not every read or act of a principal has. */
function errorsOf({ source: { path, kind }, keyArgument }: PythonOperation): string[] {
  const isMutation = kind === 'mutation';
  const common = new Set<string>(refusalsOf('events', isMutation));
  const own = keyArgument === undefined ? [] : [`${snakeCase(path[1] ?? '')}_not_found`];
  const codes = new Set([...own, ...refusalsOf(path.join('.'), isMutation)]);
  return [...codes].filter((code) => !common.has(code)).map(classNameOf);
}

function body(operation: PythonOperation): string {
  const { source, arguments: args } = operation;
  const variables = args.length === 0 ? '' : variablesOf(args);
  const call = [
    `documents.${constantOf(operation)}`,
    args.length === 0 ? '{}' : 'variables',
    JSON.stringify(source.path.join('.')),
  ];
  if (source.kind === 'subscription') {
    return `${variables}        return self._transport.updates${list([...call, decoder(operation)], '        ')}\n`;
  }
  const isMutation = source.kind === 'mutation';
  const { keyArgument } = operation;
  const last = isMutation ? ['idempotency_key'] : keyArgument === undefined ? [] : [`key=${keyArgument}`];
  const sent = list(['self._transport', ...call, ...last], '        ', 80);
  return `${variables}        found = await ${isMutation ? 'change' : 'fetch'}${sent}\n        return ${decoded(operation)}\n`;
}

function decoded({ className, form, isNullable, hasNullElements }: PythonOperation): string {
  const read = `${className}.from_json`;
  const element = hasNullElements ? `None if one is None else ${read}(one)` : `${read}(one)`;
  const value = { object: `${read}(found)`, list: `[${element} for one in found]`, page: `page_of(found, ${read})` }[
    form
  ];
  return isNullable ? `None if found is None else ${value}` : value;
}

function decoder({ className, form }: PythonOperation): string {
  const read = `${className}.from_json`;
  return form === 'list' ? `lambda found: [${read}(one) for one in found]` : read;
}

/** Renders the variables: those of filters and orders are objects of their own. */
function variablesOf(args: readonly Argument[]): string {
  const plain = args.filter(({ nested, sendsNull }) => nested === undefined && !sendsNull);
  const changed = args.filter(({ sendsNull }) => sendsNull);
  const nested = (['filter', 'orderBy'] as const).flatMap((name) => nestedOf(name, args));
  const parts = [...plain.map((one) => `${one.name}=${valueOf(one)}`), ...nested];
  const input = `        variables = input_of${list(parts, '        ')}\n`;
  if (changed.length === 0) return input;
  const members = changed.map(({ name }) => `${name}=${name}`);
  return `${input}        variables.update(changes_of${list(members, '        ')})\n`;
}

function nestedOf(variable: Nested, args: readonly Argument[]): string[] {
  const own = args.filter(({ nested }) => nested === variable);
  if (own.length === 0) return [];
  const members = own.map((one) => `${variable === 'orderBy' ? one.member : one.name}=${one.name}`);
  return [`${snakeCase(variable)}=input_of${list(members, '            ')} or None`];
}

function valueOf({ name, ofClient, isNeeded }: Argument): string {
  if (ofClient === undefined) return name;
  const source = ofClient === 'agent_id' ? 'signer.agent_id' : ofClient;
  const value = `${name} or self._transport.${source}`;
  return isNeeded ? `chosen("${name}", ${value})` : value;
}

function constantOf({ group, method: name }: PythonOperation): string {
  return `${group}_${name}`.toUpperCase();
}
