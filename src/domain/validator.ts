import { invalid, type FieldFault } from './errors/errors';

/** Inclusive bounds of a length, a count or a number. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** NUL, which PostgreSQL cannot store in text, and lone surrogates, which have no UTF-8 form and hence no digest. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** What a browser that is given such a link runs as its own, or reads from its user's machine. */
const UNSAFE_SCHEMES = new Set(
  ['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'].map((name) => `${name}:`),
);
const SHA256 = /^[0-9a-fA-F]{64}$/;

/** Whether it can be an id, ours or the processor's: visible ASCII. Some of what is none PostgreSQL would refuse as text. */
export function isIdText(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

function range({ min, max }: Bounds): string {
  if (max === undefined) return `at least ${String(min ?? 0)}`;
  return `${String(min ?? 0)} to ${String(max)}`;
}

function within(value: number | bigint, { min, max }: Bounds): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/**
 * Collects the faults of a request, so that a caller sees all of them at once. Pointers are JSON pointers into the
 * request's body, REST spelling (`/items/0/weight`). Every check answers whether the value stood it.
 * Source: contract §5, `validation_failed`.
 */
export class Validator {
  private readonly faults: FieldFault[] = [];

  /** Records a fault; answers false, so that a check can end with it. */
  fault(pointer: string, detail: string): false {
    this.faults.push({ pointer, detail });
    return false;
  }

  /** A condition with its own words for what is wrong. */
  that(condition: boolean, pointer: string, detail: string): boolean {
    return condition || this.fault(pointer, detail);
  }

  /** A text of so many characters (code points) that can be stored. */
  text(pointer: string, value: string, bounds: Bounds = { min: 1 }): boolean {
    if (UNSTORABLE.test(value)) return this.fault(pointer, 'must be well-formed Unicode text without U+0000');
    // A code point is one or two units, so the exact count is needed only between the bounds.
    const length = value.length > 2 * (bounds.max ?? Infinity) ? value.length : Array.from(value).length;
    return within(length, bounds) || this.fault(pointer, `must have ${range(bounds)} characters`);
  }

  int(pointer: string, value: number | bigint, bounds: Bounds = {}): boolean {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return this.fault(pointer, 'must be a whole number');
    return within(value, bounds) || this.fault(pointer, `must be ${range(bounds)}`);
  }

  /** The number of members of a list. */
  count(pointer: string, list: readonly unknown[], bounds: Bounds): boolean {
    return within(list.length, bounds) || this.fault(pointer, `must have ${range(bounds)} members`);
  }

  /** An absolute URI of at most 2048 characters, of a scheme that is safe to be shown to others as a link. */
  uri(pointer: string, value: string): boolean {
    if (!this.text(pointer, value, { min: 1, max: 2048 })) return false;
    // White space and controls are no part of a URI; a parser that drops them reads another scheme than we do.
    if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return this.fault(pointer, 'must be an absolute URI');
    const { protocol } = new URL(value);
    return !UNSAFE_SCHEMES.has(protocol) || this.fault(pointer, `must not be a ${protocol} URI`);
  }

  /** A SHA-256 as 64 hex digits. */
  sha256(pointer: string, value: string): boolean {
    return SHA256.test(value) || this.fault(pointer, 'must be 64 hex digits');
  }

  /** No two members alike; the fault points at the later one: `unique('/items', '/item_id', ids)`. */
  unique(list: string, member: string, values: readonly string[]): boolean {
    const seen = new Set<string>();
    let alike = false;
    values.forEach((value, index) => {
      if (seen.has(value)) alike = !this.fault(`${list}/${String(index)}${member}`, 'is there already');
      seen.add(value);
    });
    return !alike;
  }

  get ok(): boolean {
    return this.faults.length === 0;
  }

  /** Throws 400 `validation_failed` with every fault found, if any. */
  done(): void {
    if (!this.ok) throw invalid(this.faults);
  }
}
