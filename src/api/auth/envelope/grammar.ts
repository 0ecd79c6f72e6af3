import { Scanner, type Parameter } from './scanner';

/** The one label of the profile (contract §3). */
export const LABEL = 'ats';

// The longest signature a client of ours could make is under 1 KiB; more is somebody probing.
const MAX_CHARACTERS = 8192;

const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const DERIVED = new Set(['@method', '@authority', '@path', '@query']);

export interface SignatureInput {
  /** Component names without quotes, in the order received. */
  readonly components: readonly string[];
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** The value of `@signature-params`: what stood behind `ats=`, byte for byte. */
  readonly verbatim: string;
}

/**
 * `Signature-Input`: exactly one member, label `ats`, an inner list of component names and its parameters
 * (RFC 9421 §4.1). Throws 401 `signature_malformed` on anything else.
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

/** `Signature`: exactly one member, label `ats`, a byte sequence without parameters. Throws 401 `signature_malformed`. */
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
  if (scanner.next(',')) scanner.refuse('exactly one signature is taken; a second member stands');
  if (!scanner.ended) scanner.refuse('expected the end');
}

function innerList(scanner: Scanner): readonly string[] {
  const components = new Set<string>();
  scanner.expect('(');
  scanner.spaces();
  while (!scanner.consume(')')) {
    const name = scanner.string();
    if (!DERIVED.has(name) && !FIELD_NAME.test(name)) {
      scanner.refuse(
        'a component must be @method, @authority, @path, @query or a lower-case field name; another ended',
      );
    }
    if (components.has(name)) scanner.refuse('a component covered twice ended');
    if (scanner.next(';')) scanner.refuse('a component parameter, which the profile has none of, stands');
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
    // The RFC lets the last one win; two readers that disagree on it would see two signatures.
    if (parameters.has(key)) scanner.refuse('a parameter given twice ended');
    scanner.expect('=');
    parameters.set(key, scanner.parameter());
  }
  return parameters;
}
