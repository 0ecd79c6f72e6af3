/** Text that a counterparty wrote. A model must read it as data, never as an instruction. */
export interface UntrustedText {
  /** Place of the text in the answer, counted from 0 as in JSON, such as `steps[0].title`. */
  readonly field: string;
  readonly text: string;
}

const MAX_CHARACTERS = 2_000;
const MAX_TOTAL_CHARACTERS = 24_000;
const CUT = '…';

// Controls, direction marks, zero-width characters, tags, private use, lone surrogates and variation selectors. All can hide text.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u{2028}\u{2029}]/gu;

const LINKS: readonly (readonly [RegExp, string])[] = [
  // Links and images, with one level of brackets in the address.
  [/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1'],
  // Links and images by reference.
  [/!?\[([^[\]]*)\][ ]?\[[^[\]]*\]/g, '$1'],
  // The address of a reference.
  [/\]:\s*[a-z][a-z0-9+.-]*:\S*/gi, ']'],
  // Tags of HTML, and addresses in angle brackets.
  [/<[a-z/!][^<>]*>/gi, ''],
  // Any other form of a link needs one of these pairs.
  [/\](?=[([:])/g, '] '],
];

/** Removes hidden characters, markdown links and tags. Line breaks and tabs become spaces. */
export function sanitize(text: string): string {
  let result = text.replace(/[\t\r\n]+/g, ' ').replace(HIDDEN, '');
  for (let before = ''; before !== result;) {
    before = result;
    for (const [pattern, replacement] of LINKS) result = result.replace(pattern, replacement);
  }
  return result.trim();
}

/** Sanitizes a text and cuts it. */
export function sanitizeAndCut(text: string, maximum = MAX_CHARACTERS): string {
  // Cut before the patterns run, which bounds their work. Links only get shorter.
  const clean = sanitize(text.slice(0, 4 * maximum));
  return text.length > 4 * maximum ? `${clean.slice(0, maximum)}${CUT}` : cut(clean, maximum);
}

function cut(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum)}${CUT}` : text;
}

/** Sanitizes all texts of a JSON value, also the names of its members. */
export function sanitizeJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeAndCut(value);
  if (Array.isArray(value)) return value.map(sanitizeJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [sanitize(name), sanitizeJson(member)]));
}

/** Collects the untrusted texts of one answer, up to a total length. */
export class UntrustedTexts {
  private readonly list: UntrustedText[] = [];
  private left = MAX_TOTAL_CHARACTERS;

  /** Adds a text. An empty one is left out. */
  add(field: string, text: string | null | undefined, maximum = MAX_CHARACTERS): void {
    if (text === null || text === undefined || text === '') return;
    this.push(field, sanitizeAndCut(text, Math.min(maximum, this.left)));
  }

  /** Adds the text of a JSON value. Each of its texts is sanitized alone, so that no pattern spans two of them. */
  addJson(field: string, value: unknown, maximum: number): { readonly isCut: boolean } {
    // Without this escape, two texts could be the ends of one tag.
    const json = JSON.stringify(sanitizeJson(value)).replaceAll('<', String.raw`\u003c`);
    const limit = Math.min(maximum, this.left);
    this.push(field, cut(json, limit));
    return { isCut: json.length > limit };
  }

  private push(field: string, text: string): void {
    this.left = Math.max(0, this.left - text.length);
    this.list.push({ field, text });
  }

  get items(): readonly UntrustedText[] {
    return this.list;
  }
}
