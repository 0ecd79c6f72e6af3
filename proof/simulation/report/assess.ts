import { strategies, type Strategy } from '../model/strategies';
import type { Holder, Result } from './result';

/**
 * Result of a strategy compared with honest holders of the same segments. In stamps or their worth, per principal or
 * pair.
 */
export interface Standing {
  readonly name: string;
  readonly strategy: Strategy;
  /** Number of places, or pairs of places. */
  readonly held: number;
  readonly trades: number;
  /** Its profit: change of stamps, plus work received, minus work done. */
  readonly profit: number;
  /** Profit of honest holders of the same segments. */
  readonly honest: number;
  /** Mean of profit − honest over all holders, and its standard error. Null for fewer than two. */
  readonly ahead: number;
  readonly error: number | null;
  /** Number of trades in which it broke its word. */
  readonly breaches: number;
  /** Their total expected gain over the cheapest conduct that keeps the word. */
  readonly gain: number;
  /** Their total expected gain over all of the work. */
  readonly gainOverAll: number;
  readonly verdict: Verdict;
}

/**
 * A lie pays if it gains more than every conduct that keeps the word. A provider keeps its word with the work that the
 * threshold asks for, so a lie that gains less than this work does not pay. No party has a reason to choose it.
 *
 * `profits` must not occur. `terms` pays and is no breach. `free`: its breaches cost nothing, so only the other side's
 * care prevents a profit. Otherwise `loses` or `no better`.
 */
export type Verdict = 'honest' | 'loses' | 'no better' | 'free' | 'terms' | 'profits';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

function errorOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

export const profitOf = ({ stamps, value, cost }: Holder): number => stamps + value - cost;

/** Rates every strategy in use, in the table's order. The halves of colluding pairs count together. */
export function assess({ holders }: Result): Standing[] {
  const honest = honestBySegment(holders);
  return [...strategies.values()].flatMap((strategy) => {
    if (strategy.colludes && strategy.side === 'consumer') return [];
    const own = holders.filter((holder) => holder.strategy === strategy.name);
    if (own.length === 0) return [];
    const groups = own.map((holder) => [holder, ...holders.filter(({ index }) => index === holder.partner)]);
    return [standing(strategy, groups, honest)];
  });
}

function honestBySegment(holders: readonly Holder[]): ReadonlyMap<string, number> {
  const segments = new Map<string, number[]>();
  for (const holder of holders) {
    if (strategies.get(holder.strategy)?.word !== 'keeps') continue;
    segments.set(holder.segment, [...(segments.get(holder.segment) ?? []), profitOf(holder)]);
  }
  return new Map([...segments].map(([segment, profits]) => [segment, mean(profits)]));
}

function standing(
  strategy: Strategy,
  groups: readonly (readonly Holder[])[],
  honest: ReadonlyMap<string, number>,
): Standing {
  const total = (group: readonly Holder[], of: (holder: Holder) => number): number =>
    group.reduce((sum, holder) => sum + of(holder), 0);
  const profits = groups.map((group) => total(group, profitOf));
  const others = groups.map((group) => total(group, ({ segment }) => honest.get(segment) ?? 0));
  const differences = profits.map((profit, index) => profit - (others[index] ?? 0));
  const gains = groups.flat().flatMap((holder) => holder.gains);
  const overAll = groups.flat().flatMap((holder) => holder.gainsOverAll);
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const counted = {
    name: strategy.colludes ? 'colluding pair' : strategy.name,
    strategy,
    held: groups.length,
    trades: mean(groups.map((group) => total(group, ({ trades }) => trades))),
    profit: mean(profits),
    honest: mean(others),
    ahead: mean(differences),
    error: errorOf(differences),
    breaches: gains.length,
    gain: sum(gains),
    gainOverAll: sum(overAll),
  };
  return { ...counted, verdict: verdictOf(counted) };
}

// Below this number standard errors are unreliable. With sixteen holders, a strategy equal to honesty exceeds this many
// errors once in six hundred runs (Student's t).
const ENOUGH = 16;
const ERRORS = 3.5;

function verdictOf({ strategy, held, ahead, error, breaches, gain, gainOverAll }: Omit<Standing, 'verdict'>): Verdict {
  if (strategy.word === 'keeps') return 'honest';
  const leads = held >= ENOUGH && error !== null && ahead > ERRORS * error && ahead > 0;
  if (strategy.word === 'terms') return leads || gainOverAll > 0 ? 'terms' : 'no better';
  if (leads || gain > 0) return 'profits';
  if (breaches > 0 && gain === 0) return 'free';
  const trails = held >= ENOUGH && error !== null && ahead < -ERRORS * error;
  return gain < 0 || trails ? 'loses' : 'no better';
}

/** Strategies that profit from breaking their word. Sound rules leave none. */
export function offenders(standings: readonly Standing[]): readonly Standing[] {
  return standings.filter(({ verdict }) => verdict === 'profits');
}

/** Breaches that gain more than all of the work, and less than the work that the terms ask for. */
export function betweenAllAndWord(standings: readonly Standing[]): readonly Standing[] {
  return standings.filter(({ strategy, gain, gainOverAll }) => {
    return strategy.word === 'breaks' && gain <= 0 && gainOverAll > 0;
  });
}
