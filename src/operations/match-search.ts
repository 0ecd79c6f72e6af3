import {
  endOf,
  FIRST_ID,
  isBefore,
  LAST_ID,
  Leaders,
  type Least,
  type PriceScale,
  priceScale,
} from '../domain/match-scale';
import { faultPoints, tagPoints } from '../domain/matching';
import type { Db } from '../store/db';
import {
  type Beaten,
  keyedStatement,
  type Mark,
  type Market,
  type Most,
  NOBODY,
  type Offer,
  offersOfAgents,
  pricedStatement,
  readOffers,
  START,
} from '../store/market';
import { commonTags, faultRecords, type TagClass, tagClasses } from '../store/market-facts';

/**
 * The best offers of a market for a listing, exactly as a ranking of all of them would have it, by reading few: first the
 * best prices, then the sets of tags that fit best, each in order of price, as long as price and tags together can still
 * win. docs/decisions/0019-match-run-search.md says why that is enough.
 */

export interface Sought {
  readonly market: Market;
  /** The listing's own: a candidate's ask is compared to this bid, or its bid to this ask. */
  readonly price: bigint;
  readonly tags: readonly string[];
  /** How many are wanted. */
  readonly count: number;
}

export interface FaultRecord {
  readonly trades: number;
  readonly faults: number;
}

/** Offers still to be read: of the market or of one set of tags, none of which has more than `level` points for tags. */
interface Stream extends Mark {
  readonly level: number;
  /** How many were read where all that can be had is a tie. */
  readonly tied: number;
}

const SPOTLESS: FaultRecord = { trades: 0, faults: 0 };
// A guard, not a rule: beyond it stand listings behind tens of thousands of others of principals with faults.
const MOST_READ = 50_000;
// Rows of one answer.
const MOST_AT_ONCE = 5000;
// From here on ties are looked for in order of id: so many prices with equal points are not read one after the other.
const MANY_TIES = 1000;
const MOST_BEATEN = 256;

export class MatchSearch {
  private readonly scale: PriceScale;
  private readonly tags: readonly string[];
  private readonly leaders: Leaders;
  private readonly offers = new Map<string, Offer>();
  private readonly records = new Map<string, FaultRecord>();
  private readonly points = new Map<string, number>();
  private allSetsKnown = false;
  private read = 0;

  constructor(
    private readonly db: Db,
    private readonly sought: Sought,
  ) {
    this.scale = priceScale(sought.market.side, sought.price);
    this.tags = [...new Set(sought.tags)];
    this.allSetsKnown = this.tags.length === 0;
    this.leaders = new Leaders(sought.count);
  }

  /** How many offers were compared. */
  get considered(): number {
    return this.offers.size;
  }

  /** The best found, best first. */
  get best(): Offer[] {
    return this.leaders.listingIds.flatMap((id) => this.offers.get(id) ?? []);
  }

  recordOf(principalId: string): FaultRecord {
    return this.records.get(principalId) ?? SPOTLESS;
  }

  /** Offers of these agents alone. */
  async lookAtAgents(agentIds: readonly string[]): Promise<void> {
    const { db, sought } = this;
    if (agentIds.length > 0) await this.take(await offersOfAgents(db, sought.market, agentIds, this.scale.limit));
  }

  async run(): Promise<void> {
    const whole = { tagSet: undefined, after: START, level: Infinity, tied: 0 };
    const [rest] = await this.readOn([whole], 200);
    if (!rest) return;
    const level = this.tags.length === 0 ? 0 : await this.readSets();
    await this.finish([{ ...rest, level }], 1000);
  }

