/**
 * PostgreSQL's wire protocol, as far as telling requests apart takes (PostgreSQL documentation, "Message Formats"): a
 * message is a byte of type and a length that counts itself; the first ones of a client have no type. Not a test.
 */

export interface Message {
  /** `Q`, `P`, `Z` …; empty for a message of the start. */
  readonly type: string;
  /** The whole of it, type and length included. */
  readonly bytes: Buffer;
}

const HEAD = 5;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/** Cuts a stream into messages, however it arrives. */
export class Messages {
  private rest: Buffer = Buffer.alloc(0);

  /** @param typed whether the first message has a type already: those of a server have, those of a client have not. */
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
    // Whoever is refused encryption begins again.
    this.typed ||= !asksForEncryption(message);
    return message;
  }
}

/** A client's question that is answered by one byte, before anything else. */
export function asksForEncryption({ type, bytes }: Message): boolean {
  return type === '' && bytes.length === 8 && [SSL_REQUEST, GSS_REQUEST].includes(bytes.readInt32BE(4));
}

/** Whether the server answers now, and with ReadyForQuery at the end: one round trip. */
export const endsRequest = ({ type }: Message): boolean => type === 'Q' || type === 'S';

/** Whether it is a part of a request whose end comes later: Parse, Bind, Describe, Execute, Close. */
export const beginsRequest = ({ type }: Message): boolean => ['P', 'B', 'D', 'E', 'C'].includes(type);

export const isReady = ({ type }: Message): boolean => type === 'Z';

/** What a request asks for: the name of its statement, or the text of one that has no name. */
export function askedBy(request: readonly Message[]): string {
  const texts = new Map<string, string>();
  for (const { type, bytes } of request) {
    const [first = '', second = ''] = bytes.subarray(HEAD).toString('utf8').split('\0');
    if (type === 'Q') return first.trim();
    if (type === 'P') texts.set(first, second.trim());
    if (type === 'B') return second === '' ? (texts.get('') ?? '') : second;
  }
  return [...texts.values()].join(' ');
}
