import { createHash } from 'node:crypto';
import { canonical } from '../../src/domain/canonical';
import { idOf, keyOf } from '../../src/domain/keys';
import { recompute } from '../../src/domain/trades/settlement';
import { useTestApp } from '../support/app';
import { body, restOf, under } from '../support/rest';
import { agree, begin, fundedParties, readTrade, twoParties, worth } from '../support/trades';
import {
  activate,
  checkpoint,
  createParty,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** Specification "Settlement record (own side only)" and "Get settlement". */

const CONTRACT_WINDOW = 86_400;

const app = useTestApp({ ATS_POLICY_VERSION: 'slash_policy_v1' });
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/** The fee of the own listing, which is no part of the trade. */
const LISTING_FEE = 10;

const SETTLEMENT = `settlement { id settlementKey tradeKey outcome failureClass failureCause faultedStepNo faultPrincipalKey slashAmount
  comp { principalKey amount exposureBasis kind } policyVersion ruleVersion evidenceSha256 settledAt evidence
  own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps } }`;

interface SettlementAnswer {
  readonly settlementKey: string;
  readonly tradeKey: string;
  readonly outcome: string;
  readonly comp: readonly { readonly principalKey: string; readonly amount: number; readonly exposureBasis: number }[];
  readonly faultPrincipalKey: string | null;
  readonly slashAmount: number;
  readonly policyVersion: string;
  readonly ruleVersion: string;
  readonly evidence: Record<string, unknown>;
  readonly evidenceSha256: string;
  readonly own: Record<string, number> | null;
}

const record = async (trade: StartedTrade, by: Party): Promise<SettlementAnswer> =>
  (await readTrade<{ settlement: SettlementAnswer }>(trade, SETTLEMENT, by)).settlement;

async function completed(): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
  return trade;
}

async function failedFirst(): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  app.clock.advance(CONTRACT_WINDOW);
  await settled(trade);
  return trade;
}

