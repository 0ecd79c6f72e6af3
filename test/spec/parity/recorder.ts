import { operationId, type Recorded } from '../../../src/api/rest/openapi';
import type { RecordedExchange } from '../../../src/api/rest/openapi/operation';
import type { Exchanged } from './rest-driver';

/** Keeps examples of what REST was really asked and answered: of each operation, and of each code of refusal. */

/** What is shown once is never shown here; addresses are those of nobody's machine. */
const SECRETS = new Set(['signing_secret', 'secret']);
const REPLACED = 'shown-once';
const SERVICE = 'https://trading.example';
const OTHERS = 'https://agent.example';
const LOCAL = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g;
const API_KEY = /\bak_live_\w+/g;

interface Kept {
  request?: unknown;
  readonly answers: Record<string, unknown>;
}

export class Recorder {
  private readonly operations = new Map<string, Kept>();
  private readonly problems = new Map<string, unknown>();

  /** `addresses`: where services are while they are recorded. */
  constructor(private readonly addresses: readonly string[]) {}

  see({ route, request, sent: { status, json } }: Exchanged): void {
    if (status >= 400) {
      const code = String(json['code']);
      if (!this.problems.has(code)) this.problems.set(code, this.shown(json));
      return;
    }
    const id = operationId(route);
    const kept = this.operations.get(id) ?? { answers: {} };
    this.operations.set(id, kept);
    if (size(json) <= size(kept.answers[String(status)])) return;
    kept.answers[String(status)] = this.shown(json);
    if (request !== undefined) kept.request = this.shown(request);
  }

  recorded(): Recorded {
    return { operations: sorted<RecordedExchange>(this.operations), problems: sorted(this.problems) };
  }

  private shown(value: unknown): unknown {
    const text = JSON.stringify(value, (name, member: unknown) =>
      SECRETS.has(name) && typeof member === 'string' ? REPLACED : member,
    );
    const ours = this.addresses.reduce((shown, address) => shown.replaceAll(address, SERVICE), text);
    return JSON.parse(ours.replace(LOCAL, OTHERS).replace(API_KEY, 'ak_example')) as unknown;
  }
}

const LONGEST = 4_000;

/** The fuller answer is the better example, up to what anyone reads; an empty one is better than none. */
function size(value: unknown): number {
  if (value === undefined) return -1;
  const { length } = JSON.stringify(value);
  return length > LONGEST ? 0 : length;
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
