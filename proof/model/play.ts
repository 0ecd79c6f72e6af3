import { keyOf } from '../../src/domain/keys';
import { newId } from '../../test/support/ledger';
import { Both } from './both';
import { queue, sweep } from './ending';
import { type PlannedStep, type Proposal, settings, type Trade } from './model';
import * as rules from './rules';
import { combos, keyOfTrade } from './service';

/** The terms of a whole trade, in basis points. */
export interface Terms {
  readonly threshold: number;
  readonly burn: number;
}

const named = (at: number) => ({ itemId: `item-${String(at)}`, description: 'An item' });
const OWN = (party: number): rules.Actor => ({ party, agent: 'own' });

/** Runs every call that the model knows. */
export class Play extends Both {
  /** Runs a match, a counter-offer of the consumer with these steps, and the other parties' answers. */
  async deal(combo: number, steps: readonly PlannedStep[], { threshold, burn }: Terms, answers: readonly boolean[]) {
    const { consumer, members } = combos[combo] ?? combos[0];
    const { model } = this;
    await this.service.expire();
    const taken = rules.isTaken(model, combo);
    const run = await this.call<{ matchRun: { proposals: { proposalKey: string }[] } }>(
      'runMatch',
      () => undefined,
      this.mutation(
        this.life.client(OWN(consumer)),
        'runMatch',
        { listingKey: this.life.wanted[combo] },
        'matchRun { proposals { proposalKey } }',
      ),
    );
    const proposals = run?.matchRun.proposals ?? [];
    expect(proposals).toHaveLength(taken ? 0 : 1);
    const key = proposals[0]?.proposalKey;
    if (key === undefined) return;
    await this.counter(key, consumer, steps, { threshold, burn });
    const pending = new Set(members.filter((party) => party !== consumer));
    const expires = model.time + settings.proposalTtl;
    const state = 'countered';
    const progress = { state, pending, expires, rejected: null, trade: null } as const;
    const proposal: Proposal = { key, combo, members, steps, threshold, burn, ...progress };
    model.proposals.push(proposal);
    for (const [index, party] of [...pending].entries()) {
      const accept = answers[index];
      if (accept !== undefined) await this.respond(proposal, party, accept);
    }
  }

