import { operationId, type RecordedExchanges } from '../../../src/api/rest/openapi';
import type { RecordedExchange } from '../../../src/api/rest/openapi/operation';
import type { Exchanged } from './rest-driver';

/** Records real REST requests and answers as examples, for each operation and refusal code. */

/** Replacements for secrets and for the addresses of this machine. */
const SECRETS = new Set(['signing_secret', 'secret']);
const REPLACED = 'shown-once';
const SERVICE = 'https://trading.example';
const OTHERS = 'https://agent.example';
const LOCAL = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g;
const API_KEY = /\bak_(?:live|test)_\w+/g;

interface Example {
  request?: unknown;
  readonly answers: Record<string, unknown>;
}

export class Recorder {
  private readonly operations = new Map<string, Example>();
  private readonly problems = new Map<string, unknown>();

  /** `addresses`: the URLs of the recorded services. */
  constructor(private readonly addresses: readonly string[]) {}

  see({ route, request, sent: { status, json } }: Exchanged): void {
    if (status >= 400) {
      const code = String(json['code']);
      if (!this.problems.has(code)) this.problems.set(code, this.shown(json));
      return;
    }
    const id = operationId(route);
    const example = this.operations.get(id) ?? { answers: {} };
    this.operations.set(id, example);
    if (size(json) <= size(example.answers[String(status)])) return;
    example.answers[String(status)] = this.shown(json);
    if (request !== undefined) example.request = this.shown(request);
  }

  recorded(): RecordedExchanges {
    return { operations: sorted<RecordedExchange>(this.operations), problems: sorted(this.problems) };
  }

  private shown(value: unknown): unknown {
    const text = JSON.stringify(value, (name, member: unknown) =>
      SECRETS.has(name) && typeof member === 'string' ? REPLACED : member,
    );
    const ours = this.addresses.reduce(
      (shown, address) => shown.replaceAll(address, SERVICE).replaceAll(new URL(address).host, new URL(SERVICE).host),
      text,
    );
    return JSON.parse(ours.replace(LOCAL, OTHERS).replace(API_KEY, 'ak_example')) as unknown;
  }
}

const MAX_EXAMPLE_CHARS = 4_000;

/** Ranks examples: longer is better up to a readable length, and an empty one is better than none. */
function size(value: unknown): number {
  if (value === undefined) return -1;
  const { length } = JSON.stringify(value);
  return length > MAX_EXAMPLE_CHARS ? 0 : length;
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
