import { useTestApp } from '../support/app';
import { agree, begin, readTrade, tradeState, twoParties } from '../support/trades';
import { refusal } from '../support/exchange';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
  until,
} from '../support/actors';

/** Specification "States and transitions", Trade and step: checkpoint to settlement. */

const app = useTestApp({ ATS_POLICY_VERSION: 'slash_policy_v1' });
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const withdraw = (trade: StartedTrade, by: Party = trade.provider) =>
  mutate(by.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');

const rebut = (trade: StartedTrade, by: Party = trade.provider, stepNo = 1) =>
  mutate<{ step: { rebuttalFiledAt: string; deadlineAt: string }; trade: { state: string } }>(
    by.api,
    'fileRebuttal',
    { tradeKey: trade.tradeKey, stepNo, statement: 'It was delivered.', evidence: [] },
    'step { rebuttalFiledAt deadlineAt rebuttal { statement sha256 } } trade { state }',
  );

const evaluate = (trade: StartedTrade, verdict: 'PASS' | 'FAIL') =>
  mutate(app.operator, 'evaluateTrade', { tradeKey: trade.tradeKey, verdict, reason: 'Seen.' }, 'trade { state }');

const step = async (trade: StartedTrade, stepNo = 1) =>
  (
    await readTrade<{ steps: Record<string, unknown>[] }>(
      trade,
      'steps { stepNo state deadlineAt activatedAt contractPublishedAt checkpointStatus coverageBps rebuttalFiledAt }',
    )
  ).steps[stepNo - 1] ?? {};

/** Half of the second item is missing: 6000 of the 8000 wanted. */
const BELOW = { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] };
const CHECKPOINT_WINDOW = 259_200;

describe('checkpoint', () => {
  // @spec ST14, ST31
  it('confirmed: the trade moves toward evaluation and settlement, checkpoint_status is confirmed', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, BELOW);
    expect(await tradeState(trade)).toBe('CONFIRMING');
    expect(await step(trade)).toMatchObject({ checkpointStatus: 'CONFIRMED', coverageBps: 6000 });
  });

  // @spec ST15
  it('failed: the trade stays, delivery-failure evidence is recorded for the deterministic evaluator', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, { status: 'FAILED', results: [{ itemId: 'b', met: true, note: 'Half.' }] });
    expect(await tradeState(trade)).toBe('EXECUTING');
    expect(await step(trade)).toMatchObject({ checkpointStatus: 'FAILED', coverageBps: 4000, state: 'ACTIVE' });
  });

  // @spec ST12
  it('The provider may never call it', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await refusal(checkpoint(trade, BELOW, 1, provider), 'trade_access_denied');
  });

  // @spec ST16
  it('409 trade_state_conflict if the contract is not yet published, or step_no is not the active step', async () => {
    const trade = await begin(await agree({ steps: [400, 600].map((price) => ({ provider, consumer, price })) }));
    await activate(trade);
    expect(await refusal(checkpoint(trade), 'trade_state_conflict')).toMatchObject({ reason: 'contract_missing' });
    await publishContract(trade);
    expect(await refusal(checkpoint(trade, BELOW, 2), 'trade_state_conflict')).toMatchObject({
      reason: 'step_not_active',
    });
  });
});

