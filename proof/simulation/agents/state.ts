import type { Client, Credential, Results } from '../../../src/client';
import type { FailureCause, FailureClass } from '../../../src/domain/types';
import type { StepTruth } from '../model/job';
import type { Place } from '../model/population';
import type { ConsumerConduct, ProviderConduct } from '../../../src/sandbox/counterparty/conduct';
import type { Conduct, Side } from '../model/strategies';
import type { Party } from '../world/parties';
import type { Random } from '../../../src/sandbox/counterparty/random';
import type { World } from '../world/virtual-service';

/** The holder of a place: one person with one principal, or several under other names. */
export interface Actor {
  readonly place: Place;
  readonly chance: Random;
  /** The principal it uses now. Earlier ones are given up. */
  party: Party;
  readonly parties: Party[];
  /** Key of its listing in the market. */
  listingKey: string;
  /** Number of accepted deals that have not ended. */
  load: number;
}

/** A consumer's demand. The consumer runs up to three matches for it. */
export interface Need {
  readonly consumer: Actor;
  tries: number;
  /** Open proposals of the last match run, best first. */
  open: Deal[];
  state: 'seeking' | 'served' | 'lost';
}

/** One participant's side of a settlement from its event, in stamps. */
export interface OwnSide {
  readonly paid: number;
  readonly received: number;
  readonly fees: number;
  readonly slashed: number;
  readonly compensation: number;
  /** The lost part of a disputed price without a ruling. */
  readonly burnt: number;
}

export interface End {
  readonly at: number;
  readonly failureClass: FailureClass | null;
  readonly failureCause: FailureCause | null;
  readonly faultOf: Side | null;
  readonly slashed: number;
}

/** A party's conduct in a deal. `stepNo` limits it to one step; null means every step. */
export interface Plan<C extends Conduct> {
  readonly conduct: C;
  readonly stepNo: number | null;
  /** Whether it has deviated from honest conduct. */
  broke: boolean;
}

/** A trade of three parties: the actor breaks its word in step 1, and its accomplice provides step 2. */
export interface Chain {
  readonly actor: Actor;
  readonly tradeKey: string;
  readonly steps: readonly StepTruth[];
}

/** A proposal and its later trade. */
export interface Deal {
  readonly need: Need;
  readonly provider: Actor;
  readonly consumer: Actor;
  /** The principals that both sides use in this deal. */
  readonly providerParty: Party;
  readonly consumerParty: Party;
  readonly plans: { readonly provider: Plan<ProviderConduct>; readonly consumer: Plan<ConsumerConduct> };
  readonly proposalKey: string;
  readonly matchPrice: number;
  price: number;
  revisionNo: number;
  /** Side of the current revision. Null if it is the match run's. */
  proposedBy: Side | null;
  readonly countered: { provider: number; consumer: number };
  providerSaid: 'nothing' | 'accepted' | 'countered';
  /** Whether the consumer has seen the answers and continues with this deal. */
  chosen: boolean;
  closed: boolean;
  tradeKey: string | null;
  deadline: number;
  steps: StepTruth[];
  /** The last checkpoint: its step and the number of items reported as met. */
  said: { readonly stepNo: number; readonly metItems: number } | null;
  /** The step with a rebuttal, which the operators see. Null without a dispute. */
  dispute: number | null;
  own: Partial<Record<Side, OwnSide>>;
  end: End | null;
}

/** All data of a running simulation. */
export interface SimulationState {
  readonly world: World;
  readonly seed: number;
  /** Instant in milliseconds after which no need arises. */
  readonly ends: number;
  /** Share of rebutted disputes that the operators miss, 0 to 1. */
  readonly missed: number;
  /** The share of a disputed price that each side loses without a ruling, in basis points. */
  readonly burn: number;
  /** Whether the terms list the acceptance items. */
  readonly agreesItems: boolean;
  /** The number of disputes so far by the strategy of the side that lies. */
  readonly disputes: Map<string, number>;
  readonly console: Credential;
  readonly operator: Client;
  readonly actors: Actor[];
  /** By the key of each principal. */
  readonly byPrincipal: Map<string, Actor>;
  readonly needs: Need[];
  readonly deals: Deal[];
  readonly byProposal: Map<string, Deal>;
  readonly byTrade: Map<string, Deal>;
  /** Trades whose later step an accomplice provides. */
  readonly chains: Chain[];
  /** Principals that hold no place: the victims of the chains. */
  readonly victims: Party[];
}

export const partyOf = (deal: Deal, side: Side): Party =>
  side === 'provider' ? deal.providerParty : deal.consumerParty;

/** The conduct that applies in a step. */
export function conductIn<C extends Conduct>({ conduct, stepNo }: Plan<C>, step: number): C | 'honest' {
  return stepNo === null || stepNo === step ? conduct : 'honest';
}

export function stepOf(deal: Deal, stepNo: number): StepTruth {
  const step = deal.steps[stepNo - 1];
  if (step === undefined) throw new Error(`The deal has no step ${String(stepNo)}.`);
  return step;
}

/** Seconds until the deadline of the active step. */
export const leftOf = (state: SimulationState, deal: Deal): number =>
  Math.floor((deal.deadline - state.world.time.now) / 1000);

/** The deadline of a step as the service answers it, in milliseconds. */
export function deadlineOf(step: Pick<Results.TradeStepFragment, 'deadlineAt'> | undefined): number | undefined {
  return step?.deadlineAt == null ? undefined : Date.parse(step.deadlineAt);
}
