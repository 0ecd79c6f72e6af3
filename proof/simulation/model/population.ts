import { random, shuffled } from '../../../src/sandbox/counterparty/random';
import { honestOf, othersOf, type Side, type Strategy } from './strategies';

/**
 * A segment of the market: several principals with the same side, profile, costs, values, prices and needs. Holders
 * that are not honest are compared with honest holders of the same segment. Amounts are in stamps.
 */
export interface Segment {
  readonly name: string;
  readonly side: Side;
  readonly tradeProfile: string;
  /** For a provider the cost of all work. For a consumer the value of all work. */
  readonly worth: number;
  /** A provider's ask or a consumer's highest bid. */
  readonly price: number;
  /** A provider's shares of the price, in basis points. */
  readonly shares: readonly number[];
}

export interface Place {
  readonly index: number;
  readonly segment: Segment;
  readonly strategy: Strategy;
  /** Index of the other half of a colluding pair. */
  readonly partner: number | null;
}

// A small number, so that every segment has several honest holders.
const PRINCIPALS_A_MARKET = 50;
// Shares of the market's average value. No job costs more than its price, and none is worth less than its consumer
// pays. Otherwise leaving a trade may pay (docs/proofs/simulation.md).
/** The costs of a market's two segments of providers lie this much around the mean. */
const COST_SPREAD = 0.05;
const VALUES = [1.4, 1.7];
// All providers of a market ask the same on average, and all consumers bid the same. Small differences, tags and the
// record decide the matches.
const ASK = 0.85;
const BID = 1.15;
const SHARES = [[10_000], [4_000, 6_000]];

/** The parameters of the places. */
export interface Market {
  readonly seed: number;
  readonly principals: number;
  readonly policy: string;
  /** The mean cost of all work, as a share of the market's average value. */
  readonly cost: number;
}

/**
 * Creates places for `principals`, half of them providers. Two in five holders of each segment are not honest. Fewer
 * than 8 principals make no market.
 */
export function populate({ seed, principals, policy, cost }: Market): readonly Place[] {
  const providers = segmentsOf(seed, principals, [cost - COST_SPREAD, cost + COST_SPREAD], 'provider');
  const consumers = segmentsOf(seed, principals, VALUES, 'consumer');
  const half = Math.floor(principals / 2);
  const assigned = [
    ...assignStrategies(providers, half, new StrategyRotation('provider', policy)),
    ...assignStrategies(consumers, principals - half, new StrategyRotation('consumer', policy)),
  ];
  return paired(assigned.map((place, index) => ({ ...place, index, partner: null })));
}

function segmentsOf(seed: number, principals: number, worths: readonly number[], side: Side): Segment[] {
  const markets = Math.max(1, Math.round(principals / PRINCIPALS_A_MARKET));
  return Array.from({ length: markets }, (_, market) => {
    const base = random(seed, 'market', market).int(10, 40) * 10;
    return worths.map((part, nth): Segment => {
      const worth = Math.round(base * part);
      const price = Math.round(base * (side === 'provider' ? ASK : BID));
      const name = `${side} ${String(market)}.${String(nth)}`;
      const tradeProfile = `work.${String(market)}/v1`;
      return { name, side, tradeProfile, worth, price, shares: SHARES[nth] ?? [10_000] };
    });
  }).flat();
}

/** Assigns the strategies of a side in turn, so that all occur equally often. */
class StrategyRotation {
  private next = 0;

  constructor(
    private readonly side: Side,
    private readonly policy: string,
  ) {}

  take(): Strategy {
    const all = othersOf(this.side, this.policy);
    return all[this.next++ % all.length] ?? honestOf(this.side);
  }
}

/** Assigns the segments in turn. The second and fourth of five holders of a segment are not honest. */
function assignStrategies(
  segments: readonly Segment[],
  count: number,
  rota: StrategyRotation,
): Pick<Place, 'segment' | 'strategy'>[] {
  return Array.from({ length: count }, (_, n) => {
    const segment = segments[n % segments.length] as Segment;
    const nth = Math.floor(n / segments.length) % 5;
    return { segment, strategy: nth === 1 || nth === 3 ? rota.take() : honestOf(segment.side) };
  });
}

/** Pairs colluding providers with colluding consumers. One without a partner is honest. */
function paired(places: readonly Place[]): Place[] {
  const halves = (side: Side): Place[] =>
    places.filter(({ strategy, segment }) => strategy.colludes && segment.side === side);
  const [providers, consumers] = [halves('provider'), halves('consumer')];
  const partner = new Map<number, number>();
  providers.slice(0, consumers.length).forEach(({ index }, nth) => {
    const other = consumers[nth]?.index ?? index;
    partner.set(index, other).set(other, index);
  });
  return places.map((place) => {
    const other = partner.get(place.index) ?? null;
    const strategy = place.strategy.colludes && other === null ? honestOf(place.segment.side) : place.strategy;
    return { ...place, strategy, partner: other };
  });
}

/** Order of arrival in the market. It is random, because an early listing wins ties. */
export function arrivals(seed: number, places: readonly Place[]): readonly Place[] {
  return shuffled(places, random(seed, 'arrivals'));
}
