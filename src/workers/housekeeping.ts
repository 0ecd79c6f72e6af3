import { later } from '../domain/session';
import { forgetAnswers, writeLastUse } from '../store/due';
import { forgetSessions } from '../store/sessions';
import type { Store } from '../store/tx';
import type { Task } from './runner';

const FORGET_EVERY_MS = 60_000;
const FORGET_BATCH = 1_000;
// `last_used_at` is minute-coarse (contract §7): a few writes a minute are enough for any number of requests.
const LAST_USE_EVERY_MS = 15_000;

/** Forgets the answers kept for idempotency keys that are past their time (contract §4). */
export function answerHousekeeping(store: Store): Task {
  return {
    name: 'housekeeping',
    everyMs: FORGET_EVERY_MS,
    run: async () => (await store.inTransaction((tx) => forgetAnswers(tx, tx.now, FORGET_BATCH))) === FORGET_BATCH,
  };
}

// What a session was and why it ended stays readable for a month after its end.
const KEPT_SESSION_SECONDS = 30 * 86_400;

/** Forgets sign-ins nobody came back from, old sessions, and keys whose last JWT is over (docs/guides/sign-in.md). */
export function sessionHousekeeping(store: Store): Task {
  return {
    name: 'session-housekeeping',
    everyMs: FORGET_EVERY_MS,
    run: async () =>
      (await store.inTransaction((tx) => forgetSessions(tx, later(tx.now, -KEPT_SESSION_SECONDS), FORGET_BATCH))) ===
      FORGET_BATCH,
  };
}

/** Writes when credentials were used; belongs to the process that serves, whose authenticator knows. */
export function credentialUse(store: Store, authenticator: { takeUsed(): Map<string, Date> }): Task {
  const write = async (): Promise<void> => {
    const used = authenticator.takeUsed();
    if (used.size > 0) await store.inTransaction((tx) => writeLastUse(tx, used));
  };
  return {
    name: 'credential-use',
    everyMs: LAST_USE_EVERY_MS,
    run: async () => {
      await write();
      return false;
    },
    ended: write,
  };
}
