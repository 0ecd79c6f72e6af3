import { useTestApp } from '../support/app';
import { idOf } from '../../src/domain/keys';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';
import { codeOf } from '../support/parties';
import { auditOf, twoParties } from '../support/trades';
import { openStore, testServices } from '../support/service';
import { settleSweep } from '../../src/workers/settle-sweep';

/** Facts decide; the rows of a trade are their projection (docs/concepts/facts.md). */

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

interface FactText {
  readonly body: string;
}
interface Fact {
  readonly kind: string;
  readonly actor: string | null;
  readonly request_digest: string | null;
}

const idOfTrade = ({ tradeKey }: StartedTrade): string => idOf('trd', tradeKey) ?? '';

async function factsOf(trade: StartedTrade): Promise<Fact[]> {
  const rows = await app.sql<FactText>('SELECT body FROM trade_fact WHERE trade_id = $1 ORDER BY fact_no', [
    idOfTrade(trade),
  ]);
  return rows.map(({ body }) => JSON.parse(body) as Fact);
}

async function sweep(): Promise<{ settled: number; quarantined: number }> {
  const store = await openStore(app.ownerUrl, app.clock);
  try {
    const task = settleSweep(store, testServices());
    await task.run();
    return task.counts;
  } finally {
    await store.close();
  }
}

async function contested(): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  return trade;
}

// @spec FA1, FA2
test('should keep one fact for each act, with its actor and the digest of its request, in a chain', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await sweep();
  const facts = await factsOf(trade);
  const { principalKey: seller } = provider;
  const { principalKey: buyer } = consumer;
  expect(facts.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['created', buyer],
    ['step_activated', buyer],
    ['contract_published', seller],
    ['checkpoint_submitted', buyer],
    ['settled', null],
  ]);
  const digests = facts.map(({ request_digest }) => request_digest);
  expect(digests.slice(0, 4)).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
  expect([new Set(digests).size, digests[4]]).toEqual([5, null]);
  expect(await auditOf(app)).toEqual([]);
});

// @spec FA3, FA4
test('should not settle a forged verdict, and give the trade to operators', async () => {
  const trade = await contested();
  const verdict = { verdict: 'pass', reason: 'forged', coverage_bps: 10_000, submitted_at: new Date(0).toISOString() };
  await app.sql('UPDATE trade_step SET verdict = $2 WHERE trade_id = $1', [idOfTrade(trade), verdict]);
  await app.sql(`UPDATE trade SET due_at = '1970-01-01' WHERE trade_id = $1`, [idOfTrade(trade)]);
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['F2', 'F2']);
  expect(await sweep()).toMatchObject({ settled: 0, quarantined: 1 });
  const call = mutate(app.operator, 'settleTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  expect(await codeOf(call)).toBe('trade_state_conflict');
  const withdraw = mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  expect(await codeOf(withdraw)).toBe('trade_state_conflict');
  const { operatorTrades } = await app.operator.queryOrThrow<{ operatorTrades: { nodes: unknown[] } }>(
    '{ operatorTrades(awaiting: SETTLEMENT) { nodes { tradeKey settlementError } } }',
  );
  expect(operatorTrades.nodes).toEqual([
    { tradeKey: trade.tradeKey, settlementError: 'the stored trade differs from its facts: dueAt, step 1: verdict' },
  ]);
  await app.sql(
    `UPDATE trade t SET due_at = s.deadline_at FROM trade_step s WHERE s.trade_id = t.trade_id AND t.trade_id = $1`,
    [idOfTrade(trade)],
  );
  await app.sql('UPDATE trade_step SET verdict = NULL WHERE trade_id = $1', [idOfTrade(trade)]);
  await mutate(
    app.operator,
    'evaluateTrade',
    { tradeKey: trade.tradeKey, verdict: 'FAIL', reason: 'Seen' },
    'trade { state }',
  );
  expect(await sweep()).toMatchObject({ settled: 1, quarantined: 0 });
  await settled(trade);
  expect(await auditOf(app)).toEqual([]);
});

// @spec FA5
test('should go on with the trades and the acts of a release without facts', async () => {
  const trade = await startTrade(provider, consumer);
  const id = idOfTrade(trade);
  await app.sql(
    `SET session_replication_role = replica; DELETE FROM trade_fact WHERE trade_id = '${id}'; RESET session_replication_role`,
  );
  await app.sql('SELECT trade_import_facts(ARRAY[$1::uuid], now())', [id]);
  await activate(trade);
  // The previous release sends rows, and no facts.
  await app.sql(
    `SELECT apply_effects(jsonb_build_object('trades', jsonb_build_array(to_jsonb(t) || '{"idle_window_seconds": 5}'),
       'steps', (SELECT jsonb_agg(to_jsonb(s) || '{"fee_stamps": 10}') FROM trade_step s WHERE s.trade_id = t.trade_id)), now())
     FROM trade t WHERE trade_id = $1`,
    [id],
  );
  expect((await factsOf(trade)).map(({ kind }) => kind)).toEqual(['imported', 'step_activated', 'imported']);
  await publishContract(trade);
  await checkpoint(trade);
  expect(await sweep()).toMatchObject({ settled: 1 });
  expect(await auditOf(app)).toEqual([]);
});
