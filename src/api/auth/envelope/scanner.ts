import type { ErrorCode } from '../../../domain/errors/catalogue';
import { Refusal } from '../../../domain/errors/errors';

/** A parameter of a structured field, in the two types of the profile. */
export type Parameter =
  { readonly type: 'string'; readonly value: string } | { readonly type: 'integer'; readonly value: number };

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const INTEGER = /-?[0-9]{1,15}/y;
const BASE64 = /[A-Za-z0-9+/=]*/y;
// One of these after 15 digits means a longer number or a decimal.
const MORE_DIGITS = /[0-9.]/;

/**
 * Scans the tokens of a structured field (RFC 8941 §3) that the profile allows.
 * It reads each character once, so the time is linear. It refuses other types: tokens, decimals, dates and booleans.
 */
export class Scanner {
  private at = 0;

  constructor(
    readonly text: string,
    /** The name of the field, for error texts. */
    private readonly field: string,
    private readonly code: ErrorCode,
  ) {}

  get position(): number {
    return this.at;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  refuse(what: string): never {
    throw new Refusal(this.code, `${this.field}: ${what} at character ${this.at}`);
  }

  next(character: string): boolean {
    return this.text[this.at] === character;
  }

  consume(character: string): boolean {
    if (!this.next(character)) return false;
    this.at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.consume(character)) this.refuse(`expected ${character}`);
  }

  /** Skips spaces, but no tabs: an inner list and a semicolon allow only spaces. */
  spaces(): number {
    const from = this.at;
    while (this.consume(' '));
    return this.at - from;
  }

  /** Skips spaces and tabs, which a dictionary allows around a comma. */
  optionalWhitespace(): void {
    while (this.consume(' ') || this.consume('\t'));
  }

  key(): string {
    return this.match(KEY) ?? this.refuse('expected a key (lower-case letters, digits, _ - . *)');
  }

  string(): string {
    this.expect('"');
    const parts: string[] = [];
    let from = this.at;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined || character < ' ' || character > '~')
        this.refuse('expected visible ASCII and a closing quote');
      this.at += 1;
      if (character === '"') break;
      if (character !== '\\') continue;
      if (!this.next('"') && !this.next('\\')) this.refuse('a backslash escapes only a quote or a backslash');
      parts.push(this.text.slice(from, this.at - 1));
      from = this.at;
      this.at += 1;
    }
    parts.push(this.text.slice(from, this.at - 1));
    return parts.join('');
  }

  integer(): number {
    const digits = this.match(INTEGER) ?? this.refuse('expected an integer');
    if (MORE_DIGITS.test(this.text[this.at] ?? '')) this.refuse('expected an integer of at most 15 digits');
    return Number(digits);
  }

  /** Reads `:base64:` in its canonical form, so that equal bytes have one spelling. */
  bytes(): Buffer {
    this.expect(':');
    const text = this.match(BASE64) ?? '';
    this.expect(':');
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) this.refuse('expected canonical base64');
    return bytes;
  }

  parameter(): Parameter {
    return this.next('"') ? { type: 'string', value: this.string() } : { type: 'integer', value: this.integer() };
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}
