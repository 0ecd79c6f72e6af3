import type { Db } from '../../src/database/transactions/statement';
import { drive, type Round, type Timed } from './bench';
import { CONTRACT } from './effects';
import type { Mutate } from './http';
import type { Deal } from './market';

const CREATE = 'mutation ($input: CreateTradeInput!) { createTrade(input: $input) { trade { tradeKey state } } }';
const ACTIVATE = `mutation ($input: ActivateTradeInput!) {
  activateTrade(input: $input) { trade { tradeKey state steps { stepNo state deadlineAt } } } }`;
const PUBLISH = `mutation ($input: PublishDeliveryContractInput!) {
  publishDeliveryContract(input: $input) { step { stepNo state contractPublishedAt deadlineAt } trade { state } } }`;
const CHECKPOINT = `mutation ($input: SubmitCheckpointInput!) {
  submitCheckpoint(input: $input) { step { stepNo checkpointStatus coverageBps } trade { state } } }`;

const items = CONTRACT.items.map(({ item_id: itemId, description, weight }) => ({ itemId, description, weight }));

/**
 * Plays whole trades through the API: four signed, idempotent mutations each, sent by its two parties. The worker
 * settles. The round ends with the last settlement, so a slow worker is visible.
 */
export async function ours(
  mutate: Mutate,
  db: Db,
  deals: readonly Deal[],
  clients: number,
  seconds: number,
): Promise<Round> {
  const next = deals[Symbol.iterator]();
  const before = await settlements(db);
  const start = performance.now();
  const round = await drive(clients, seconds, async (_, timed) => {
    const { value, done } = next.next();
    if (done === true) return false;
    await life(mutate, value, timed);
    return true;
  });
  await settled(db, before + round.trades);
  return { ...round, seconds: (performance.now() - start) / 1000 };
}

async function life(mutate: Mutate, deal: Deal, timed: Timed): Promise<void> {
  const tradeKey = await delivered(mutate, deal, timed);
  await timed('submitCheckpoint', () => confirm(mutate, deal, tradeKey));
}

/** Plays a trade up to its published contract and returns its key. */
export async function delivered(mutate: Mutate, deal: Deal, timed: Timed): Promise<string> {
  const tradeKey = await activated(mutate, deal, timed);
  await timed('publishDeliveryContract', () => publish(mutate, deal, tradeKey));
  return tradeKey;
}

/** Plays a trade up to its first active step and returns its key. */
export async function activated(mutate: Mutate, { consumer, proposal }: Deal, timed: Timed): Promise<string> {
  const { trade } = await timed('createTrade', () =>
    mutate<{ trade: { tradeKey: string } }>(consumer, CREATE, { proposalId: proposal.proposalId }),
  );
  const { tradeKey } = trade;
  await timed('activateTrade', () => mutate(consumer, ACTIVATE, { tradeKey }));
  return tradeKey;
}

export function publish(mutate: Mutate, { provider }: Deal, tradeKey: string): Promise<unknown> {
  return mutate(provider, PUBLISH, { tradeKey, stepNo: 1, summary: CONTRACT.summary, items });
}

export function confirm(mutate: Mutate, { consumer }: Deal, tradeKey: string): Promise<unknown> {
  return mutate(consumer, CHECKPOINT, { tradeKey, stepNo: 1, status: 'CONFIRMED' });
}

export async function settlements(db: Db): Promise<number> {
  const [row] = await db.query<{ n: bigint }>({ text: 'SELECT count(*) AS n FROM settlement' });
  return Number(row?.n ?? 0n);
}

const SETTLE_TIMEOUT_MS = 60_000;

async function settled(db: Db, count: number): Promise<void> {
  const until = performance.now() + SETTLE_TIMEOUT_MS;
  while ((await settlements(db)) < count) {
    if (performance.now() > until) throw new Error('not every trade was settled within a minute');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Milliseconds from each checkpoint to its trade's settlement, both by the database's clock. */
export async function settleDelays(db: Db): Promise<number[]> {
  const rows = await db.query<{ ms: number }>({
    text: `SELECT (extract(epoch FROM t.settled_at - s.checkpoint_submitted_at) * 1000)::float8 AS ms
      FROM trade t JOIN trade_step s USING (trade_id) WHERE t.settled_at IS NOT NULL`,
  });
  return rows.map(({ ms }) => ms);
}