describe('rebuttal', () => {
  // @spec ST20
  it('Caller is the step’s provider, not yet settled: rebuttal_filed_at is set', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    const { step: answered, trade: after } = await rebut(trade);
    expect(answered.rebuttalFiledAt).toEqual(expect.stringMatching(/^\d{4}-.*Z$/));
    expect(after.state).toBe('EXECUTING');
    await refusal(rebut(trade, consumer), 'trade_access_denied');
  });

  // @spec ST21
  it('none filed before for this step: 409 trade_state_conflict for a second one', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await rebut(trade);
    expect(await refusal(rebut(trade), 'trade_state_conflict')).toMatchObject({ reason: 'rebuttal_filed' });
  });

  // @spec ST22
  it('409 trade_state_conflict once the trade is completed, failed or compensated', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await withdraw(trade);
    expect(await refusal(rebut(trade), 'trade_state_conflict')).toMatchObject({ reason: 'trade_terminal' });
  });

  // @spec ST23
  it('May trigger evaluator dispatch: rebutted trades come first in the operators’ queue', async () => {
    const play = async (): Promise<StartedTrade> => {
      const trade = await startTrade(provider, consumer);
      await activate(trade);
      await publishContract(trade);
      await checkpoint(trade, { status: 'FAILED' });
      return trade;
    };
    const [silent, rebutted] = [await play(), await play()];
    await rebut(rebutted);
    const { operatorTrades } = await app.operator.queryOrThrow<{ operatorTrades: { nodes: { tradeKey: string }[] } }>(
      '{ operatorTrades(awaiting: VERDICT, first: 200) { nodes { tradeKey } } }',
    );
    const keys = operatorTrades.nodes.map(({ tradeKey }) => tradeKey);
    expect(keys[0]).toBe(rebutted.tradeKey);
    expect(keys).toContain(silent.tradeKey);
  });

  // @spec ST24
  it('It never changes the settlement outcome', async () => {
    const settle = async (play: (trade: StartedTrade) => Promise<unknown>): Promise<unknown> => {
      const parties = await twoParties(app);
      const trade = await startTrade(parties.provider, parties.consumer);
      await activate(trade);
      await publishContract(trade);
      await checkpoint(trade, { status: 'FAILED' });
      await play(trade);
      app.clock.advance(2 * CHECKPOINT_WINDOW);
      const { faultPrincipalKey, comp, ...rest } = await settled(trade);
      expect(faultPrincipalKey).toBe(parties.provider.principalKey);
      return { ...rest, comp: (comp as { amount: number }[]).map(({ amount }) => amount) };
    };
    expect(await settle((trade) => rebut(trade))).toEqual(await settle(() => Promise.resolve()));
  });
});

describe('settle', () => {
  const confirmed = async (): Promise<StartedTrade> => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    return trade;
  };

  // @spec SE2, SE3
  it('The settle worker settles a step whose confirmed checkpoint passes, before the deadline of the step', async () => {
    const trade = await confirmed();
    const started = Date.now();
    expect(await settled(trade)).toMatchObject({ state: 'COMPLETED', failureClass: null, comp: [], slashAmount: 0 });
    expect(Date.now() - started).toBeLessThan(300_000);
  });

  // @spec T18
  it('An activation without a pending step is 409 trade_state_conflict', async () => {
    const trade = await confirmed();
    await refusal(activate(trade), 'trade_state_conflict');
  });

  // @spec SE4, SE5, SE16, SE17, LI5
  it.each([
    ['failed checkpoint', { status: 'FAILED' }, 'F2'],
    ['confirmed checkpoint below coverage threshold', BELOW, 'F3'],
  ])('step with %s: settled on the deadline path when the step deadline passes', async (_, verdict, failureClass) => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, verdict);
    app.clock.advance(CHECKPOINT_WINDOW - 60);
    await sweepHasPassed();
    expect(['EXECUTING', 'CONFIRMING']).toContain(await tradeState(trade));
    app.clock.advance(60);
    expect(await settled(trade)).toMatchObject({ failureClass });
  });

  // @spec SE6
  it.each([
    ['fail', BELOW, { state: 'COMPENSATED', failureClass: 'F2' }],
    ['pass', { status: 'FAILED' }, { state: 'COMPENSATED', failureClass: 'F5', failureCause: 'VERDICT_OVERTURNED' }],
    ['pass', BELOW, { state: 'COMPLETED', failureClass: null }],
  ] as const)(
    'evaluated trade (verdict %s submitted by an operator): the next settle sweep applies the existing verdict',
    async (verdict, word, outcome) => {
      const trade = await startTrade(provider, consumer);
      await activate(trade);
      await publishContract(trade);
      await checkpoint(trade, word);
      await evaluate(trade, verdict === 'pass' ? 'PASS' : 'FAIL');
      expect(await settled(trade)).toMatchObject(outcome);
    },
  );

  /** The worker settled another due trade, so it has processed the queue since. */
  async function sweepHasPassed(): Promise<void> {
    const parties = await twoParties(app);
    const trade = await startTrade(parties.provider, parties.consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    await until(
      () => tradeState(trade),
      (state) => state === 'COMPLETED',
    );
  }
});
