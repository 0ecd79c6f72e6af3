import { Refusal } from '../../../domain/errors/errors';

/** A received request before it is parsed. */
export interface EnvelopeRequest {
  /** The method as received, because methods are case-sensitive. */
  readonly method: string;
  /** The raw request target, path and optional `?query`, never decoded. */
  readonly target: string;
  /** `rawHeaders` of Node: name, value, name, value and so on. */
  readonly rawHeaders: readonly string[];
  /** Undefined or empty if the request has no body. */
  readonly body: Buffer | undefined;
}

const VISIBLE = /^[!-~]+$/;
// Printable ASCII and tabs. A line break in a value (obs-fold) could imitate the line of another component.
const FIELD_VALUE = /^[\t -~]*$/;

/** Reads the signature components of a request by name. */
export class Message {
  private readonly fields = new Map<string, string[]>();

  constructor(
    private readonly request: EnvelopeRequest,
    private readonly defaultPort: 80 | 443,
  ) {
    const { rawHeaders } = request;
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] ?? '').toLowerCase();
      const values = this.fields.get(name);
      if (values) values.push(rawHeaders[at + 1] ?? '');
      else this.fields.set(name, [rawHeaders[at + 1] ?? '']);
    }
  }

  get body(): Buffer | undefined {
    return this.request.body?.length ? this.request.body : undefined;
  }

  hasField(name: string): boolean {
    return this.fields.has(name);
  }

  /** Returns the value of a header. @throws Refusal 401 `signature_malformed` if the header appears twice */
  field(name: string): string | undefined {
    const values = this.fields.get(name);
    if (values === undefined) return undefined;
    const [value, second] = values;
    if (second !== undefined)
      throw new Refusal('signature_malformed', `The header ${name} appears more than once. Send it once.`);
    const trimmed = trim(value ?? '');
    if (!FIELD_VALUE.test(trimmed)) {
      throw new Refusal('signature_malformed', `The header ${name} has characters other than printable ASCII.`);
    }
    return trimmed;
  }

  /** Returns the value of a covered component (RFC 9421 §2.1, §2.2). */
  component(name: string): string | undefined {
    switch (name) {
      case '@method':
        return visible(name, this.request.method);
      case '@authority':
        return this.authority();
      case '@path':
        return this.targetParts().path;
      case '@query':
        return this.targetParts().query;
      default:
        return this.field(name);
    }
  }

  private authority(): string | undefined {
    const host = this.field('host')?.toLowerCase();
    if (host === undefined || host === '') return undefined;
    const port = `:${this.defaultPort}`;
    return visible('@authority', host.endsWith(port) ? host.slice(0, -port.length) : host);
  }

  private targetParts(): { path: string; query: string } {
    const target = visible('@path', this.request.target);
    // An absolute target has its own authority, which could differ from the signed Host.
    if (!target.startsWith('/')) throw new Refusal('signature_malformed', 'The request target must begin with /.');
    const mark = target.indexOf('?');
    return mark < 0 ? { path: target, query: '?' } : { path: target.slice(0, mark), query: target.slice(mark) };
  }
}

function visible(component: string, text: string): string {
  if (!VISIBLE.test(text))
    throw new Refusal('signature_malformed', `${component} has characters other than visible ASCII.`);
  return text;
}

/** Trims spaces and tabs without a pattern, because `[ \t]+$` takes quadratic time on long runs. */
function trim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