  private async counter(proposalKey: string, by: number, steps: readonly PlannedStep[], { threshold, burn }: Terms) {
    const terms = {
      coverageThresholdBps: threshold,
      ...(this.model.isNew && { disputeBurnBps: burn }),
      steps: steps.map((step, index) => ({
        stepNo: index + 1,
        title: `Step ${String(index + 1)}`,
        providerPrincipalKey: this.life.party(step.provider).principalKey,
        providerAgentId: this.life.party(step.provider).agentId,
        consumerPrincipalKey: this.life.party(step.consumer).principalKey,
        consumerAgentId: this.life.party(step.consumer).agentId,
        priceStamps: step.price,
        contractWindowSeconds: step.contractWindow,
        checkpointWindowSeconds: step.checkpointWindow,
        ...(step.items && { items: step.items.map((item, at) => ({ ...named(at), ...item })) }),
      })),
    };
    const input = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms };
    const api = this.life.client(OWN(by));
    await this.call('counter', () => undefined, this.mutation(api, 'respondToProposal', input, 'proposal { state }'));
  }

  async respond(proposal: Proposal | undefined, by: number, accept: boolean): Promise<void> {
    const input = {
      proposalKey: proposal?.key ?? keyOf('prp', newId()),
      decision: accept ? 'ACCEPT' : 'REJECT',
    };
    await this.call(
      'respond',
      () => {
        rules.respond(this.model, proposal, by, accept);
      },
      this.mutation(this.life.client(OWN(by)), 'respondToProposal', input, 'proposal { state }'),
    );
  }

  async create(proposal: Proposal | undefined, by: number): Promise<void> {
    let made: Trade | undefined;
    const input = { proposalKey: proposal?.key ?? keyOf('prp', newId()) };
    await this.call<{ trade: { tradeKey: string } }>(
      'create',
      () => {
        made = rules.createTrade(this.model, proposal, by);
      },
      this.mutation(this.life.client(OWN(by)), 'createTrade', input, 'trade { tradeKey }'),
      ({ trade }) => {
        if (made !== undefined) made.key = trade.tradeKey;
      },
    );
  }

  /** Creates the trade and activates its first step in one request. */
  async begin(proposal: Proposal | undefined, by: number): Promise<void> {
    let made: Trade | undefined;
    const proposalKey = proposal?.key ?? keyOf('prp', newId());
    const document = `mutation ($create: CreateTradeInput!, $activate: ActivateTradeInput!) {
      createTrade(input: $create) { trade { tradeKey } } activateTrade(input: $activate) { trade { state } } }`;
    const variables = { create: { proposalKey }, activate: { proposalKey } };
    await this.call<{ createTrade: { trade: { tradeKey: string } } }>(
      'begin',
      () => {
        made = rules.createAndActivate(this.model, proposal, by);
      },
      (idempotencyKey) => this.life.client(OWN(by)).mutate(document, variables, { idempotencyKey }),
      ({ createTrade: { trade } }) => {
        if (made !== undefined) made.key = trade.tradeKey;
      },
    );
  }

  async activate(trade: Trade | undefined, by: number): Promise<void> {
    await this.call(
      'activate',
      () => {
        rules.activate(this.model, trade, by);
      },
      this.mutation(
        this.life.client(OWN(by)),
        'activateTrade',
        { tradeKey: keyOfTrade(trade) },
        'trade { state steps { state deadlineAt } }',
      ),
    );
  }

  async publish(trade: Trade | undefined, by: rules.Actor, stepNo: number, weights: readonly number[]): Promise<void> {
    const agreed = trade?.steps.find(({ no }) => no === stepNo)?.items ?? null;
    const items =
      agreed !== null && rules.namesItems(weights)
        ? agreed.map((_, at) => ({ itemId: named(at).itemId }))
        : weights.map((weight, at) => ({ ...named(at), weight }));
    const input = { tradeKey: keyOfTrade(trade), stepNo, summary: 'What is delivered', items };
    await this.call(
      'publish',
      () => {
        rules.publish(this.model, trade, by, stepNo, weights);
      },
      this.mutation(this.life.client(by), 'publishDeliveryContract', input, 'step { state deadlineAt }'),
    );
  }

  async checkpoint(trade: Trade | undefined, by: rules.Actor, stepNo: number, checked: rules.Checked): Promise<void> {
    const { status, metItems } = checked;
    const results = metItems?.map((item) => ({ itemId: `item-${String(item)}`, met: true }));
    const input = { tradeKey: keyOfTrade(trade), stepNo, status: status.toUpperCase(), ...(results && { results }) };
    await this.call(
      'checkpoint',
      () => {
        rules.checkpoint(this.model, trade, by, stepNo, checked);
      },
      this.mutation(this.life.client(by), 'submitCheckpoint', input, 'step { coverageBps } trade { state }'),
    );
  }

  async rebut(trade: Trade | undefined, by: rules.Actor, stepNo: number): Promise<void> {
    const input = { tradeKey: keyOfTrade(trade), stepNo, statement: 'It was delivered.' };
    await this.call(
      'rebut',
      () => {
        rules.rebut(this.model, trade, by, stepNo);
      },
      this.mutation(this.life.client(by), 'fileRebuttal', input, 'step { deadlineAt }'),
    );
  }

  async withdraw(trade: Trade | undefined, by: rules.Actor): Promise<void> {
    await this.call(
      'withdraw',
      () => {
        rules.leave(this.model, trade, by);
      },
      this.mutation(this.life.client(by), 'withdrawFromTrade', { tradeKey: keyOfTrade(trade) }, 'trade { state }'),
    );
  }

  /** Under `rules_v1` a coverage is `pass` or `fail`. */
  async judge(trade: Trade | undefined, drawn: rules.Ruling): Promise<void> {
    const ruling = typeof drawn === 'number' && !this.model.isNew ? (drawn >= 5_000 ? 'pass' : 'fail') : drawn;
    const verdict = typeof ruling === 'number' ? { coverageBps: ruling } : { verdict: ruling.toUpperCase() };
    const input = { tradeKey: keyOfTrade(trade), ...verdict, reason: 'Seen' };
    await this.call(
      'judge',
      () => {
        rules.judge(this.model, trade, ruling);
      },
      this.mutation(this.life.operator, 'evaluateTrade', input, 'trade { state }'),
    );
  }

  async settle(trade: Trade | undefined): Promise<void> {
    await this.call(
      'settle',
      () => {
        rules.settle(this.model, trade);
      },
      this.mutation(
        this.life.operator,
        'settleTrade',
        { tradeKey: keyOfTrade(trade) },
        'trade { state } settlement { outcome }',
      ),
    );
  }

  async moveBond(party: number, amount: number, to: 'bond' | 'tickets'): Promise<void> {
    const field = to === 'bond' ? 'reserveBond' : 'releaseBond';
    await this.call(
      field,
      () => {
        rules.moveBond(this.model, party, amount, to);
      },
      this.mutation(this.life.client(OWN(party)), field, { amountStamps: amount }, 'principal { bondAvailableStamps }'),
    );
  }

  /** Sets the operator's limits. Any other caller is refused. */
  async anchor(party: number, limits: { maxOpenTrades: number; bondLimit: number; dailyLimit: number }): Promise<void> {
    const input = {
      principalKey: this.life.party(party).principalKey,
      maxOpenTrades: limits.maxOpenTrades,
      bondLimitStamps: limits.bondLimit,
      dailySpendLimitStamps: limits.dailyLimit,
    };
    const selection = 'principal { principalKey }';
    await this.call(
      'anchor',
      () => {
        Object.assign(this.model.party(party), limits);
      },
      this.mutation(this.life.operator, 'setEconomicAnchor', input, selection),
    );
  }

  async sweep(): Promise<void> {
    const queued = queue(this.model);
    await this.service.sweep();
    sweep(this.model, queued, await this.service.orderOf(queued));
    await this.compare();
  }

  async advance(seconds: number): Promise<void> {
    this.life.advance(seconds);
    await this.compare();
  }
}
