import type { Effects, NewEvent } from '../../domain/effects';
import { applyEffects } from '../../database/repositories/decisions';
import type { WriteContext } from '../context';

/** Applies a decision. If it has events, the relay is notified after the commit. */
export async function applyAndRelay({ tx, services }: WriteContext, effects: Effects): Promise<void> {
  await applyEffects(tx, effects);
  if (effects.events?.length) tx.afterCommit(() => services.notifyWorker('relay'));
}

/** Events in one statement. */
const CHUNK = 1_000;

/** Applies any number of events, and notifies the relay after the commit. */
export async function applyEvents({ tx, services }: WriteContext, events: readonly NewEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += CHUNK) {
    await applyEffects(tx, { events: events.slice(at, at + CHUNK) });
  }
  if (events.length > 0) tx.afterCommit(() => services.notifyWorker('relay'));
}
