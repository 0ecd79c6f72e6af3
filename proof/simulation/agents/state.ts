import type { OperatorCaller } from '../../../src/domain/sessions/caller';
import type { FailureCause, FailureClass } from '../../../src/domain/types';
import type { StepTruth } from '../model/job';
import type { Place } from '../model/population';
import type { Conduct, ConsumerConduct, ProviderConduct, Side } from '../model/strategies';
import type { Party } from '../world/parties';
import type { Random } from '../world/random';
import type { World } from '../world/virtual-service';

/** Whoever holds a place: one person, with one principal or, under other names, several. */
export interface Actor {
  readonly place: Place;
  readonly chance: Random;
  /** The principal it acts by now, and those before. */
  party: Party;
  readonly parties: Party[];
  /** Its listing in the market. */
  listingKey: string;
  /** Deals it has agreed to and not seen the end of. */
  load: number;
}

/** Something a consumer wants done; it asks the market up to three times. */
export interface Need {
  readonly consumer: Actor;
  tries: number;
  /** Proposals of the last match run that are not closed, best first. */
  open: Deal[];
  state: 'seeking' | 'served' | 'lost';
}

/** One participant's side of a settlement, as its event told it. Stamps. */
export interface OwnSide {
  readonly paid: number;
  readonly received: number;
  readonly fees: number;
  readonly slashed: number;
  readonly compensation: number;
}

export interface End {
  readonly at: number;
  readonly failureClass: FailureClass | null;
  readonly failureCause: FailureCause | null;
  readonly faultOf: Side | null;
  readonly slashed: number;
}

/** What a party makes of a deal; `stepNo`: in which step, null in all of them. */
export interface Plan<C extends Conduct> {
  readonly conduct: C;
  readonly stepNo: number | null;
  /** It has done what an honest party would not have. */
  broke: boolean;
}

/** A proposal and what becomes of it. */
export interface Deal {
  readonly need: Need;
  readonly provider: Actor;
  readonly consumer: Actor;
  /** The principals they act by in this deal. */
  readonly providerParty: Party;
  readonly consumerParty: Party;
  readonly plans: { readonly provider: Plan<ProviderConduct>; readonly consumer: Plan<ConsumerConduct> };
  readonly proposalKey: string;
  readonly matchPrice: number;
  price: number;
  revisionNo: number;
  /** Whose revision is current; null: the match run's. */
  proposedBy: Side | null;
  readonly countered: { provider: number; consumer: number };
  providerSaid: 'nothing' | 'accepted' | 'countered';
  /** The consumer has looked at the answers and goes on with this one. */
  chosen: boolean;
  closed: boolean;
  tradeKey: string | null;
  deadline: number;
  steps: StepTruth[];
  /** The last checkpoint: of which step, how many items it said were met. */
  said: { readonly stepNo: number; readonly metItems: number } | null;
  own: Partial<Record<Side, OwnSide>>;
  end: End | null;
}

/** Everybody and everything there is. */
export interface SimulationState {
  readonly world: World;
  readonly seed: number;
  /** No need arises from then on, milliseconds. */
  readonly ends: number;
  /** How many of the disputes that were rebutted the operators do not come to, 0 to 1. */
  readonly missed: number;
  readonly consoleId: string;
  readonly operator: OperatorCaller;
  readonly actors: Actor[];
  readonly byPrincipal: Map<string, Actor>;
  readonly needs: Need[];
  readonly deals: Deal[];
  readonly byProposal: Map<string, Deal>;
  readonly byTrade: Map<string, Deal>;
}

export const partyOf = (deal: Deal, side: Side): Party =>
  side === 'provider' ? deal.providerParty : deal.consumerParty;

/** The conduct that counts in a step. */
export function conductIn<C extends Conduct>({ conduct, stepNo }: Plan<C>, step: number): C | 'honest' {
  return stepNo === null || stepNo === step ? conduct : 'honest';
}

export function stepOf(deal: Deal, stepNo: number): StepTruth {
  const step = deal.steps[stepNo - 1];
  if (step === undefined) throw new Error(`a deal without step ${String(stepNo)}`);
  return step;
}

/** Seconds until the deadline of the active step. */
export const leftOf = (state: SimulationState, deal: Deal): number => Math.floor((deal.deadline - state.world.time.now) / 1000);
