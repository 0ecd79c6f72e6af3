import { setTimeout as pause } from 'node:timers/promises';
import { addExpectedStamps, type Lane } from './parties';
import type { Answer } from './calls';
import type { Scene } from './plan';
import { startTrade, bondOf, checkpointOf, contractOf, ITEMS, waitForSettlement, slashOf, type Trade } from './trading';

/**
 * Scenes of trades that end near or at a deadline.
 * The late call is sent about at the deadline while two workers sweep and faults happen. Its answer decides how the
 * trade must end.
 */

const DAY = 86_400;
const SHORT = { contract: DAY, checkpoint: 6 };

/** Whether the call was accepted before the deadline. No other refusal is allowed. */
function wasBeforeDeadline(key: string, { code, text }: Answer<unknown>): boolean {
  if (code !== 'done' && code !== 'trade_state_conflict') throw new Error(`${key}: neither accepted nor late: ${text}`);
  return code === 'done';
}

/** Waits until shortly before or after the end of a window of one second. */
const waitNearDeadline = (draw: number | undefined): Promise<void> => pause(700 + ((draw ?? 0) % 500));

async function expectCompleted(lane: Lane, key: string, trade: Trade, price: number): Promise<void> {
  await waitForSettlement(lane, key, trade, 'COMPLETED none');
  addExpectedStamps(lane, lane.provider.principalKey, price);
  addExpectedStamps(lane, lane.consumer.principalKey, -price);
}

/** Expects F5 (no checkpoint): the provider is paid and compensated. */
async function expectNoCheckpoint(lane: Lane, key: string, trade: Trade, price: number): Promise<void> {
  await waitForSettlement(lane, key, trade, 'COMPENSATED F5');
  const slash = slashOf(lane, lane.consumer, bondOf(price) / 2);
  addExpectedStamps(lane, lane.provider.principalKey, price + slash);
  addExpectedStamps(lane, lane.consumer.principalKey, -price - slash);
}

/** Publishes a contract near its deadline: accepted, or F1. */
export async function late(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await startTrade(lane, key, [price], { contract: 1, checkpoint: DAY });
  await waitNearDeadline(draws[1]);
  if (wasBeforeDeadline(key, await lane.calls.ask(contractOf(lane, key, trade, 1)))) {
    await lane.calls.askSuccessfully(checkpointOf(lane, key, trade, 1, 'CONFIRMED'));
    await expectCompleted(lane, key, trade, price);
    return;
  }
  await waitForSettlement(lane, key, trade, 'COMPENSATED F1');
  const slash = slashOf(lane, lane.provider, bondOf(price));
  addExpectedStamps(lane, lane.provider.principalKey, -slash);
  addExpectedStamps(lane, lane.consumer.principalKey, slash);
}

/** Submits a checkpoint near its deadline: accepted, or F5. */
export async function silent(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await startTrade(lane, key, [price], { contract: DAY, checkpoint: 1 });
  await lane.calls.askSuccessfully(contractOf(lane, key, trade, 1));
  await waitNearDeadline(draws[1]);
  const isAccepted = wasBeforeDeadline(key, await lane.calls.ask(checkpointOf(lane, key, trade, 1, 'CONFIRMED')));
  await (isAccepted ? expectCompleted : expectNoCheckpoint)(lane, key, trade, price);
}

/** Confirms half of the items, and expects F3 at the deadline. */
export async function short(lane: Lane, { key, draws }: Scene): Promise<void> {
  const price = 100 + (draws[0] ?? 0);
  const trade = await startTrade(lane, key, [price], SHORT);
  await lane.calls.askSuccessfully(contractOf(lane, key, trade, 1));
  const half = checkpointOf(lane, key, trade, 1, 'CONFIRMED', ITEMS.length / 2);
  // The faults together may last longer than the window.
  if (!wasBeforeDeadline(key, await lane.calls.ask(half))) {
    await expectNoCheckpoint(lane, key, trade, price);
    return;
  }
  await waitForSettlement(lane, key, trade, 'COMPENSATED F3');
  // Half of 8,000 bps is 5,000: paid is 5/8 of the price, and 3/8 of the bond is at stake.
  const paid = Math.floor((price * 5) / 8);
  const slash = slashOf(lane, lane.provider, (bondOf(price) * 3) / 8);
  addExpectedStamps(lane, lane.provider.principalKey, paid - slash);
  addExpectedStamps(lane, lane.consumer.principalKey, slash - paid);
}
