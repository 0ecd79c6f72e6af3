import type { ConsumerConduct, ProviderConduct } from '../../../src/sandbox/counterparty/conduct';

/** Strategies of the simulated market and how each deviates from an honest party. Pure. */

export type Side = 'provider' | 'consumer';

export type Conduct = ProviderConduct | ConsumerConduct;

export interface Strategy {
  readonly name: string;
  readonly side: Side;
  /** Conduct in every second trade on average. In the others the strategy is honest. */
  readonly conduct: Conduct;
  /**
   * `breaks`: agrees to one thing and does another. `delays`: breaks nothing and wastes time. `terms`: uses what the
   * terms allow; that may pay and is no breach.
   */
  readonly word: 'keeps' | 'breaks' | 'delays' | 'terms';
  /** Has a second principal on the other side of the market, under another human's name. */
  readonly colludes?: boolean;
  /** Starts again as another human's principal after every fault. */
  readonly rebegins?: boolean;
  /** Breaks its word in trades whose later step an accomplice provides. */
  readonly chains?: boolean;
  /** Plays only under policies that are newer than the first. */
  readonly added?: boolean;
  readonly about: string;
}

const rows: readonly Strategy[] = [
  {
    name: 'honest provider',
    side: 'provider',
    conduct: 'honest',
    word: 'keeps',
    about: 'delivers in time and rebuts what is not true',
  },
  {
    name: 'silent provider',
    side: 'provider',
    conduct: 'silent',
    word: 'breaks',
    about: 'takes the trade and is not heard of again',
  },
  {
    name: 'late provider',
    side: 'provider',
    conduct: 'late',
    word: 'breaks',
    about: 'does the work and delivers after the deadline',
  },
  {
    name: 'withdrawing provider',
    side: 'provider',
    conduct: 'withdraws',
    word: 'breaks',
    about: 'withdraws once the step is active, before the work',
  },
  {
    name: 'hollow provider',
    side: 'provider',
    conduct: 'hollow',
    word: 'breaks',
    about: 'delivers nothing, says it is everything, and rebuts',
  },
  {
    name: 'short provider',
    side: 'provider',
    conduct: 'short',
    word: 'breaks',
    about: 'does three of the five items it promised',
  },
  {
    name: 'threshold provider',
    side: 'provider',
    conduct: 'skims',
    word: 'terms',
    about: 'does just the four of five items the threshold asks for',
  },
  {
    name: 'countering provider',
    side: 'provider',
    conduct: 'counters',
    word: 'delays',
    about: 'answers every revision with a dearer one',
  },
  {
    name: 'colluding provider',
    side: 'provider',
    conduct: 'hollow',
    word: 'breaks',
    colludes: true,
    about: 'hollow, and trades with its own consumer to better its record',
  },
  {
    name: 'griefing provider',
    side: 'provider',
    conduct: 'griefs',
    word: 'breaks',
    added: true,
    about: 'does three of the five items and rebuts the true checkpoint',
  },
  {
    name: 'weighing provider',
    side: 'provider',
    conduct: 'weighs',
    word: 'breaks',
    added: true,
    about: 'does one item, tries to give it nearly all the weight, and rebuts',
  },
  {
    name: 'stalling provider',
    side: 'provider',
    conduct: 'stalls',
    word: 'breaks',
    added: true,
    about: 'delivers nothing in the last hour, and rebuts',
  },
  {
    name: 'fresh provider',
    side: 'provider',
    conduct: 'hollow',
    word: 'breaks',
    rebegins: true,
    added: true,
    about: 'hollow, under a new name after every fault',
  },
  {
    name: 'sybil provider',
    side: 'provider',
    conduct: 'honest',
    word: 'breaks',
    chains: true,
    added: true,
    about: 'silent where its accomplice provides a later step; honest to others',
  },
  {
    name: 'honest consumer',
    side: 'consumer',
    conduct: 'honest',
    word: 'keeps',
    about: 'activates, checks in time and says what is so',
  },
  {
    name: 'silent consumer',
    side: 'consumer',
    conduct: 'silent',
    word: 'breaks',
    about: 'takes the delivery and never submits a checkpoint',
  },
  {
    name: 'late consumer',
    side: 'consumer',
    conduct: 'late',
    word: 'breaks',
    about: 'submits its checkpoint after the deadline',
  },
  {
    name: 'walking consumer',
    side: 'consumer',
    conduct: 'walks',
    word: 'breaks',
    about: 'creates the trade and never activates the step',
  },
  {
    name: 'false failure',
    side: 'consumer',
    conduct: 'false_failure',
    word: 'breaks',
    about: 'says of good work that it failed',
  },
  {
    name: 'false shortfall',
    side: 'consumer',
    conduct: 'false_shortfall',
    word: 'breaks',
    about: 'confirms good work as one item of five',
  },
  {
    name: 'countering consumer',
    side: 'consumer',
    conduct: 'counters',
    word: 'delays',
    about: 'answers every revision with a cheaper one',
  },
  {
    name: 'sybil consumer',
    side: 'consumer',
    conduct: 'false_failure',
    word: 'breaks',
    rebegins: true,
    about: 'false failure, under a new name after every fault',
  },
  {
    name: 'false partial',
    side: 'consumer',
    conduct: 'false_partial',
    word: 'breaks',
    added: true,
    about: 'confirms good work as three items of five',
  },
  {
    name: 'colluding consumer',
    side: 'consumer',
    conduct: 'honest',
    word: 'breaks',
    colludes: true,
    about: 'honest to others; the other half of the colluding provider',
  },
];

/** The published result under this policy is of its own fifteen strategies. */
export const FIRST_POLICY = 'slash_policy_v1';

export const strategies: ReadonlyMap<string, Strategy> = new Map(rows.map((row) => [row.name, row]));

export function honestOf(side: Side): Strategy {
  return rows.find((row) => row.side === side && row.word === 'keeps') as Strategy;
}

export function othersOf(side: Side, policy: string): readonly Strategy[] {
  const plays = ({ added }: Strategy): boolean => added !== true || policy !== FIRST_POLICY;
  return rows.filter((row) => row.side === side && row.word !== 'keeps' && plays(row));
}

/** Share of trades with misconduct. Constant misconduct would ruin the record and leave no trades. */
export const MISCONDUCT = 0.5;
