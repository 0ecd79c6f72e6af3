import { random, shuffled } from '../world/random';
import { honestOf, othersOf, type Side, type Strategy } from './strategies';

/**
 * A place in the market that several principals hold side by side: same side, same trade profile, same costs, values,
 * prices and needs. Whoever holds it otherwise than honestly is compared with those who hold it honestly. Stamps.
 */
export interface Seat {
  readonly name: string;
  readonly side: Side;
  readonly tradeProfile: string;
  /** Of a provider: what all of the work costs it. Of a consumer: what all of the work is worth to it. */
  readonly worth: number;
  /** A provider's ask, a consumer's highest bid. */
  readonly price: number;
  /** A provider's: shares of the price, in basis points. */
  readonly shares: readonly number[];
}

export interface Place {
  readonly index: number;
  readonly seat: Seat;
  readonly strategy: Strategy;
  /** The other half of a pair that colludes. */
  readonly partner: number | null;
}

// So few that every seat has several honest holders.
const PRINCIPALS_A_MARKET = 50;
// In parts of what the market's work is worth on average: with these no job costs more than its price, and none is worth
// less to the consumer than it pays; where that is not so, leaving may pay (docs/proofs/simulation.md).
const COSTS = [0.6, 0.7];
const VALUES = [1.4, 1.7];
// All providers of a market ask the same on average, and all consumers bid the same: who trades with whom is left to
// small differences and tags, and a record.
const ASK = 0.85;
const BID = 1.15;
const SHARES = [[10_000], [4_000, 6_000]];

/** Places of `principals`, half of them providers, two in five of each seat not honest; fewer than 8 are no market. */
export function populate(seed: number, principals: number): readonly Place[] {
  const providers = seatsOf(seed, principals, 'provider');
  const consumers = seatsOf(seed, principals, 'consumer');
  const half = Math.floor(principals / 2);
  const held = [
    ...hold(providers, half, new Rota('provider')),
    ...hold(consumers, principals - half, new Rota('consumer')),
  ];
  return paired(held.map((place, index) => ({ ...place, index, partner: null })));
}

function seatsOf(seed: number, principals: number, side: Side): Seat[] {
  const markets = Math.max(1, Math.round(principals / PRINCIPALS_A_MARKET));
  return Array.from({ length: markets }, (_, market) => {
    const base = random(seed, 'market', market).int(10, 40) * 10;
    return (side === 'provider' ? COSTS : VALUES).map((part, nth): Seat => {
      const worth = Math.round(base * part);
      const price = Math.round(base * (side === 'provider' ? ASK : BID));
      const name = `${side} ${String(market)}.${String(nth)}`;
      const tradeProfile = `work.${String(market)}/v1`;
      return { name, side, tradeProfile, worth, price, shares: SHARES[nth] ?? [10_000] };
    });
  }).flat();
}

/** Hands out a side's strategies one after the other, so that all of them are there in equal numbers. */
class Rota {
  private next = 0;

  constructor(private readonly side: Side) {}

  take(): Strategy {
    const all = othersOf(this.side);
    return all[this.next++ % all.length] ?? honestOf(this.side);
  }
}

/** Every seat in turn gets a holder; of each five holders of a seat the second and the fourth are not honest. */
function hold(seats: readonly Seat[], count: number, rota: Rota): Pick<Place, 'seat' | 'strategy'>[] {
  return Array.from({ length: count }, (_, n) => {
    const seat = seats[n % seats.length] as Seat;
    const nth = Math.floor(n / seats.length) % 5;
    return { seat, strategy: nth === 1 || nth === 3 ? rota.take() : honestOf(seat.side) };
  });
}

/** Colluding providers and consumers by twos; one that is left over is honest. */
function paired(places: readonly Place[]): Place[] {
  const halves = (side: Side): Place[] =>
    places.filter(({ strategy, seat }) => strategy.colludes && seat.side === side);
  const [providers, consumers] = [halves('provider'), halves('consumer')];
  const partner = new Map<number, number>();
  providers.slice(0, consumers.length).forEach(({ index }, nth) => {
    const other = consumers[nth]?.index ?? index;
    partner.set(index, other).set(other, index);
  });
  return places.map((place) => {
    const other = partner.get(place.index) ?? null;
    const strategy = place.strategy.colludes && other === null ? honestOf(place.seat.side) : place.strategy;
    return { ...place, strategy, partner: other };
  });
}

/** The order in which they come to the market: an early listing wins ties, so it must not go by strategy. */
export function arrivals(seed: number, places: readonly Place[]): readonly Place[] {
  return shuffled(places, random(seed, 'arrivals'));
}
