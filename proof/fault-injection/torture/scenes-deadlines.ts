import { setTimeout as pause } from 'node:timers/promises';
import { earn, type Lane } from './cast';
import type { Answer } from './calls';
import type { Scene } from './plan';
import { begin, bondOf, checkpointOf, contractOf, ITEMS, settled, slashOf, type Trade } from './trading';

/**
 * Trades that a deadline ends, or nearly. The late call is sent about when its time is over, with the sweeps of two workers
 * going on and everything failing: whatever it is answered decides how the trade must end. Not a test.
 */

const DAY = 86_400;
const SHORT = { contract: DAY, checkpoint: 6 };

/** Whether it was in time. Nothing else may refuse it. */
function inTime(key: string, { code, text }: Answer<unknown>): boolean {
  if (code !== 'done' && code !== 'trade_state_conflict') throw new Error(`${key}: neither in time nor late: ${text}`);
  return code === 'done';
}

/** Around the end of a window of one second. */
const brink = (draw: number | undefined): Promise<void> => pause(700 + ((draw ?? 0) % 500));

async function completed(lane: Lane, key: string, trade: Trade, price: number): Promise<void> {
  await settled(lane, key, trade, 'COMPLETED none');
  earn(lane, lane.provider.principalKey, price);
  earn(lane, lane.consumer.principalKey, -price);
}

/** F5, no checkpoint: the provider is paid, and compensated. */
async function silenced(lane: Lane, key: string, trade: Trade, price: number): Promise<void> {
  await settled(lane, key, trade, 'COMPENSATED F5');
  const slash = slashOf(lane, lane.consumer, bondOf(price) / 2);
  earn(lane, lane.provider.principalKey, price + slash);
  earn(lane, lane.consumer.principalKey, -price - slash);
}

/** A contract on the brink of its deadline: in time, or F1. */
export async function late(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await begin(lane, key, [price], { contract: 1, checkpoint: DAY });
  await brink(draws[1]);
  if (inTime(key, await lane.calls.ask(contractOf(lane, key, trade, 1)))) {
    await lane.calls.must(checkpointOf(lane, key, trade, 1, 'CONFIRMED'));
    await completed(lane, key, trade, price);
    return;
  }
  await settled(lane, key, trade, 'COMPENSATED F1');
  const slash = slashOf(lane, lane.provider, bondOf(price));
  earn(lane, lane.provider.principalKey, -slash);
  earn(lane, lane.consumer.principalKey, slash);
}

/** A checkpoint on the brink of its deadline: in time, or F5. */
export async function silent(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await begin(lane, key, [price], { contract: DAY, checkpoint: 1 });
  await lane.calls.must(contractOf(lane, key, trade, 1));
  await brink(draws[1]);
  const came = inTime(key, await lane.calls.ask(checkpointOf(lane, key, trade, 1, 'CONFIRMED')));
  await (came ? completed : silenced)(lane, key, trade, price);
}

/** Half of what was agreed, and nobody says a word more: F3 when the time is over. */
export async function short(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await begin(lane, key, [price], SHORT);
  await lane.calls.must(contractOf(lane, key, trade, 1));
  const half = checkpointOf(lane, key, trade, 1, 'CONFIRMED', ITEMS.length / 2);
  // All faults together may take longer than the window.
  if (!inTime(key, await lane.calls.ask(half))) {
    await silenced(lane, key, trade, price);
    return;
  }
  await settled(lane, key, trade, 'COMPENSATED F3');
  // Half of 8,000 bps is 5,000: paid is 5/8 of the price, and 3/8 of the bond is at stake.
  const paid = Math.floor((price * 5) / 8);
  const slash = slashOf(lane, lane.provider, (bondOf(price) * 3) / 8);
  earn(lane, lane.provider.principalKey, paid - slash);
  earn(lane, lane.consumer.principalKey, slash - paid);
}