describe('Get settlement', () => {
  // @spec SE27
  it('No settlement exists yet: null', async () => {
    const trade = await startTrade(provider, consumer);
    expect(await readTrade(trade, SETTLEMENT)).toEqual({ settlement: null });
    await activate(trade);
    expect(await readTrade(trade, SETTLEMENT)).toEqual({ settlement: null });
  });

  // @spec SE27
  it('A requester who is not a party gets the same empty answer as for an unknown trade', async () => {
    const trade = await completed();
    const otherParty = await createParty(app, 'Stranger');
    const { settlementKey } = await record(trade, provider);
    const ask = (tradeKey: string, key: string): Promise<unknown> =>
      otherParty.api.queryOrThrow(
        `query ($t: ID!, $s: ID!) { principal { trade(tradeKey: $t) { id } } node(id: $s) { id } }`,
        {
          t: tradeKey,
          s: key,
        },
      );
    const nothing = { principal: { trade: null }, node: null };
    expect(await ask(trade.tradeKey, settlementKey)).toEqual(nothing);
    const absent = '01890000-0000-7000-8000-000000000000';
    expect(await ask(keyOf('trd', absent), keyOf('stl', absent))).toEqual(nothing);
  });

  // @spec SE14, SE20, SE23, SE24
  // @id clean-completion
  it('failure_class and fault_principal_key are null on successful completion, comp is empty on a clean completion', async () => {
    const trade = await completed();
    expect(await record(trade, consumer)).toMatchObject({
      tradeKey: trade.tradeKey,
      outcome: 'COMPLETED',
      failureClass: null,
      failureCause: null,
      faultPrincipalKey: null,
      faultedStepNo: null,
      slashAmount: 0,
      comp: [],
      policyVersion: 'slash_policy_v1',
      ruleVersion: 'rules_v1',
    });
  });

  // @spec SE13, SE25
  // @id settlement-own-side
  it('Each party reads its own side', async () => {
    const trade = await completed();
    expect((await record(trade, provider)).own).toEqual({
      paidStamps: 0,
      receivedStamps: 1000,
      feesStamps: 0,
      bondReleasedStamps: 200,
      bondSlashedStamps: 0,
      compensationStamps: 0,
    });
    expect((await record(trade, consumer)).own).toEqual({
      paidStamps: 1000,
      receivedStamps: 0,
      feesStamps: 10,
      bondReleasedStamps: 200,
      bondSlashedStamps: 0,
      compensationStamps: 0,
    });
  });

  // @spec SE25
  it.each([
    ['a completed trade', completed, [1000, -1010]],
    ['a trade without a contract', failedFirst, [-100, 90]],
  ])('The own net amount is the change of the balances: %s', async (_name, play, nets) => {
    const parties = [provider, consumer];
    const before = await Promise.all(parties.map(worth));
    const trade = await play();
    const own = 'settlement { own { netStamps } }';
    for (const [index, party] of parties.entries()) {
      const { settlement } = await readTrade<{ settlement: { own: { netStamps: number } } }>(trade, own, party);
      expect(settlement.own.netStamps).toBe(nets[index]);
      expect((await worth(party)) - (before[index] ?? 0)).toBe((nets[index] ?? 0) - LISTING_FEE);
    }
  });

  // @spec SE22
  // @id settlement-third-party
  it('comp has one entry per compensated party, in order of keys; a third party sees only its own side', async () => {
    const [a, b, c] = (await fundedParties(app, 'A', 'B', 'C')) as [Party, Party, Party];
    const steps = [
      { provider: a, consumer: b, price: 600 },
      { provider: b, consumer: c, price: 400 },
    ];
    const trade = await begin(await agree({ steps }));
    await activate(trade, c);
    app.clock.advance(CONTRACT_WINDOW);
    await settled(trade, c);
    const [seenByA, seenByB, seenByC] = await Promise.all([a, b, c].map((party) => record(trade, party)));
    expect(seenByA?.comp.map((one) => one.principalKey)).toEqual([b, c].map((one) => one.principalKey).sort());
    expect(new Set([seenByA, seenByB, seenByC].map((seen) => JSON.stringify({ ...seen, own: null }))).size).toBe(1);
    expect([seenByA, seenByB, seenByC].map((seen) => seen?.own?.['compensationStamps'])).toEqual([0, 43, 17]);
    expect([seenByA, seenByB, seenByC].map((seen) => seen?.own?.['bondSlashedStamps'])).toEqual([60, 0, 0]);
    expect([seenByA, seenByB, seenByC].map((seen) => seen?.own?.['feesStamps'])).toEqual([0, 6, 0]);
  });

  // @spec SE37
  it('An operator sees the settlement of any trade, and no own side', async () => {
    const trade = await completed();
    const { operatorTrade } = await app.operator.queryOrThrow<{ operatorTrade: { settlement: SettlementAnswer } }>(
      `query ($key: ID!) { operatorTrade(tradeKey: $key) { ${SETTLEMENT} } }`,
      { key: trade.tradeKey },
    );
    expect(operatorTrade.settlement).toEqual({ ...(await record(trade, provider)), own: null });
  });

  // @spec SE7
  it('Settling a terminal trade returns its settlement', async () => {
    const trade = await completed();
    const { settlement } = await mutate<{ settlement: SettlementAnswer }>(
      app.operator,
      'settleTrade',
      { tradeKey: trade.tradeKey },
      SETTLEMENT,
    );
    expect(settlement).toEqual({ ...(await record(trade, provider)), own: null });
  });
});