  /** Reads the sets of tags that can be among the best; answers the most points that one of the others has. */
  private async readSets(): Promise<number> {
    const classes = await tagClasses(this.db, this.sought.market, this.tags);
    const ordered = classes
      .map((one) => ({ ...one, level: tagPoints(this.tags.length, one.size, one.common) }))
      .sort((a, b) => b.level - a.level || a.size - b.size);
    this.allSetsKnown = classes.every(({ tagSets }) => tagSets !== null);
    for (const { tagSets, level } of ordered) for (const tagSet of tagSets ?? []) this.points.set(tagSet, level);
    const best = lowest([...this.offers.values()].map(({ priceRank }) => priceRank));
    for (const one of ordered) {
      const end = endOf(this.scale, one.level, this.leaders.least);
      if (!end || !isBefore({ rank: best, listingId: FIRST_ID }, end)) return 0;
      if (one.tagSets === null) return one.level;
      await this.readClass(one, one.tagSets);
    }
    return 0;
  }

  private async readClass({ level }: TagClass & { readonly level: number }, tagSets: readonly string[]): Promise<void> {
    const most = this.sought.count <= 15 ? 20 : 100;
    const streams = [...tagSets].sort().map((tagSet) => ({ tagSet, after: START, level, tied: 0 }));
    // A few first: once they have filled the places, little is left of the others.
    for (let from = 0, count = 16; from < streams.length; from += count, count = MOST_AT_ONCE / most) {
      await this.finish(streams.slice(from, from + count), most);
    }
  }

  /** Reads streams of one level until none of them can have any of the best. */
  private async finish(streams: readonly Stream[], first: Most): Promise<void> {
    let [open, most] = [streams, first];
    for (;;) {
      open = open.filter((stream) => this.canWin(stream));
      if (open.length === 0 || this.read >= MOST_READ) return;
      const tied = open.filter((stream) => this.onlyTies(stream));
      await this.readTies(tied);
      const others = open.filter((stream) => !tied.includes(stream) && this.canWin(stream));
      const count = MOST_AT_ONCE / most;
      open = [...(others.length > 0 ? await this.readOn(others.slice(0, count), most) : []), ...others.slice(count)];
      if (others.length <= count) most = most < 200 ? 200 : 1000;
    }
  }

  private canWin({ after, level }: Stream): boolean {
    const end = endOf(this.scale, level, this.leaders.least);
    return end !== undefined && isBefore(after, end);
  }

  /** Whether a stream has come to where many prices have the same points, and the most it can do is tie. */
  private onlyTies(stream: Stream): boolean {
    const { tagSet, tied } = stream;
    return this.ties(stream) && tied >= (tagSet === undefined ? MANY_TIES : 1);
  }

  private ties({ after, level }: Stream): boolean {
    const { least } = this.leaders;
    if (!least || after.rank === START.rank || this.scale.points(after.rank) + level !== least.score) return false;
    return endOf(this.scale, level, least)?.listingId === LAST_ID;
  }

  /** One batch of each stream, in order of price; answers those that have more. */
  private async readOn(streams: readonly Stream[], most: Most): Promise<Stream[]> {
    const [{ level } = { level: 0 }] = streams;
    const before = endOf(this.scale, level, this.leaders.least);
    if (!before) return [];
    const beaten = this.beatenAt(streams);
    const offers = await readOffers(this.db, pricedStatement(this.sought.market, streams, before, most, beaten));
    await this.take(offers);
    const byStream = byTagSet(offers, streams);
    return streams.flatMap((stream) => {
      const own = byStream.get(stream.tagSet) ?? [];
      const last = own.at(-1);
      if (!last || own.length < most) return [];
      const next = { ...stream, after: { rank: last.priceRank, listingId: last.listingId } };
      return [{ ...next, tied: this.ties(next) ? stream.tied + own.length : 0 }];
    });
  }

