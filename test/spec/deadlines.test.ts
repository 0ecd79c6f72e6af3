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
} from '../support/actors';

/**
 * A late call is refused by the database clock of its transaction, with or without the sweep.
 * No worker runs here: trades settle only when the operator settles them.
 */

const CONTRACT_WINDOW = 86_400;
const CHECKPOINT_WINDOW = 259_200;
const IDLE_WINDOW = 259_200;
const BELOW = { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] };

const app = useTestApp({ ATS_ROLE: 'api', ATS_POLICY_VERSION: 'slash_policy_v1' });
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const withdraw = ({ tradeKey }: StartedTrade) =>
  mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { state }');
const verdict = ({ tradeKey }: StartedTrade) =>
  mutate(app.operator, 'evaluateTrade', { tradeKey, verdict: 'PASS', reason: 'Seen.' }, 'trade { state }');
const rebut = ({ tradeKey }: StartedTrade) =>
  mutate<{ step: { deadlineAt: string; rebuttalFiledAt: string } }>(
    provider.api,
    'fileRebuttal',
    { tradeKey, stepNo: 1, statement: 'It was delivered.' },
    'step { deadlineAt rebuttalFiledAt }',
  );
const settle = ({ tradeKey }: StartedTrade) =>
  mutate<{ trade: { state: string }; settlement: { own: null } | null }>(
    app.operator,
    'settleTrade',
    { tradeKey },
    'trade { state } settlement { outcome own { paidStamps } }',
  );

const published = async (trade: StartedTrade): Promise<void> => {
  await activate(trade);
  await publishContract(trade);
};
const contested = async (trade: StartedTrade): Promise<void> => {
  await published(trade);
  await checkpoint(trade, BELOW);
};

interface Row {
  readonly call: string;
  readonly before: (trade: StartedTrade) => Promise<unknown>;
  readonly window: number;
  readonly late: (trade: StartedTrade) => Promise<unknown>;
  readonly ends: object;
}

const rows: readonly Row[] = [
  { call: 'publish', before: activate, window: CONTRACT_WINDOW, late: publishContract, ends: { failureClass: 'F1' } },
  { call: 'withdraw', before: activate, window: CONTRACT_WINDOW, late: withdraw, ends: { failureClass: 'F1' } },
  {
    call: 'checkpoint',
    before: published,
    window: CHECKPOINT_WINDOW,
    late: (trade) => checkpoint(trade),
    ends: { failureClass: 'F5', failureCause: 'NO_CHECKPOINT' },
  },
  { call: 'verdict', before: contested, window: CHECKPOINT_WINDOW, late: verdict, ends: { failureClass: 'F3' } },
  {
    call: 'activate',
    before: () => Promise.resolve(),
    window: IDLE_WINDOW,
    late: (trade) => activate(trade),
    ends: { failureClass: 'F5', failureCause: 'NOT_ACTIVATED' },
  },
];

// @spec ST27, SE34
describe.each(rows)('$call', ({ before, window, late, ends }) => {
  it('should be accepted until the deadline', async () => {
    const trade = await startTrade(provider, consumer);
    await before(trade);
    app.clock.advance(window - 60);
    await late(trade);
  });

  // @id late-call-refused
  it('at or after the deadline, before the sweep: 409 trade_state_conflict, reason deadline_passed, and nothing changes', async () => {
    const trade = await startTrade(provider, consumer);
    await before(trade);
    const state = await tradeState(trade);
    app.clock.advance(window);
    expect(await refusal(late(trade), 'trade_state_conflict')).toMatchObject({
      reason: 'deadline_passed',
      currentState: state,
    });
    expect(await tradeState(trade)).toBe(state);
  });

  it('after the sweep: 409 trade_state_conflict, reason trade_terminal', async () => {
    const trade = await startTrade(provider, consumer);
    await before(trade);
    app.clock.advance(window);
    await settle(trade);
    expect(await refusal(late(trade), 'trade_state_conflict')).toMatchObject({ reason: 'trade_terminal' });
  });

  it('settling late changes nothing: the outcome never depends on a worker’s timing', async () => {
    const ended = async (late: number): Promise<unknown> => {
      const parties = await twoParties(app);
      const trade = await startTrade(parties.provider, parties.consumer);
      ({ provider, consumer } = parties);
      await before(trade);
      app.clock.advance(window + late);
      await settle(trade);
      const { faultPrincipalKey: _, comp, ...rest } = await settled(trade);
      return { ...rest, comp: (comp as { amount: number }[]).map(({ amount }) => amount) };
    };
    const atOnce = await ended(0);
    expect(atOnce).toMatchObject(ends);
    expect(await ended(30 * 86_400)).toEqual(atOnce);
  });
});

