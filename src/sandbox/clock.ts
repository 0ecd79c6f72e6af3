import { setTimeout as pause } from 'node:timers/promises';
import { invalidMember, Refusal } from '../domain/errors/errors';
import { addSeconds } from '../domain/time';
import type { MutationContext, Services } from '../operations/context';
import type { AdvanceClockInput } from '../operations/sandbox';
import type { Database } from '../database/transactions/database';
import type { Task } from '../workers/runner';

/**
 * The test clock: a row that every process reads as time (docs/sandbox.md).
 *
 * States: still → moving → still. `advanceClock` sets the target. The clock task moves the clock to it in steps, and does
 * the due work of each step before the next one.
 */

/** One call moves the clock by a leap year at most. */
export const MAX_ADVANCE_SECONDS = 366 * 86_400;

/** `advancedSeconds` is an Int of GraphQL. */
const MAX_AHEAD_SECONDS = 2_147_483_647;

interface ClockRow {
  readonly advanced_ms: bigint;
  readonly target_at: Date | null;
  readonly request_key: string | null;
  readonly advanced_to: Date | null;
}

/** Sets the target of the clock and returns it. A repeated request does not move the clock again. */
export async function advanceClock(context: MutationContext, input: AdvanceClockInput): Promise<Date> {
  const { tx, services, requestKey } = context;
  const [row] = await tx.query<ClockRow>({
    name: 'sandbox_lock_clock',
    text: 'SELECT advanced_ms, target_at, request_key, advanced_to FROM sandbox_clock FOR UPDATE',
  });
  // The stored answer of a key expires 72 hours later, and the clock may be past that already.
  if (row?.request_key === requestKey && row.advanced_to) return row.advanced_to;
  const realNow = new Date(tx.now.getTime() - Number(row?.advanced_ms ?? 0));
  const to = targetOf(input, laterOf(tx.now, row?.target_at ?? null), addSeconds(realNow, MAX_AHEAD_SECONDS));
  await tx.query({
    name: 'sandbox_set_target',
    text: 'UPDATE sandbox_clock SET target_at = $1, advanced_to = $1, request_key = $2',
    values: [to, requestKey],
  });
  tx.afterCommit(() => services.notifyWorker('sandbox-clock'));
  return to;
}

function laterOf(now: Date, target: Date | null): Date {
  return target !== null && target > now ? target : now;
}

const TOO_FAR = 'a clock is at most 2147483647 seconds ahead of the real time. Start a new sandbox.';

function targetOf({ toAt, seconds }: AdvanceClockInput, from: Date, last: Date): Date {
  if ((toAt == null) === (seconds == null)) throw invalidMember('/to_at', 'or seconds must be set, and not both');
  const to = toAt ?? addSeconds(from, seconds ?? 0);
  const pointer = toAt == null ? '/seconds' : '/to_at';
  if (to <= from) {
    throw invalidMember(pointer, `must move the clock forward: it shows ${from.toISOString()}`);
  }
  if (to > addSeconds(from, MAX_ADVANCE_SECONDS)) {
    throw invalidMember(pointer, 'must move the clock by 366 days at most');
  }
  if (to > last) throw invalidMember(pointer, `must not pass ${last.toISOString()}: ${TOO_FAR}`);
  return to;
}

/** The pause between two looks at work that is not done yet. */
const BUSY_PAUSE_MS = 50;
const POLL_INTERVAL_MS = 500;
const TOPICS = ['settle', 'relay', 'webhooks', 'proposal-expiry', 'listing-expiry'] as const;

/**
 * Moves the clock to its target. Any number of processes may run it, because each step takes a lock.
 * @param beforeStep lets the counterparties act, so that no deadline passes while they could
 */
export function clockTask(store: Database, services: Services, beforeStep: () => Promise<void>): Task {
  return {
    name: 'sandbox-clock',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run() {
      if (await isStill(store)) return false;
      await beforeStep();
      const [row] = await store.query<{ did: 'still' | 'busy' | 'stepped' | 'arrived' }>({
        name: 'sandbox_step',
        text: 'SELECT sandbox_step() AS did',
      });
      if (row?.did !== 'busy' && row?.did !== 'stepped') return false;
      for (const topic of TOPICS) services.notifyWorker(topic);
      if (row.did === 'busy') await pause(BUSY_PAUSE_MS);
      return true;
    },
  };
}

async function isStill(store: Database): Promise<boolean> {
  const [row] = await store.query<{ still: boolean }>({
    name: 'sandbox_is_still',
    text: 'SELECT target_at IS NULL AS still FROM sandbox_clock',
  });
  return row?.still !== false;
}

// Shorter than the timeout of the client package, which repeats the request with its key and so waits on.
const MAX_WAIT_MS = 20_000;

/**
 * Waits until the clock has reached its target and no work is due.
 * @throws Refusal 503 if it still moves after 20 s. The same request waits on.
 */
export async function waitUntilStill(store: Database): Promise<void> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    if (await isStill(store)) return;
    if (performance.now() > endsAt) throw new Refusal('service_unavailable', STILL_MOVING);
    await pause(BUSY_PAUSE_MS);
  }
}

const STILL_MOVING =
  'The clock is still moving, because due work takes long. Send the same request with the same key again to wait on.';
