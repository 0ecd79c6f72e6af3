import { parseKey } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import { Connection } from '../support/ledger';
import { inOrder, whileLocked } from '../support/concurrent-calls';
import {
  accept,
  activate,
  checkpoint,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  startTrade,
  until,
} from '../support/actors';
import { codeOf } from '../support/parties';
import { twoParties } from '../support/trades';

/** The queue of a row that several parties lock (sql/trades/wait_for_turn.sql). */

let app: TestApp;
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  ({ provider, consumer } = await twoParties(app));
});
afterAll(() => app.stop());

const idOf = (key: string): string => parseKey(key)?.id ?? '';

/** How many transactions wait for a turn, and how many for a row. */
async function waitsOf(): Promise<{ turns: number; rows: number }> {
  const rows = await app.sql(`SELECT wait_event FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  const turns = rows.filter((row) => row['wait_event'] === 'advisory').length;
  return { turns, rows: rows.length - turns };
}

describe('Several calls of one party wait for a row', () => {
  // @spec ST40
  test('should serve its counterparty on a trade after the first of them', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    const early = () => codeOf(checkpoint(trade));
    const calls = [early, early, early, () => codeOf(publishContract(trade))];
    // The contract comes before the second checkpoint, which would else be refused like the first.
    expect(await inOrder(app, trade.tradeKey, calls)).toEqual([
      'trade_state_conflict',
      'done',
      'trade_state_conflict',
      'done',
    ]);
  });

  // @spec ST40
  test('should serve its counterparty on a proposal after the first of them', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, consumer);
    const { proposalKey } = deal;
    const early = () => codeOf(mutate(consumer.api, 'createTrade', { proposalKey }, 'trade { tradeKey }'));
    const calls = [early, early, () => codeOf(accept(deal, provider))];
    expect(await inOrder(app, proposalKey, calls)).toEqual(['trade_proposal_not_fully_accepted', 'done', 'done']);
  });
});

describe('Several calls of one party wait for its counterparty as a principal', () => {
  // @spec ST40
  test('should have one place in the queue', async () => {
    const trades = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
    const calls = trades.map((trade) => () => codeOf(activate(trade, provider)));
    const places = await whileLocked(app, consumer.principalKey, async () => {
      const running = calls.map((call) => call());
      await until(waitsOf, ({ turns, rows }) => turns + rows === calls.length);
      const found = await waitsOf();
      return { found, running };
    });
    expect(places.found).toEqual({ rows: 1, turns: 1 });
    expect(await Promise.all(places.running)).toEqual(['done', 'done']);
  });
});

describe('A call of a principal that has no part in it', () => {
  // @spec ST40
  test('should not wait for a trade', async () => {
    const trade = await startTrade(provider, consumer);
    const other = await createParty(app, 'other');
    const input = { tradeKey: trade.tradeKey };
    const call = () => codeOf(mutate(other.api, 'activateTrade', input, 'trade { state }'));
    expect(await whileLocked(app, trade.tradeKey, call)).toBe('trade_not_found');
  });

  // @spec ST40
  test('should not wait for a proposal', async () => {
    const { proposalKey } = await propose(provider, consumer);
    const other = await createParty(app, 'other');
    const call = () => codeOf(mutate(other.api, 'createTrade', { proposalKey }, 'trade { tradeKey }'));
    expect(await whileLocked(app, proposalKey, call)).toBe('proposal_not_found');
  });
});

describe('A request of several mutations that waits for a trade', () => {
  // @spec SE67
  test('should give its principal to a transaction that holds the trade', async () => {
    const [first, second] = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
    const worker = await Connection.open(app.ownerUrl);
    const document = `mutation ($bond: ReserveBondInput!, $first: ActivateTradeInput!, $second: ActivateTradeInput!) {
      bond: reserveBond(input: $bond) { principal { id } }
      first: activateTrade(input: $first) { trade { state } }
      second: activateTrade(input: $second) { trade { state } } }`;
    const { principalKey } = consumer;
    const variables = {
      bond: { principalKey, amountStamps: 1 },
      first: { principalKey, tradeKey: first.tradeKey },
      second: { principalKey, tradeKey: second.tradeKey },
    };
    try {
      await worker.sql('BEGIN');
      await worker.sql('SELECT FROM trade WHERE trade_id = $1 FOR UPDATE', idOf(second.tradeKey));
      // The worker waits for the principal before the request waits for its trade, so PostgreSQL would end the worker.
      const { call, locked } = await whileLocked(app, first.tradeKey, async () => {
        const running = codeOf(consumer.api.mutate(document, variables));
        await until(waitsOf, ({ turns, rows }) => turns + rows === 1);
        const lock = worker.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', idOf(principalKey));
        await until(waitsOf, ({ turns, rows }) => turns + rows === 2);
        return { call: running, locked: lock };
      });
      await locked;
      await worker.sql('COMMIT');
      expect(['done', 'service_unavailable']).toContain(await call);
    } finally {
      await worker.close();
    }
  });
});