// @spec SE29, V3
describe('The record is reproducible', () => {
  it.each([
    ['a completion', completed],
    ['a fault', failedFirst],
  ])('%s: recomputed from its evidence alone, and the digest is of the evidence’s canonical bytes', async (_, play) => {
    const trade = await play();
    const seen = await record(trade, consumer);
    const text = canonical(seen.evidence);
    expect(createHash('sha256').update(text).digest('hex')).toBe(seen.evidenceSha256);
    const computed = recompute(text);
    expect({
      outcome: computed.outcome.toUpperCase(),
      slashAmount: Number(computed.slashAmount),
      fault: computed.faultPrincipalId,
      comp: computed.comp.map((one) => [keyOf('prn', one.principal_id), one.amount, one.exposure_basis]),
      versions: [computed.policyVersion, computed.ruleVersion],
    }).toEqual({
      outcome: seen.outcome,
      slashAmount: seen.slashAmount,
      fault: seen.faultPrincipalKey === null ? null : idOf('prn', seen.faultPrincipalKey),
      comp: seen.comp.map((one) => [one.principalKey, one.amount, one.exposureBasis]),
      versions: [seen.policyVersion, seen.ruleVersion],
    });
    const own = computed.parties.find((side) => side.principalId === idOf('prn', consumer.principalKey));
    expect(seen.own).toMatchObject({
      paidStamps: Number(own?.paidStamps),
      bondReleasedStamps: Number(own?.bondReleasedStamps),
      compensationStamps: Number(own?.compensationStamps),
    });
  });

  // @spec SE30
  it('The evidence names no other trade, no fee and no rebuttal', async () => {
    const first = await failedFirst();
    const second = await failedFirst();
    const text = canonical((await record(second, consumer)).evidence);
    expect(text).not.toContain(first.tradeKey);
    expect(text).not.toMatch(/fee|rebuttal/);
    expect((await record(second, consumer)).evidence['fault_history']).toMatchObject({ faults: 1 });
  });

  // @spec SE21, SE31
  it('The discount applies to the first fault only', async () => {
    const first = await record(await failedFirst(), consumer);
    const second = await record(await failedFirst(), consumer);
    expect([first.slashAmount, second.slashAmount]).toEqual([100, 200]);
  });
});

// @spec WH2
it('Every party gets trade.completed or trade.failed when the trade settles', async () => {
  const trades = [await completed(), await failedFirst()];
  const eventsOfTrades = await Promise.all(
    trades.map(({ tradeKey }) =>
      app.sql<{ type: string; principal_id: string }>(
        `SELECT type, principal_id FROM event WHERE subject_key = $1 AND type IN ('trade.completed', 'trade.failed')`,
        [tradeKey],
      ),
    ),
  );
  expect(eventsOfTrades.map((events) => events.map(({ type }) => type))).toEqual([
    ['trade.completed', 'trade.completed'],
    ['trade.failed', 'trade.failed'],
  ]);
  const parties = [provider, consumer].map(({ principalKey }) => idOf('prn', principalKey));
  for (const events of eventsOfTrades) expect(events.map((event) => event.principal_id).sort()).toEqual(parties.sort());
});

// @spec SE26
it('The record shows no counterparty fees, postings or balances, and no key beyond the trade’s participants', async () => {
  const trade = await failedFirst();
  const path = `${under(provider)}/trades/${trade.tradeKey}/settlement`;
  const sent = await restOf(app, provider).get(path);
  const record = body<Record<string, unknown> & { comp: object[]; own: object }>(sent);
  expect(Object.keys(record).toSorted()).toEqual([
    'comp',
    'evidence_sha256',
    'failure_cause',
    'failure_class',
    'fault_principal_key',
    'faulted_step_no',
    'outcome',
    'own',
    'policy_version',
    'rule_version',
    'settled_at',
    'settlement_key',
    'slash_amount',
    'trade_key',
  ]);
  expect(record.comp.map((one) => Object.keys(one).toSorted())).toEqual([
    ['amount', 'exposure_basis', 'kind', 'principal_key'],
  ]);
  // The consumer paid a fee of 10; the provider reads the record and paid none.
  expect(record.own).toMatchObject({ fees_stamps: 0 });
  const keys = new Set(sent.text.match(/prn_[0-9a-z]{26}/g));
  expect([...keys].toSorted()).toEqual([provider, consumer].map(({ principalKey }) => principalKey).toSorted());
});
