import { invalid, type FieldError } from './errors/errors';

/** Inclusive bounds of a length, count or number. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** NUL, which PostgreSQL cannot store, and lone surrogates, which have no UTF-8 form. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** A character that a person can see: no white space, and none without ink, such as U+200B, U+3164 and U+2800. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
/** Schemes with which a link runs code in a browser or reads local files. */
const UNSAFE_SCHEMES = new Set(
  ['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'].map((name) => `${name}:`),
);
const SHA256 = /^[0-9a-fA-F]{64}$/;

/** Whether a text can be an id: visible ASCII. PostgreSQL rejects some other texts. */
export function isIdText(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

/** Whether a person can see something of a text. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

function range({ min, max }: Bounds): string {
  if (max === undefined) return `at least ${String(min ?? 0)}`;
  return `${String(min ?? 0)} to ${String(max)}`;
}

function within(value: number | bigint, { min, max }: Bounds): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/**
 * Collects the errors of a request, so that the caller sees all of them.
 *
 * Pointers are JSON pointers into the body with REST names (`/items/0/weight`). Every check returns whether the value is
 * valid.
 */
export class Validator {
  private readonly errors: FieldError[] = [];

  /** Records an error and returns false, the result of a failed check. */
  addError(pointer: string, detail: string): false {
    this.errors.push({ pointer, detail });
    return false;
  }

  /** Checks a condition and records the given text if it is false. */
  that(condition: boolean, pointer: string, detail: string): boolean {
    return condition || this.addError(pointer, detail);
  }

  /** Checks that a text can be stored and seen, and its number of code points. */
  text(pointer: string, value: string, bounds: Bounds = { min: 1 }): boolean {
    if (UNSTORABLE.test(value)) return this.addError(pointer, 'must be well-formed Unicode text without U+0000');
    // A code point has one or two units, so a text of more than twice the maximum needs no exact count.
    const length = value.length > 2 * (bounds.max ?? Infinity) ? value.length : Array.from(value).length;
    if (!within(length, bounds)) return this.addError(pointer, `must have ${range(bounds)} characters`);
    return length === 0 || hasVisible(value) || this.addError(pointer, 'must have a visible character');
  }

  int(pointer: string, value: number | bigint, bounds: Bounds = {}): boolean {
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      return this.addError(pointer, 'must be a whole number');
    return within(value, bounds) || this.addError(pointer, `must be ${range(bounds)}`);
  }

  /** Checks the number of members of a list. */
  count(pointer: string, list: readonly unknown[], bounds: Bounds): boolean {
    return within(list.length, bounds) || this.addError(pointer, `must have ${range(bounds)} members`);
  }

  /** Checks an absolute URI of at most 2048 characters that is safe as a link. */
  uri(pointer: string, value: string): boolean {
    if (!this.text(pointer, value, { min: 1, max: 2048 })) return false;
    // A URI has no white space or control characters. A parser that removes them can find another scheme.
    if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return this.addError(pointer, 'must be an absolute URI');
    return this.safeLink(pointer, value);
  }

  /** Checks that a text is no link with an unsafe scheme. Like a browser, it ignores white space around and in the scheme. */
  safeLink(pointer: string, value: string): boolean {
    const protocol = URL.canParse(value) ? new URL(value).protocol : '';
    return !UNSAFE_SCHEMES.has(protocol) || this.addError(pointer, `must not be a ${protocol} URI`);
  }

  /** Checks an absolute http or https URL of at most 2048 characters. */
  webAddress(pointer: string, value: string): boolean {
    if (!this.text(pointer, value, { min: 1, max: 2048 })) return false;
    const isWeb = !/[\s\p{Cc}]/u.test(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    return isWeb || this.addError(pointer, 'must be an absolute http or https URL');
  }

  /** Checks a SHA-256 digest of 64 hex digits. */
  sha256(pointer: string, value: string): boolean {
    return SHA256.test(value) || this.addError(pointer, 'must be 64 hex digits');
  }

  /** Checks that no value repeats. The error points at the later one: `unique('/items', '/item_id', ids)`. */
  unique(list: string, member: string, values: readonly string[]): boolean {
    const seen = new Set<string>();
    let repeated = false;
    values.forEach((value, index) => {
      if (seen.has(value)) repeated = !this.addError(`${list}/${String(index)}${member}`, 'repeats an earlier member');
      seen.add(value);
    });
    return !repeated;
  }

  get ok(): boolean {
    return this.errors.length === 0;
  }

  /** Throws 400 `validation_failed` if there are errors. */
  done(): void {
    if (!this.ok) throw invalid(this.errors);
  }
}