  /** Reads what is left of equal points in order of id: only a lower id than the last of the best can win. */
  private async readTies(streams: readonly Stream[]): Promise<void> {
    let open = streams.map((stream) => ({ ...stream, after: { ...stream.after, listingId: FIRST_ID } }));
    const from = lowest(open.map(({ after }) => after.rank));
    while (open.length > 0 && this.read < MOST_READ) {
      const [{ level } = { level: 0 }] = open;
      const { least } = this.leaders;
      const end = endOf(this.scale, level, least);
      if (!least || !end) return;
      const most = open.length === 1 ? 200 : 20;
      const range = { from, to: end.rank, before: least.listingId };
      const group = open.slice(0, MOST_AT_ONCE / most);
      const beaten = this.beatenAt(group);
      const offers = await readOffers(this.db, keyedStatement(this.sought.market, group, range, most, beaten));
      await this.take(offers);
      const byStream = byTagSet(offers, group);
      const more = group.flatMap((stream) => {
        const own = byStream.get(stream.tagSet) ?? [];
        const last = own.at(-1);
        return last && own.length === most
          ? [{ ...stream, after: { rank: stream.after.rank, listingId: last.listingId } }]
          : [];
      });
      open = [...more, ...open.slice(group.length)];
    }
  }

  /** Principals whose faults put all of their offers further on behind the best. */
  private beatenAt(streams: readonly Stream[]): Beaten {
    const { least } = this.leaders;
    const most = streams.reduce((high, stream) => Math.max(high, this.bound(stream)), 0);
    if (!least || most === Infinity) return NOBODY;
    const faulty = [...this.records].filter(([, { faults }]) => faults > 0);
    const behind = (by: (lead: number) => boolean): string[] =>
      faulty.filter(([, record]) => by(least.score - (most - faultPoints(record)))).map(([principalId]) => principalId);
    return {
      principalIds: behind((lead) => lead > 0).slice(0, MOST_BEATEN),
      tied: behind((lead) => lead === 0).slice(0, MOST_BEATEN),
      unlessBefore: least.listingId,
    };
  }

  private bound({ after, level }: Stream): number {
    return after.rank === START.rank ? Infinity : this.scale.points(after.rank) + level;
  }

  private async take(offers: readonly Offer[]): Promise<void> {
    this.read += offers.length;
    const fresh = offers.filter(({ listingId }) => !this.offers.has(listingId));
    await this.learn(fresh);
    for (const offer of fresh) {
      this.offers.set(offer.listingId, offer);
      this.leaders.offer(this.scored(offer));
    }
  }

  private scored({ listingId, principalId, priceRank, tagSet }: Offer): Least {
    const points = this.scale.points(priceRank) + (this.points.get(tagSet) ?? 0);
    return { listingId, score: points - faultPoints(this.recordOf(principalId)) };
  }

  /** What is not known yet of the principals and the tags of offers. */
  private async learn(offers: readonly Offer[]): Promise<void> {
    const { db, tags } = this;
    const { market } = this.sought;
    const strangers = unknown(offers, ({ principalId }) => principalId, this.records);
    if (strangers.length > 0) {
      for (const id of strangers) this.records.set(id, SPOTLESS);
      for (const { principalId, ...record } of await faultRecords(db, strangers, market.now)) {
        this.records.set(principalId, record);
      }
    }
    const sets = this.allSetsKnown ? [] : unknown(offers, ({ tagSet }) => tagSet, this.points);
    if (sets.length === 0) return;
    for (const set of sets) this.points.set(set, 0);
    for (const { tagSet, common, size } of await commonTags(db, market, tags, sets)) {
      this.points.set(tagSet, tagPoints(tags.length, size, common));
    }
  }
}

/** The offers of each stream, where the streams are sets of tags; else all of them are the one stream's. */
function byTagSet(offers: readonly Offer[], streams: readonly Stream[]): Map<string | undefined, Offer[]> {
  const found = new Map<string | undefined, Offer[]>();
  for (const offer of offers) {
    const key = streams[0]?.tagSet === undefined ? undefined : offer.tagSet;
    const own = found.get(key);
    if (own) own.push(offer);
    else found.set(key, [offer]);
  }
  return found;
}

function lowest(ranks: readonly bigint[]): bigint {
  return ranks.reduce((low, rank) => (rank < low ? rank : low), ranks[0] ?? START.rank);
}

function unknown(
  offers: readonly Offer[],
  of: (offer: Offer) => string,
  known: ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set(offers.map(of))].filter((id) => !known.has(id));
}
