import {
  cutoff,
  FIRST_ID,
  isBefore,
  LAST_ID,
  TopK,
  type ScoredListing,
  type PriceScale,
  priceScale,
} from '../../domain/market/match-ranking';
import { faultPoints } from '../../domain/market/matching';
import type { Db } from '../../database/transactions/statement';
import {
  type ExcludedPrincipals,
  FIRST_OFFERS,
  firstOffers,
  offersById,
  type ScanPosition,
  type Market,
  type BatchSize,
  NO_EXCLUSIONS,
  type Offer,
  offersOfAgents,
  offersByPrice,
  readOffers,
  SCAN_START,
} from '../../database/market/offers';
import { faultRecords } from '../../database/market/market-facts';
import { MatchSets } from './match-sets';

/**
 * The best offers of a market for a listing, exactly as a ranking of all of them would have it, by reading few: first the
 * best prices, then the sets of tags that fit best, each in order of price, as long as price and tags together can still
 * win. docs/decisions/0019-match-run-search.md says why that is enough.
 */

export interface MatchQuery {
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
interface OfferScan extends ScanPosition {
  readonly level: number;
  /** How many were read where all that can be had is a tie. */
  readonly tied: number;
}

const NO_FAULTS: FaultRecord = { trades: 0, faults: 0 };
// A guard, not a rule: beyond it stand listings behind tens of thousands of others of principals with faults.
const MAX_READ = 50_000;
// Rows of one answer.
const MAX_BATCH = 5000;
// From here on ties are looked for in order of id: so many prices with equal points are not read one after the other.
const MAX_TIES = 1000;
const MAX_EXCLUDED = 256;

export class MatchSearch {
  private readonly scale: PriceScale;
  private readonly leaders: TopK;
  private readonly offers = new Map<string, Offer>();
  private readonly records = new Map<string, FaultRecord>();
  private readonly sets: MatchSets;
  private read = 0;

  constructor(
    private readonly db: Db,
    private readonly sought: MatchQuery,
  ) {
    this.scale = priceScale(sought.market.side, sought.price);
    this.sets = new MatchSets(db, sought.market, [...new Set(sought.tags)]);
    this.leaders = new TopK(sought.count);
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
    return this.records.get(principalId) ?? NO_FAULTS;
  }

  /** Offers of these agents alone. */
  async lookAtAgents(agentIds: readonly string[]): Promise<void> {
    const { db, sought } = this;
    if (agentIds.length > 0)
      await this.recordOffers(await offersOfAgents(db, sought.market, agentIds, this.scale.limit));
  }

  async run(): Promise<void> {
    const rest = await this.readFirst();
    if (!rest) return;
    await this.finish([{ ...rest, level: await this.readSets(rest) }], 1000);
  }

  /** The best prices, whoever's they are: of one's own there may be any number in front. Undefined: that was all. */
  private async readFirst(): Promise<OfferScan | undefined> {
    const { db, sought, scale } = this;
    const offers = await firstOffers(db, sought.market, scale.limit);
    await this.recordOffers(offers.filter(({ fits }) => fits));
    const last = offers.at(-1);
    if (!last || offers.length < FIRST_OFFERS) return undefined;
    return { tagSet: undefined, after: { rank: last.priceRank, listingId: last.listingId }, level: 0, tied: 0 };
  }

  /** Reads the sets of tags that can be among the best; answers the most points that one of the others has. */
  private async readSets({ after }: OfferScan): Promise<number> {
    const ranks = [...this.offers.values()].map(({ priceRank }) => priceRank);
    const best = { rank: lowest(ranks, after.rank), listingId: FIRST_ID };
    const canWin = (level: number): boolean => {
      const end = cutoff(this.scale, level, this.leaders.least);
      return end !== undefined && isBefore(best, end);
    };
    for (;;) {
      const next = await this.sets.next(canWin);
      if (!next) return 0;
      if (next.tagSets === null) return next.level;
      await this.readClass(next.level, next.tagSets);
    }
  }

  private async readClass(level: number, tagSets: readonly string[]): Promise<void> {
    const most = this.sought.count <= 15 ? 20 : 100;
    const streams = tagSets.map((tagSet) => ({ tagSet, after: SCAN_START, level, tied: 0 }));
    // A few first: once they have filled the places, little is left of the others.
    for (let from = 0, count = 16; from < streams.length; from += count, count = MAX_BATCH / most) {
      await this.finish(streams.slice(from, from + count), most);
    }
  }

  /** Reads streams of one level until none of them can have any of the best. */
  private async finish(streams: readonly OfferScan[], first: BatchSize): Promise<void> {
    let [open, most] = [streams, first];
    for (;;) {
      open = open.filter((stream) => this.canWin(stream));
      if (open.length === 0 || this.read >= MAX_READ) return;
      const tied = open.filter((stream) => this.onlyTies(stream));
      await this.readTies(tied);
      const others = open.filter((stream) => !tied.includes(stream) && this.canWin(stream));
      const count = MAX_BATCH / most;
      open = [...(others.length > 0 ? await this.readOn(others.slice(0, count), most) : []), ...others.slice(count)];
      if (others.length <= count) most = most < 200 ? 200 : 1000;
    }
  }

