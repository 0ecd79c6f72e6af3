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

/** Other differences from an honest party. */
type More = Pick<Strategy, 'colludes' | 'rebegins' | 'chains' | 'added'>;
type Word = Strategy['word'];

function provider(name: string, conduct: ProviderConduct, word: Word, about: string, more: More = {}): Strategy {
  return { name, side: 'provider', conduct, word, ...more, about };
}

function consumer(name: string, conduct: ConsumerConduct, word: Word, about: string, more: More = {}): Strategy {
  return { name, side: 'consumer', conduct, word, ...more, about };
}

const rows: readonly Strategy[] = [
  provider('honest provider', 'honest', 'keeps', 'delivers in time and rebuts what is not true'),
  provider('silent provider', 'silent', 'breaks', 'takes the trade and is not heard of again'),
  provider('late provider', 'late', 'breaks', 'does the work and delivers after the deadline'),
  provider('withdrawing provider', 'withdraws', 'breaks', 'withdraws once the step is active, before the work'),
  provider('hollow provider', 'hollow', 'breaks', 'delivers nothing, says it is everything, and rebuts'),
  provider('short provider', 'short', 'breaks', 'does three of the five items it promised'),
  provider('threshold provider', 'skims', 'terms', 'does just the four of five items the threshold asks for'),
  provider('countering provider', 'counters', 'delays', 'answers every revision with a dearer one'),
  provider('colluding provider', 'hollow', 'breaks', 'hollow, and trades with its own consumer to better its record', {
    colludes: true,
  }),
  provider('griefing provider', 'griefs', 'breaks', 'does three of the five items and rebuts the true checkpoint', {
    added: true,
  }),
  provider(
    'weighing provider',
    'weighs',
    'breaks',
    'does one item, tries to give it nearly all the weight, and rebuts',
    { added: true },
  ),
  provider('stalling provider', 'stalls', 'breaks', 'delivers nothing in the last hour, and rebuts', { added: true }),
  provider('fresh provider', 'hollow', 'breaks', 'hollow, under a new name after every fault', {
    rebegins: true,
    added: true,
  }),
  provider(
    'sybil provider',
    'honest',
    'breaks',
    'silent where its accomplice provides a later step; honest to others',
    { chains: true, added: true },
  ),
  consumer('honest consumer', 'honest', 'keeps', 'activates, checks in time and says what is so'),
  consumer('silent consumer', 'silent', 'breaks', 'takes the delivery and never submits a checkpoint'),
  consumer('late consumer', 'late', 'breaks', 'submits its checkpoint after the deadline'),
  consumer('walking consumer', 'walks', 'breaks', 'creates the trade and never activates the step'),
  consumer('false failure', 'false_failure', 'breaks', 'says of good work that it failed'),
  consumer('false shortfall', 'false_shortfall', 'breaks', 'confirms good work as one item of five'),
  consumer('countering consumer', 'counters', 'delays', 'answers every revision with a cheaper one'),
  consumer('sybil consumer', 'false_failure', 'breaks', 'false failure, under a new name after every fault', {
    rebegins: true,
  }),
  consumer('false partial', 'false_partial', 'breaks', 'confirms good work as three items of five', { added: true }),
  consumer('colluding consumer', 'honest', 'breaks', 'honest to others; the other half of the colluding provider', {
    colludes: true,
  }),
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
