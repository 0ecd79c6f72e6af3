import { useTestApp } from '../support/app';
import { agree, begin, leaveTickets, readTrade, tradeState, twoParties } from '../support/trades';
import { refusal } from '../support/exchange';
import {
  accept,
  activate,
  balances,
  checkpoint,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** Specification "States and transitions", Trade and step: create to withdraw. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const create = (proposalKey: string, by: Party = provider) =>
  mutate<{ trade: { tradeKey: string; state: string; participants: { principalKey: string; bondStamps: number }[] } }>(
    by.api,
    'createTrade',
    { proposalKey },
    'trade { tradeKey state participants { principalKey bondStamps } }',
  );

const withdraw = (trade: StartedTrade, by: Party = trade.provider) =>
  mutate(by.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');

const step = async (trade: StartedTrade, stepNo = 1) =>
  (
    await readTrade<{ steps: Record<string, unknown>[] }>(
      trade,
      'steps { stepNo state deadlineAt activatedAt contractPublishedAt checkpointStatus coverageBps rebuttalFiledAt }',
    )
  ).steps[stepNo - 1] ?? {};

const seconds = (from: unknown, to: unknown): number => (Date.parse(String(to)) - Date.parse(String(from))) / 1000;

/** Half of the second item is missing: 6000 of the 8000 wanted. */
const BELOW = { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] };
const CONTRACT_WINDOW = 86_400;
const CHECKPOINT_WINDOW = 259_200;

describe('create trade', () => {
  // @spec T1
  it('Proposal state is accepted, no trade exists yet: the trade is in bond_reserved', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    const { trade } = await create(deal.proposalKey);
    expect(trade.state).toBe('BOND_RESERVED');
    expect(trade.participants.map((one) => one.bondStamps)).toEqual([200, 200]);
  });

  // @spec T2
  it('Any participant may create it: there is no designated creator', async () => {
    for (const by of [provider, consumer]) {
      const deal = await propose(provider, consumer);
      await accept(deal, provider, consumer);
      expect((await create(deal.proposalKey, by)).trade.state).toBe('BOND_RESERVED');
    }
  });

  // @spec T3, B5
  it('Each participant’s bond is reserved immediately', async () => {
    const before = await Promise.all([balances(provider), balances(consumer)]);
    await startTrade(provider, consumer);
    const after = await Promise.all([balances(provider), balances(consumer)]);
    expect(after.map((one, index) => one.bondReservedStamps - (before[index]?.bondReservedStamps ?? 0))).toEqual([
      200, 200,
    ]);
  });

  // @spec T4, B5
  it('Any shortfall of bond-available balance is covered from the ticket balance in the same atomic posting', async () => {
    await mutate(provider.api, 'reserveBond', { amountStamps: 150 }, 'principal { bondAvailableStamps }');
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    const before = await balances(provider);
    expect(before.bondAvailableStamps).toBe(150);
    await create(deal.proposalKey);
    expect(await balances(provider)).toEqual({
      ticketBalanceStamps: before.ticketBalanceStamps - 50,
      bondAvailableStamps: 0,
      bondReservedStamps: 200,
    });
    const journals = await app.sql(
      `SELECT j.journal_id FROM ledger_journal j JOIN trade t USING (trade_id) JOIN proposal p ON p.trade_id = t.trade_id
       WHERE j.kind = 'trade_bond' AND p.proposal_id = (SELECT proposal_id FROM trade ORDER BY created_at DESC LIMIT 1)`,
    );
    expect(journals).toHaveLength(1);
  });

  // @spec T5, E7
  it('If the ticket balance is also short, 402 principal_bond_insufficient_balance and no partial state', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    await mutate(provider.api, 'reserveBond', { amountStamps: 100 }, 'principal { id }');
    await leaveTickets(provider, 99);
    const before = await Promise.all([balances(provider), balances(consumer)]);
    const members = await refusal(create(deal.proposalKey), 'principal_bond_insufficient_balance');
    expect(members).toMatchObject({ requiredStamps: 200, availableStamps: 199 });
    const other = await refusal(create(deal.proposalKey, consumer), 'principal_bond_insufficient_balance');
    expect(other).toMatchObject({ principalKey: provider.principalKey });
    expect(other).not.toHaveProperty('availableStamps');
    expect(await Promise.all([balances(provider), balances(consumer)])).toEqual(before);
  });
});

