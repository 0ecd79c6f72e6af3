import { Refusal } from '../../../domain/errors/errors';

/** What arrived, before anything has looked at it. */
export interface EnvelopeRequest {
  /** As received: methods are case-sensitive. */
  readonly method: string;
  /** The raw request target, path and optional `?query`, never decoded. */
  readonly target: string;
  /** Node's `req.rawHeaders`: name, value, name, value …, one pair a line of the request. */
  readonly rawHeaders: readonly string[];
  /** Undefined and empty both mean: no body. */
  readonly body: Buffer | undefined;
}

const VISIBLE = /^[!-~]+$/;
// Printable ASCII with tabs inside. A line break in a value (obs-fold) would let one component spell another's line.
const FIELD_VALUE = /^[\t -~]*$/;

/** A request as the signature sees it: components by name. */
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

  /** The value of a header; undefined if the request has none. Throws `signature_malformed` if it is there twice. */
  field(name: string): string | undefined {
    const values = this.fields.get(name);
    if (values === undefined) return undefined;
    const [value, second] = values;
    if (second !== undefined) throw new Refusal('signature_malformed', `The header ${name} is there more than once`);
    const trimmed = trim(value ?? '');
    if (!FIELD_VALUE.test(trimmed)) {
      throw new Refusal('signature_malformed', `The header ${name} has characters other than printable ASCII`);
    }
    return trimmed;
  }

  /** The value of a covered component (RFC 9421 §2.1, §2.2); undefined if the request has none. */
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
    // The absolute form names an authority of its own, which could differ from the Host that is signed.
    if (!target.startsWith('/')) throw new Refusal('signature_malformed', 'The request target must begin with /');
    const mark = target.indexOf('?');
    return mark < 0 ? { path: target, query: '?' } : { path: target.slice(0, mark), query: target.slice(mark) };
  }
}

function visible(component: string, text: string): string {
  if (!VISIBLE.test(text))
    throw new Refusal('signature_malformed', `${component} has characters other than visible ASCII`);
  return text;
}

/** By hand: a pattern for "white space at the end" is quadratic on a long run of blanks in the middle. */
function trim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && blank(text[from])) from += 1;
  while (to > from && blank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

function blank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