  private canWin({ after, level }: OfferScan): boolean {
    const end = cutoff(this.scale, level, this.leaders.least);
    return end !== undefined && isBefore(after, end);
  }

  /** Whether a stream has come to where many prices have the same points, and the most it can do is tie. */
  private onlyTies(stream: OfferScan): boolean {
    const { tagSet, tied } = stream;
    return this.ties(stream) && tied >= (tagSet === undefined ? MAX_TIES : 1);
  }

  private ties({ after, level }: OfferScan): boolean {
    const { least } = this.leaders;
    if (!least || after.rank === SCAN_START.rank || this.scale.points(after.rank) + level !== least.score) return false;
    return cutoff(this.scale, level, least)?.listingId === LAST_ID;
  }

  /** One batch of each stream, in order of price; answers those that have more. */
  private async readOn(streams: readonly OfferScan[], most: BatchSize): Promise<OfferScan[]> {
    const [{ level } = { level: 0 }] = streams;
    const before = cutoff(this.scale, level, this.leaders.least);
    if (!before) return [];
    const beaten = this.excludedPrincipals(streams);
    const offers = await readOffers(this.db, offersByPrice(this.sought.market, streams, before, most, beaten));
    await this.recordOffers(offers);
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
  private async readTies(streams: readonly OfferScan[]): Promise<void> {
    let open = streams.map((stream) => ({ ...stream, after: { ...stream.after, listingId: FIRST_ID } }));
    const from = lowest(
      open.map(({ after }) => after.rank),
      SCAN_START.rank,
    );
    while (open.length > 0 && this.read < MAX_READ) {
      const [{ level } = { level: 0 }] = open;
      const { least } = this.leaders;
      const end = cutoff(this.scale, level, least);
      if (!least || !end) return;
      const most = open.length === 1 ? 200 : 20;
      const range = { from, to: end.rank, before: least.listingId };
      const group = open.slice(0, MAX_BATCH / most);
      const beaten = this.excludedPrincipals(group);
      const offers = await readOffers(this.db, offersById(this.sought.market, group, range, most, beaten));
      await this.recordOffers(offers);
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
  private excludedPrincipals(streams: readonly OfferScan[]): ExcludedPrincipals {
    const { least } = this.leaders;
    const most = streams.reduce((high, stream) => Math.max(high, this.bound(stream)), 0);
    if (!least || most === Infinity) return NO_EXCLUSIONS;
    const faulty = [...this.records].filter(([, { faults }]) => faults > 0);
    const behind = (by: (lead: number) => boolean): string[] =>
      faulty.filter(([, record]) => by(least.score - (most - faultPoints(record)))).map(([principalId]) => principalId);
    return {
      principalIds: behind((lead) => lead > 0).slice(0, MAX_EXCLUDED),
      tied: behind((lead) => lead === 0).slice(0, MAX_EXCLUDED),
      tieBreakId: least.listingId,
    };
  }

  private bound({ after, level }: OfferScan): number {
    return after.rank === SCAN_START.rank ? Infinity : this.scale.points(after.rank) + level;
  }

  private async recordOffers(offers: readonly Offer[]): Promise<void> {
    this.read += offers.length;
    const fresh = offers.filter(({ listingId }) => !this.offers.has(listingId));
    await this.loadMissingRecords(fresh);
    for (const offer of fresh) {
      this.offers.set(offer.listingId, offer);
      this.leaders.offer(this.scored(offer));
    }
  }

  private scored({ listingId, principalId, priceRank, tagSet }: Offer): ScoredListing {
    const points = this.scale.points(priceRank) + this.sets.pointsOf(tagSet);
    return { listingId, score: points - faultPoints(this.recordOf(principalId)) };
  }

  /** What is not known yet of the principals and the tags of offers. */
  private async loadMissingRecords(offers: readonly Offer[]): Promise<void> {
    const { db, sought } = this;
    const strangers = missingIds(offers, ({ principalId }) => principalId, this.records);
    if (strangers.length > 0) {
      for (const id of strangers) this.records.set(id, NO_FAULTS);
      for (const { principalId, ...record } of await faultRecords(db, strangers, sought.market.now)) {
        this.records.set(principalId, record);
      }
    }
    await this.sets.learn(offers.map(({ tagSet }) => tagSet));
  }
}

/** The offers of each stream, where the streams are sets of tags; else all of them are the one stream's. */
function byTagSet(offers: readonly Offer[], streams: readonly OfferScan[]): Map<string | undefined, Offer[]> {
  const found = new Map<string | undefined, Offer[]>();
  for (const offer of offers) {
    const key = streams[0]?.tagSet === undefined ? undefined : offer.tagSet;
    const own = found.get(key);
    if (own) own.push(offer);
    else found.set(key, [offer]);
  }
  return found;
}

function lowest(ranks: readonly bigint[], otherwise: bigint): bigint {
  return ranks.reduce((low, rank) => (rank < low ? rank : low), ranks[0] ?? otherwise);
}

function missingIds(
  offers: readonly Offer[],
  of: (offer: Offer) => string,
  known: ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set(offers.map(of))].filter((id) => !known.has(id));
}
