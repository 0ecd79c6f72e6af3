import type { Db } from '../../../src/database/transactions/statement';
import { CONTRACT } from '../effects';
import type { Mutate } from '../http';
import type { Deal } from '../market';

const CREATE = 'mutation ($input: CreateTradeInput!) { createTrade(input: $input) { trade { tradeKey tradeId } } }';
const ACTIVATE = 'mutation ($input: ActivateTradeInput!) { activateTrade(input: $input) { trade { state } } }';
const PUBLISH =
  'mutation ($input: PublishDeliveryContractInput!) { publishDeliveryContract(input: $input) { step { state } } }';
const CHECKPOINT = 'mutation ($input: SubmitCheckpointInput!) { submitCheckpoint(input: $input) { step { state } } }';

const items = CONTRACT.items.map(({ item_id: itemId, description, weight }) => ({ itemId, description, weight }));
const SETTLE_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;

/** Plays a deal's trade with all steps through the API. Resolves when the worker has settled it. */
export async function play(mutate: Mutate, db: Db, { provider, consumer, proposal, revision }: Deal): Promise<void> {
  const { trade } = await mutate<{ trade: { tradeKey: string; tradeId: string } }>(consumer, CREATE, {
    proposalId: proposal.proposalId,
  });
  const { tradeKey, tradeId } = trade;
  for (const { step_no: stepNo } of revision.terms.steps) {
    await mutate(consumer, ACTIVATE, { tradeKey });
    await mutate(provider, PUBLISH, { tradeKey, stepNo, summary: CONTRACT.summary, items });
    await mutate(consumer, CHECKPOINT, { tradeKey, stepNo, status: 'CONFIRMED' });
    await until(db, `SELECT state = 'passed' AS met FROM trade_step WHERE trade_id = $1 AND step_no = $2`, [
      tradeId,
      stepNo,
    ]);
  }
  await until(db, 'SELECT settled_at IS NOT NULL AS met FROM trade WHERE trade_id = $1', [tradeId]);
}

async function until(db: Db, text: string, values: readonly unknown[]): Promise<void> {
  const end = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const [row] = await db.query<{ met: boolean }>({ text, values });
    if (row?.met === true) return;
    if (performance.now() > end) throw new Error('a trade was not settled within a minute');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
