/**
 * Parses PostgreSQL's wire protocol far enough to separate requests ("Message Formats"); not a test.
 * A message is a type byte and a length that includes itself; a client's first messages have no type.
 */

export interface Message {
  /** `Q`, `P`, `Z` …; empty for a startup message. */
  readonly type: string;
  /** The whole message, including type and length. */
  readonly bytes: Buffer;
}

const HEAD = 5;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/** Splits a stream into messages, whatever its chunks. */
export class Messages {
  private rest: Buffer = Buffer.alloc(0);

  /** @param typed whether the first message has a type: a server's has one, a client's has none. */
  constructor(private typed: boolean) {}

  push(chunk: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const found: Message[] = [];
    for (let next = this.take(); next; next = this.take()) found.push(next);
    return found;
  }

  private take(): Message | undefined {
    const before = this.typed ? 1 : 0;
    if (this.rest.length < before + 4) return undefined;
    const length = before + this.rest.readInt32BE(before);
    if (this.rest.length < length) return undefined;
    const bytes = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    const message = { type: this.typed ? String.fromCharCode(bytes[0] ?? 0) : '', bytes };
    // A client that is refused encryption sends its startup message again.
    this.typed ||= !asksForEncryption(message);
    return message;
  }
}

/** Whether a client asks for encryption, which the server answers with one byte. */
export function asksForEncryption({ type, bytes }: Message): boolean {
  return type === '' && bytes.length === 8 && [SSL_REQUEST, GSS_REQUEST].includes(bytes.readInt32BE(4));
}

/** Whether the server now answers up to ReadyForQuery: one round trip. */
export const endsRequest = ({ type }: Message): boolean => type === 'Q' || type === 'S';

/** Whether it is part of a request that ends later: Parse, Bind, Describe, Execute, Close. */
export const beginsRequest = ({ type }: Message): boolean => ['P', 'B', 'D', 'E', 'C'].includes(type);

export const isReady = ({ type }: Message): boolean => type === 'Z';

/** The name of a request's statement, or the text of an unnamed one. */
export function statementOf(request: readonly Message[]): string {
  const texts = new Map<string, string>();
  for (const { type, bytes } of request) {
    const [first = '', second = ''] = bytes.subarray(HEAD).toString('utf8').split('\0');
    if (type === 'Q') return first.trim();
    if (type === 'P') texts.set(first, second.trim());
    if (type === 'B') return second === '' ? (texts.get('') ?? '') : second;
  }
  return [...texts.values()].join(' ');
}