describe('A rebuttal', () => {
  // @spec ST32
  it('stays possible after the deadline until the trade is terminal, but moves nothing', async () => {
    const trade = await startTrade(provider, consumer);
    await contested(trade);
    const { steps } = await readTrade<{ steps: { deadlineAt: string }[] }>(trade, 'steps { deadlineAt }');
    app.clock.advance(CHECKPOINT_WINDOW);
    const { step } = await rebut(trade);
    expect(step.deadlineAt).toBe(steps[0]?.deadlineAt);
    expect((await settle(trade)).trade.state).toBe('COMPENSATED');
  });

  // @spec ST25
  it('should give operators their window when it is in time and evidence exists', async () => {
    const trade = await startTrade(provider, consumer);
    await contested(trade);
    app.clock.advance(CHECKPOINT_WINDOW - 60);
    const { step } = await rebut(trade);
    expect((Date.parse(step.deadlineAt) - Date.parse(step.rebuttalFiledAt)) / 1000).toBe(86_400);
    app.clock.advance(120);
    await refusal(settle(trade), 'evaluation_state_conflict');
    await verdict(trade);
    expect((await settle(trade)).trade.state).toBe('COMPLETED');
  });
});

describe('The step that passes', () => {
  // @spec ST34
  // @id passed-step-stands
  it('should have passed at the commit of its checkpoint: a verdict, a withdrawal and a rebuttal are 409 step_ended', async () => {
    const trade = await startTrade(provider, consumer);
    await published(trade);
    await checkpoint(trade);
    const { steps } = await readTrade<{ steps: { state: string }[] }>(trade, 'steps { state }');
    expect([await tradeState(trade), steps[0]?.state]).toEqual(['CONFIRMING', 'PASSED']);
    const ended = { currentState: 'CONFIRMING', reason: 'step_ended', stepNo: 1 };
    const fail = { tradeKey: trade.tradeKey, verdict: 'FAIL', reason: 'Seen.' };
    const failing = mutate(app.operator, 'evaluateTrade', fail, 'trade { state }');
    expect(await refusal(failing, 'evaluation_state_conflict')).toMatchObject(ended);
    expect(await refusal(withdraw(trade), 'trade_state_conflict')).toMatchObject(ended);
    expect(await refusal(rebut(trade), 'trade_state_conflict')).toMatchObject(ended);
    app.clock.advance(30 * 86_400);
    expect(await refusal(withdraw(trade), 'trade_state_conflict')).toMatchObject(ended);
    await settle(trade);
    expect(await settled(trade)).toMatchObject({ state: 'COMPLETED', failureClass: null });
  });

  // @spec ST28
  it('A next step can be activated at once: the step with a confirmed checkpoint that already passes becomes passed', async () => {
    const trade = await begin(await agree({ steps: [400, 600].map((price) => ({ provider, consumer, price })) }));
    await published(trade);
    await checkpoint(trade);
    expect(await tradeState(trade)).toBe('CONFIRMING');
    await activate(trade);
    const { steps } = await readTrade<{ steps: { state: string }[] }>(trade, 'steps { state }');
    expect(steps.map(({ state }) => state)).toEqual(['PASSED', 'ACTIVE']);
    expect(await tradeState(trade)).toBe('EXECUTING');
  });

  // @spec T28, SE38
  it('A step before the last leaves the trade confirming and sets idle_deadline_at; the next consumer pays for never activating', async () => {
    const trade = await begin(await agree({ steps: [400, 600].map((price) => ({ provider, consumer, price })) }));
    await published(trade);
    await checkpoint(trade);
    expect(await tradeState(trade)).toBe('CONFIRMING');
    const { idleDeadlineAt } = await readTrade<{ idleDeadlineAt: string | null }>(trade, 'idleDeadlineAt');
    expect(idleDeadlineAt).not.toBeNull();
    await refusal(settle(trade), 'evaluation_state_conflict');
    await refusal(withdraw(trade), 'trade_state_conflict');
    app.clock.advance(IDLE_WINDOW);
    expect(await refusal(activate(trade), 'trade_state_conflict')).toMatchObject({ reason: 'deadline_passed' });
    await settle(trade);
    expect(await settled(trade)).toMatchObject({ failureCause: 'NOT_ACTIVATED', faultedStepNo: 2 });
    const { steps } = await readTrade<{ steps: { state: string }[] }>(trade, 'steps { state }');
    expect(steps.map(({ state }) => state)).toEqual(['PASSED', 'CANCELLED']);
  });

  it('After an expired proposal, creating a trade is 409 trade_proposal_not_fully_accepted', async () => {
    const { proposalKey } = await agree({ steps: [{ provider, consumer, price: 400 }] });
    app.clock.advance(259_200);
    await refusal(
      mutate(consumer.api, 'createTrade', { proposalKey }, 'trade { state }'),
      'trade_proposal_not_fully_accepted',
    );
  });
});

// @spec ST39
test('A provider may withdraw before the deadline until the trade is settled, also after a verdict in its favour', async () => {
  const trade = await startTrade(provider, consumer);
  await contested(trade);
  await verdict(trade);
  await withdraw(trade);
  expect(await settled(trade)).toMatchObject({
    failureClass: 'F4',
    failureCause: 'WITHDREW',
    faultPrincipalKey: provider.principalKey,
  });
});
