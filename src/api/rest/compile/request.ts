import { GraphQLInt } from 'graphql';
import type { FieldError } from '../../../domain/errors/errors';
import { decode, decodeObject, ValidationErrors, pointerTo, textValue } from './decode';
import { readJson } from './json';
import type { Inputs, Parameter } from './parameters';

/** A request before decoding. */
export interface RestRequest {
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The query without its `?`. */
  readonly search: string;
  readonly body: Buffer | undefined;
}

/** The variables of a request, and its errors. */
export interface DecodedRequest {
  readonly variables: Record<string, unknown>;
  readonly errors: readonly FieldError[];
}

// Steps are numbered from 1, so this number finds none.
const NO_STEP = 0;

export function decodeRequest(inputs: Inputs, { params, search, body }: RestRequest): DecodedRequest {
  const errors = new ValidationErrors();
  const variables: Record<string, unknown> = {};
  for (const parameter of inputs.parameters) {
    if (parameter.in === 'path') variables[parameter.variable] = pathValue(parameter, params[parameter.name] ?? '');
  }
  readQuery(inputs, search, variables, errors);
  // The path takes precedence over the body.
  const all = { ...readBody(inputs, body, errors), ...variables };
  return { variables: inputs.isInput ? { input: all } : all, errors: errors.fields };
}

function pathValue({ shape }: Parameter, text: string): unknown {
  if (shape.kind !== 'scalar' || shape.type !== GraphQLInt) return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : NO_STEP;
}

function readQuery(
  { parameters }: Inputs,
  search: string,
  into: Record<string, unknown>,
  errors: ValidationErrors,
): void {
  const query = new URLSearchParams(search);
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  const names = queryParameters.map(({ name }) => name);
  for (const name of new Set(query.keys())) {
    if (!names.includes(name)) errors.addUnknown(pointerTo('', name), 'is no parameter of this path', name, names);
  }
  for (const parameter of queryParameters) {
    const { name, variable, shape, page, required } = parameter;
    const texts = query.getAll(name);
    const at = pointerTo('', name);
    if (texts.length === 0) {
      if (page) into[variable] = page.default;
      else if (required) errors.add(at, 'must be given');
      continue;
    }
    if (texts.length > 1 && shape.kind !== 'list') {
      errors.add(at, 'is given more than once');
      continue;
    }
    const value = decode(shape, textValue(shape, texts), at, errors);
    if (page && typeof value === 'number' && !(value >= 1 && value <= page.max)) {
      errors.add(at, `must be 1 to ${page.max}`);
    }
    into[variable] = value;
  }
}

function readBody(inputs: Inputs, body: Buffer | undefined, errors: ValidationErrors): Record<string, unknown> | null {
  if (!inputs.body) return null;
  const json = body === undefined ? { value: {} } : readJson(body);
  if ('error' in json) return errors.add('', json.error);
  const ignored = new Set(inputs.parameters.map(({ name }) => name));
  return decodeObject(inputs.body, json.value, '', errors, ignored);
}