describe('activate', () => {
  // @spec T13, T14, T15
  it('trade non-terminal, with a pending step; any participant may call: the next pending step becomes active', async () => {
    for (const by of [provider, consumer]) {
      const trade = await startTrade(provider, consumer);
      await activate(trade, by);
      expect(await tradeState(trade)).toBe('EXECUTING');
      expect((await step(trade))['state']).toBe('ACTIVE');
    }
  });

  // @spec ST4, LI5
  it('deadline_at is set from the checkpoint policy: the step’s contract window', async () => {
    const trade = await startTrade(provider, consumer);
    expect((await step(trade))['deadlineAt']).toBeNull();
    await activate(trade);
    const active = await step(trade);
    expect(seconds(active['activatedAt'], active['deadlineAt'])).toBe(CONTRACT_WINDOW);
  });

  // @spec T16
  it('A repeat while the target step is already active returns the same response', async () => {
    const trade = await startTrade(provider, consumer);
    const first = await activate(trade);
    const before = await balances(consumer);
    expect(await activate(trade)).toEqual(first);
    expect(await activate(trade, provider)).toEqual(first);
    expect(await balances(consumer)).toEqual(before);
  });

  // @spec T19
  it('The price is escrowed and the fee taken from the tickets of the step’s consumer', async () => {
    const trade = await startTrade(provider, consumer);
    const before = await balances(consumer);
    await activate(trade, provider);
    expect((await balances(consumer)).ticketBalanceStamps).toBe(before.ticketBalanceStamps - 1010);
  });

  // @spec T17, E8
  it('trade terminal: 409 trade_state_conflict', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await withdraw(trade);
    const members = await refusal(activate(trade), 'trade_state_conflict');
    expect(members).toMatchObject({ currentState: 'COMPENSATED', reason: 'trade_terminal' });
  });
});

describe('publish delivery contract', () => {
  // @spec ST5, ST6
  it('executing: contract_published_at is set, deadline_at moves to it plus the checkpoint window, the trade stays', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    const published = await step(trade);
    expect(seconds(published['contractPublishedAt'], published['deadlineAt'])).toBe(CHECKPOINT_WINDOW);
    expect(await tradeState(trade)).toBe('EXECUTING');
  });

  // @spec ST7
  it('Caller is the active step’s provider: other callers are refused', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await refusal(publishContract(trade, 1, consumer), 'trade_access_denied');
  });

  // @spec ST9
  it('step_no is the active step: 409 trade_state_conflict otherwise', async () => {
    const trade = await begin(await agree({ steps: [400, 600].map((price) => ({ provider, consumer, price })) }));
    await activate(trade);
    expect(await refusal(publishContract(trade, 2), 'trade_state_conflict')).toMatchObject({
      reason: 'step_not_active',
    });
    await refusal(publishContract(trade, 3), 'step_not_found');
  });

  // @spec ST10, E8
  it('contract not yet published: 409 trade_state_conflict for a second one', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    expect(await refusal(publishContract(trade), 'trade_state_conflict')).toMatchObject({
      currentState: 'EXECUTING',
      reason: 'contract_published',
    });
  });

  // @spec ST11
  it('the trade is not executing: 409 trade_state_conflict', async () => {
    const trade = await startTrade(provider, consumer);
    await refusal(publishContract(trade), 'trade_state_conflict');
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade, BELOW);
    expect(await tradeState(trade)).toBe('CONFIRMING');
    await refusal(publishContract(trade), 'trade_state_conflict');
  });
});

describe('provider withdraw', () => {
  // @spec T23, T24, SE18, SE20, SE21
  it.each([
    ['executing', async (trade: StartedTrade) => activate(trade)],
    [
      'confirming',
      async (trade: StartedTrade) => {
        await activate(trade);
        await publishContract(trade);
        await checkpoint(trade, BELOW);
      },
    ],
  ])(
    '%s: settlement as fault class F4, the provider’s bond slashed in full, with no first-time discount',
    async (state, play) => {
      const trade = await startTrade(provider, consumer);
      await play(trade);
      expect((await tradeState(trade)).toLowerCase()).toBe(state);
      await withdraw(trade);
      expect(await settled(trade)).toMatchObject({
        state: 'COMPENSATED',
        failureClass: 'F4',
        failureCause: 'WITHDREW',
        faultPrincipalKey: provider.principalKey,
        slashAmount: 200,
        own: { bondSlashedStamps: 200, bondReleasedStamps: 0 },
      });
    },
  );

  // @spec T22
  it('Caller is the active step’s provider: the consumer is refused', async () => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await refusal(withdraw(trade, consumer), 'trade_access_denied');
  });

  // @spec T25
  it('409 trade_state_conflict if the trade has left those states or has no active step', async () => {
    const trade = await startTrade(provider, consumer);
    expect(await refusal(withdraw(trade), 'trade_state_conflict')).toMatchObject({ reason: 'no_active_step' });
    expect(await refusal(withdraw(trade, consumer), 'trade_state_conflict')).toMatchObject({
      reason: 'no_active_step',
    });
    await activate(trade);
    await withdraw(trade);
    expect(await refusal(withdraw(trade), 'trade_state_conflict')).toMatchObject({ reason: 'trade_terminal' });
  });
});

// @spec ST3
it('A pending step has no deadline, no contract, no checkpoint and no rebuttal', async () => {
  const trade = await startTrade(provider, consumer);
  expect(await step(trade)).toEqual({
    stepNo: 1,
    state: 'PENDING',
    deadlineAt: null,
    activatedAt: null,
    contractPublishedAt: null,
    checkpointStatus: null,
    coverageBps: null,
    rebuttalFiledAt: null,
  });
});
