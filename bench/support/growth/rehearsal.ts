import { createApp } from '../../../src/app';
import type { Log } from '../../../src/operations/ports';
import { readSettings } from '../../../src/settings/settings';
import { ResilientClient } from '../../../src/database/connection/resilient-client';
import type { Statement } from '../../../src/database/transactions/statement';

/**
 * Runs the service in this process, without workers, and records its statements. Every COMMIT becomes a ROLLBACK, so
 * the database does not change. The answers are those of a service that commits.
 */
export interface Rehearsal {
  readonly url: string;
  /** Runs the work and returns the statements sent for it, in order. Only one work at a time. */
  sentFor<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly sent: readonly Statement[] }>;
  stop(): Promise<void>;
}

export async function startRehearsal(env: Readonly<Record<string, string>>): Promise<Rehearsal> {
  const app = createApp(readSettings({ ...env, ATS_ROLE: 'api' }), { log: SILENT });
  const { url } = await app.start();
  return { url, sentFor: recordStatements, stop: () => app.stop() };
}

const silence = (): void => undefined;
const SILENT: Log & { debug(message: string): void } = { debug: silence, info: silence, warn: silence, error: silence };

type Query = (input: string | Statement, ...rest: unknown[]) => unknown;

/** Every connection of the service uses this class. The connections of the benches do not. */
const sessions: { query?: Query } = ResilientClient.prototype;

async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; sent: readonly Statement[] }> {
  const sent: Statement[] = [];
  // `query` is inherited, so an own property hides it until it is deleted.
  const { query } = sessions;
  if (!query || Object.hasOwn(sessions, 'query')) throw new Error('A rehearsal runs only one work at a time.');
  sessions.query = function (this: unknown, input, ...rest) {
    const statement = typeof input === 'string' ? { text: input } : input;
    if (Array.isArray(rest[0])) throw new Error(`A statement has its values in a second argument: ${statement.text}`);
    sent.push({ ...statement });
    return query.call(this, { ...statement, text: statement.text.replace(/\bCOMMIT$/, 'ROLLBACK') }, ...rest);
  };
  try {
    return { result: await work(), sent };
  } finally {
    delete sessions.query;
  }
}
