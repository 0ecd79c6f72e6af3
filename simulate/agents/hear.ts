import { idOf } from '../../src/domain/keys';
import type { EventType } from '../../src/domain/effects';
import type { FailureCause, FailureClass } from '../../src/domain/types';
import type { Side } from '../model/strategies';
import { beginAnew } from './arrive';
import { commit } from './commit';
import { check } from './consume';
import { judge } from './judge';
import { answerCounter } from './negotiate';
import { contest, provide } from './provide';
import { close, respond } from './seek';
import { partyOf, type Deal, type Town } from './town';

/** An event of the service's log, as its principal is told it. */
export interface Heard {
  readonly principal_id: string;
  readonly type: EventType;
  readonly subject_key: string;
  readonly data: { readonly step_no?: number; readonly revision_no?: number; readonly settlement?: SettlementData };
}

interface SettlementData {
  readonly failure_class: FailureClass | null;
  readonly failure_cause: FailureCause | null;
  readonly fault_principal_key: string | null;
  readonly slash_amount: number;
  readonly own: Readonly<
    Record<'paid_stamps' | 'received_stamps' | 'fees_stamps' | 'bond_slashed_stamps' | 'compensation_stamps', number>
  >;
}

const MINUTE = 60;

/** A principal is told of something, and does what it does then. What is not about a deal is of no interest. */
export async function hear(town: Town, { principal_id, type, subject_key, data }: Heard): Promise<void> {
  const deal = town.byProposal.get(subject_key) ?? town.byTrade.get(subject_key);
  if (deal === undefined) return;
  const side: Side = principal_id === deal.providerParty.principalId ? 'provider' : 'consumer';
  const stepNo = data.step_no ?? 1;
  if (data.settlement) return ended(town, deal, side, data.settlement);
  if (side === 'provider') heardByProvider(town, deal, type, stepNo);
  else await heardByConsumer(town, deal, type, stepNo);
}

function heardByProvider(town: Town, deal: Deal, type: EventType, stepNo: number): void {
  const { world } = town;
  const { chance } = deal.provider;
  switch (type) {
    case 'proposal.created': {
      world.after(chance.int(5 * MINUTE, 120 * MINUTE), () => respond(town, deal));
      return;
    }
    case 'proposal.countered': {
      world.after(chance.int(20 * MINUTE, 90 * MINUTE), () => answerCounter(town, deal, 'provider'));
      return;
    }
    case 'trade.step_activated': {
      provide(town, deal, stepNo);
      return;
    }
    case 'trade.checkpoint_submitted': {
      contest(town, deal, stepNo);
      return;
    }
    case 'trade.rebuttal_filed': // The operators' queue holds what was rebutted from the same moment on.
    {
      judge(town, deal, stepNo);
      return;
    }
    default:
      return;
  }
}

async function heardByConsumer(town: Town, deal: Deal, type: EventType, stepNo: number): Promise<void> {
  const { chance } = deal.consumer;
  switch (type) {
    case 'proposal.countered':
      if (deal.chosen) {
        town.world.after(chance.int(20 * MINUTE, 90 * MINUTE), () => answerCounter(town, deal, 'consumer'));
      }
      return;
    case 'proposal.rejected': {
      close(town, deal);
      return;
    }
    case 'proposal.accepted':
      return deal.tradeKey === null ? commit(town, deal) : undefined;
    case 'trade.contract_published': {
      check(town, deal, stepNo);
      return;
    }
    default:
      return;
  }
}

async function ended(town: Town, deal: Deal, side: Side, settlement: SettlementData): Promise<void> {
  const { own } = settlement;
  deal.own[side] = {
    paid: own.paid_stamps,
    received: own.received_stamps,
    fees: own.fees_stamps,
    slashed: own.bond_slashed_stamps,
    compensation: own.compensation_stamps,
  };
  const atFault = settlement.fault_principal_key && idOf('prn', settlement.fault_principal_key);
  if (deal.end === null) {
    const faultOf = atFault === null ? null : atFault === deal.providerParty.principalId ? 'provider' : 'consumer';
    const { failure_class: failureClass, failure_cause: failureCause, slash_amount: slashed } = settlement;
    deal.end = { at: town.world.time.now, failureClass, failureCause, faultOf, slashed };
    deal.provider.load -= 1;
  }
  const actor = deal[side];
  if (
    actor.place.strategy.rebegins &&
    atFault === partyOf(deal, side).principalId &&
    atFault === actor.party.principalId
  ) {
    await beginAnew(town, actor);
  }
}
