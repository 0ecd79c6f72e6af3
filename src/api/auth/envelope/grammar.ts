import { Scanner, type Parameter } from './scanner';

/** The only label of the profile. */
export const LABEL = 'ats';

// A valid header is shorter than 1 KiB.
const MAX_CHARACTERS = 8192;

const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const DERIVED = new Set(['@method', '@authority', '@path', '@query']);

export interface SignatureInput {
  /** Component names without quotes, in the order received. */
  readonly components: readonly string[];
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** The value of `@signature-params`: the bytes after `ats=`. */
  readonly verbatim: string;
}

/**
 * Parses `Signature-Input` (RFC 9421 §4.1).
 * It has one member with the label `ats`: an inner list of component names with parameters.
 * @throws Refusal 401 `signature_malformed`
 */
export function parseSignatureInput(text: string): SignatureInput {
  const scanner = begin(text, 'Signature-Input');
  const from = scanner.position;
  const components = innerList(scanner);
  const parameters = parametersOf(scanner);
  const verbatim = text.slice(from, scanner.position);
  finish(scanner);
  return { components, parameters, verbatim };
}

/** Parses `Signature`: one byte sequence with the label `ats`. @throws Refusal 401 `signature_malformed` */
export function parseSignature(text: string): Buffer {
  const scanner = begin(text, 'Signature');
  const bytes = scanner.bytes();
  finish(scanner);
  return bytes;
}

function begin(text: string, field: string): Scanner {
  const scanner = new Scanner(text, field, 'signature_malformed');
  if (text.length > MAX_CHARACTERS) scanner.refuse(`longer than ${MAX_CHARACTERS} characters`);
  if (scanner.key() !== LABEL) scanner.refuse(`the label must be ${LABEL}`);
  scanner.expect('=');
  return scanner;
}

function finish(scanner: Scanner): void {
  scanner.optionalWhitespace();
  if (scanner.next(',')) scanner.refuse('only one signature is allowed; found a second');
  if (!scanner.ended) scanner.refuse('expected the end of the header');
}

function innerList(scanner: Scanner): readonly string[] {
  const components = new Set<string>();
  scanner.expect('(');
  scanner.spaces();
  while (!scanner.consume(')')) {
    const name = scanner.string();
    if (!DERIVED.has(name) && !FIELD_NAME.test(name)) {
      scanner.refuse(
        'a component must be @method, @authority, @path, @query or a lower-case field name; found another',
      );
    }
    if (components.has(name)) scanner.refuse('a component appears twice, and ended');
    if (scanner.next(';')) scanner.refuse('a component must have no parameters; found one');
    components.add(name);
    if (scanner.spaces() === 0 && !scanner.next(')')) scanner.refuse('expected a space or )');
  }
  return [...components];
}

function parametersOf(scanner: Scanner): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  while (scanner.consume(';')) {
    scanner.spaces();
    const key = scanner.key();
    // In the RFC the last one wins. Two parsers that disagree on this would see two signatures.
    if (parameters.has(key)) scanner.refuse('a parameter appears twice, and ended');
    scanner.expect('=');
    parameters.set(key, scanner.parameter());
  }
  return parameters;
}
