import { openConnection } from '../../src/database/connection/connection';
import { policyOf } from '../../src/domain/trades/policy';
import { backtest } from '../../src/operations/queries/backtest';
import { useTestApp } from '../support/app';
import type { Party } from '../support/actors';
import { body, restAs } from '../support/rest';
import { refusal } from '../support/exchange';
import { settleBothWays, twoParties } from '../support/trades';

/** The backtest of a policy as operators request it. */

const PERIOD = { since: '2000-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' };

const app = useTestApp();
let provider: Party;
beforeAll(async () => {
  const parties = await twoParties(app);
  ({ provider } = parties);
  await settleBothWays(app, parties);
});

interface Stamps {
  readonly provider: number;
  readonly consumer: number;
  readonly other: number;
  readonly slashPool: number;
}
interface Result {
  readonly settlements: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly stamps: Stamps;
  readonly byClass: readonly { readonly from: string | null; readonly to: string | null; readonly trades: number }[];
  readonly notComparable: readonly { readonly reason: string; readonly settlements: number }[];
}

const STAMPS = 'stamps { provider consumer other slashPool }';
const QUERY = `query ($policyVersion: String!, $since: DateTime!, $until: DateTime!) {
  policyBacktest(policyVersion: $policyVersion, since: $since, until: $until) {
    policyVersion since until settlements unchanged changed ${STAMPS}
    byClass { from to trades ${STAMPS} } notComparable { reason settlements } } }`;

const request = (policyVersion: string, period: object = PERIOD) =>
  app.operator.queryOrThrow<{ policyBacktest: Result }>(QUERY, { policyVersion, ...PERIOD, ...period });
const refusedAs = (policyVersion: string, period: object = PERIOD) =>
  refusal(request(policyVersion, period), 'validation_failed');

// @spec SE57
test('An operator’s backtest has the figures of the CLI, in GraphQL and in REST', async () => {
  const connection = await openConnection(app.ownerUrl);
  const period = { since: new Date(PERIOD.since), until: new Date(PERIOD.until) };
  const printed = await backtest(connection, policyOf('slash_policy_v1'), period).finally(() => connection.close());
  const { policyBacktest: result } = await request('slash_policy_v1');
  const { provider: ofProvider, consumer } = printed.gains;
  const stamps = { provider: Number(ofProvider), consumer: Number(consumer), other: 0, slashPool: 0 };
  expect(result).toEqual({
    policyVersion: 'slash_policy_v1',
    ...PERIOD,
    settlements: printed.settlements,
    unchanged: printed.unchanged,
    changed: printed.changed,
    stamps,
    byClass: [{ from: 'F1', to: 'F1', trades: 1, stamps }],
    notComparable: [],
  });
  expect(printed).toMatchObject({ settlements: 2, unchanged: 1, changed: 1 });

  const operator = restAs(app, { credential: app.operatorCredential });
  const path = `/policies/slash_policy_v1/backtest?since=${PERIOD.since}&until=${PERIOD.until}`;
  const data = body<object>(await operator.get(path));
  const { slashPool: slash_pool, ...others } = stamps;
  const inRest = { ...others, slash_pool };
  expect(data).toMatchObject({ settlements: 2, changed: 1, stamps: inRest, not_comparable: [] });
  expect(data).toMatchObject({ by_class: [{ from: 'F1', to: 'F1', trades: 1, stamps: inRest }] });
});

test('should read only the settlements of the period, and change nothing under the same policy', async () => {
  const { policyBacktest: none } = await request('slash_policy_v1', { until: '2000-01-02T00:00:00Z' });
  expect(none).toMatchObject({ settlements: 0, changed: 0, byClass: [], notComparable: [] });
  const { policyBacktest: same } = await request('slash_policy_v1.1');
  expect(same).toMatchObject({ settlements: 2, unchanged: 2, changed: 0 });
});

test('should include the start of the period and exclude its end', async () => {
  const rows = await app.sql<{ at: Date }>('SELECT settled_at AS at FROM settlement ORDER BY settled_at');
  const [first, second] = rows.map(({ at }) => at.toISOString());
  const { policyBacktest: result } = await request('slash_policy_v1', { since: first, until: second });
  expect(result).toMatchObject({ settlements: 1, unchanged: 1 });
});

test('should refuse an unknown policy and an empty period with the input that is wrong', async () => {
  expect(await refusedAs('slash_policy_v9')).toMatchObject({
    fields: [{ path: ['policyVersion'], detail: expect.stringContaining('slash_policy_v1.1') as string }],
  });
  expect(await refusedAs('slash_policy_v1', { until: PERIOD.since })).toMatchObject({
    fields: [{ path: ['until'] }],
  });
});

test('should be refused to an agent as other reads of operators are', async () => {
  const query = provider.api.queryOrThrow(QUERY, { policyVersion: 'slash_policy_v1', ...PERIOD });
  await refusal(query, 'platform_only');
});

// @spec SE58
test('should answer for 1,000 settlements, and send an operator with more to the CLI', async () => {
  // Copies of the failed trade, which have no trades.
  const copies = (count: number) =>
    app.sql(
      `INSERT INTO settlement SELECT gen_random_uuid(), gen_random_uuid(), outcome, failure_class, failure_cause, faulted_step_no,
         fault_principal_id, slash_amount, comp, policy_version, rule_version, evidence, evidence_sha256,
         '2010-01-01T00:00:00Z'::timestamptz + n / 4 * interval '1 ms'
       FROM settlement, generate_series(1, ${String(count)}) n WHERE failure_class IS NOT NULL AND settled_at > '2011-01-01'`,
    );
  await app.sql('ALTER TABLE settlement DROP CONSTRAINT settlement_trade');
  await copies(1_000);
  const until = '2011-01-01T00:00:00.000Z';
  const { policyBacktest: result } = await request('slash_policy_v1', { until });
  expect(result).toMatchObject({ settlements: 1_000, changed: 1_000, byClass: [{ trades: 1_000 }] });
  await copies(1);
  const refused = request('slash_policy_v1', { until });
  expect(await refusal(refused, 'validation_failed')).toMatchObject({
    fields: [{ path: ['until'], detail: 'is too late: the period has more than 1,000 settlements' }],
  });
  await expect(refused).rejects.toMatchObject({ remedy: expect.stringContaining('npx ats policy backtest') as string });
});
