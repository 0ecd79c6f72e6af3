import { groupBy } from '../../domain/group-by';
import {
  cutoff,
  FIRST_ID,
  isBefore,
  LAST_ID,
  TopK,
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
  type MarketSide,
  type BatchSize,
  NO_EXCLUSIONS,
  type Offer,
  offersOfAgents,
  offersByPrice,
  readOffers,
  SCAN_START,
} from '../../database/market/offers';
import { type MatchRecord, MatchRecords } from './match-records';
import { MatchSets } from './match-sets';

/**
 * Finds the best offers of a market for a listing, as a ranking of all offers would, but reads few of them.
 *
 * It reads the best prices first. Then it reads the tag sets with most points, each by price, while price and tags
 * together can still win (docs/decisions/0019-match-run-search.md).
 */

export interface MatchQuery {
  readonly market: MarketSide;
  /** The price of the listing: the bid for a candidate's ask, or the ask for its bid. */
  readonly price: bigint;
  readonly tags: readonly string[];
  /** The number of offers to find. */
  readonly count: number;
  /** The number of offers to find of one principal at most. Default: no limit. */
  readonly placesOf?: (principalId: string) => number;
  /** Offers of principals with fewer settled trades are left out. Default 0. */
  readonly minSettledTrades?: number;
}

/** Unread offers of the market or of one tag set. */
interface OfferScan extends ScanPosition {
  /** The most points for tags that one of the offers can have. */
  readonly level: number;
  /** The number of offers read since they can at best tie. */
  readonly tied: number;
}

// A safety limit. Only tens of thousands of better priced offers of principals with faults reach it.
const MAX_READ = 50_000;
// Rows of one statement.
const MAX_BATCH = 5000;
// After this many ties the rest is read by id: there may be many prices with equal points.
const MAX_TIES = 1000;
const MAX_EXCLUDED = 256;

export class MatchSearch {
  private readonly scale: PriceScale;
  private readonly leaders: TopK;
  private readonly offers = new Map<string, Offer>();
  private readonly records: MatchRecords;
  private readonly sets: MatchSets;
  private read = 0;

  constructor(
    private readonly db: Db,
    private readonly query: MatchQuery,
  ) {
    this.scale = priceScale(query.market.side, query.price);
    this.sets = new MatchSets(db, query.market, [...new Set(query.tags)]);
    this.leaders = new TopK(query.count, query.placesOf ?? (() => query.count));
    this.records = new MatchRecords(db, query.market.now, query.minSettledTrades ?? 0);
  }

  /** The number of compared offers. */
  get considered(): number {
    return this.offers.size;
  }

  /** The best offers, best first. */
  get best(): Offer[] {
    return this.leaders.listingIds.flatMap((id) => this.offers.get(id) ?? []);
  }

  recordOf(principalId: string): MatchRecord {
    return this.records.of(principalId);
  }

  /** Reads only the offers of these agents. */
  async lookAtAgents(agentIds: readonly string[]): Promise<void> {
    const { db, query } = this;
    if (agentIds.length > 0)
      await this.recordOffers(await offersOfAgents(db, query.market, agentIds, this.scale.limit));
  }

  async run(): Promise<void> {
    const rest = await this.readFirst();
    if (!rest) return;
    await this.finish([{ ...rest, level: await this.readSets(rest) }], 1000);
  }

  /** Reads the best prices, including the principal's own offers. Undefined: there are no others. */
  private async readFirst(): Promise<OfferScan | undefined> {
    const { db, query, scale } = this;
    const offers = await firstOffers(db, query.market, scale.limit);
    await this.recordOffers(offers.filter(({ fits }) => fits));
    const last = offers.at(-1);
    if (!last || offers.length < FIRST_OFFERS) return undefined;
    return { tagSet: undefined, after: { rank: last.priceRank, listingId: last.listingId }, level: 0, tied: 0 };
  }

  /** Reads the tag sets that can be among the best. Returns the most tag points of the remaining offers. */
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

  /** Reads the offers of a class of tag sets, which have at most `level` points for tags. */
  private async readClass(level: number, tagSets: readonly string[]): Promise<void> {
    const most = this.query.count <= 15 ? 20 : 100;
    const scans = tagSets.map((tagSet) => ({ tagSet, after: SCAN_START, level, tied: 0 }));
    // A few scans first: once they have filled the places, few others can still win.
    for (let from = 0, count = 16; from < scans.length; from += count, count = MAX_BATCH / most) {
      await this.finish(scans.slice(from, from + count), most);
    }
  }

  /** Reads scans of one level until none of them can win. @param first size of the first batch of a scan */
  private async finish(scans: readonly OfferScan[], first: BatchSize): Promise<void> {
    let [open, most] = [scans, first];
    for (;;) {
      open = open.filter((scan) => this.canWin(scan));
      if (open.length === 0 || this.read >= MAX_READ) return;
      const tied = open.filter((scan) => this.onlyTies(scan));
      await this.readTies(tied);
      const others = open.filter((scan) => !tied.includes(scan) && this.canWin(scan));
      const count = MAX_BATCH / most;
      open = [...(others.length > 0 ? await this.readOn(others.slice(0, count), most) : []), ...others.slice(count)];
      if (others.length <= count) most = most < 200 ? 200 : 1000;
    }
  }

  private canWin({ after, level }: OfferScan): boolean {
    const end = cutoff(this.scale, level, this.leaders.least);
    return end !== undefined && isBefore(after, end);
  }

  /** Whether a scan can only tie, and has read enough ties to make reading by id cheaper. */
  private onlyTies(scan: OfferScan): boolean {
    const { tagSet, tied } = scan;
    return this.ties(scan) && tied >= (tagSet === undefined ? MAX_TIES : 1);
  }

  private ties({ after, level }: OfferScan): boolean {
    const { least } = this.leaders;
    if (!least || after.rank === SCAN_START.rank || this.scale.points(after.rank) + level !== least.score) return false;
    return cutoff(this.scale, level, least)?.listingId === LAST_ID;
  }

  /** Reads one batch of each scan by price. Returns the scans that have more. */
  private async readOn(scans: readonly OfferScan[], most: BatchSize): Promise<OfferScan[]> {
    const [{ level } = { level: 0 }] = scans;
    const before = cutoff(this.scale, level, this.leaders.least);
    if (!before) return [];
    const excluded = this.excludedPrincipals(scans);
    const offers = await readOffers(this.db, offersByPrice(this.query.market, scans, before, most, excluded));
    await this.recordOffers(offers);
    const offersOfSet = byTagSet(offers, scans);
    return scans.flatMap((scan) => {
      const own = offersOfSet.get(scan.tagSet) ?? [];
      const last = own.at(-1);
      if (!last || own.length < most) return [];
      const next = { ...scan, after: { rank: last.priceRank, listingId: last.listingId } };
      return [{ ...next, tied: this.ties(next) ? scan.tied + own.length : 0 }];
    });
  }

  /** Reads offers of equal points by id. Only an id below that of the last leader can win. */
  private async readTies(scans: readonly OfferScan[]): Promise<void> {
    let open = scans.map((scan) => ({ ...scan, after: { ...scan.after, listingId: FIRST_ID } }));
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
      const excluded = this.excludedPrincipals(group);
      const offers = await readOffers(this.db, offersById(this.query.market, group, range, most, excluded));
      await this.recordOffers(offers);
      const offersOfSet = byTagSet(offers, group);
      const more = group.flatMap((scan) => {
        const own = offersOfSet.get(scan.tagSet) ?? [];
        const last = own.at(-1);
        return last && own.length === most
          ? [{ ...scan, after: { rank: scan.after.rank, listingId: last.listingId } }]
          : [];
      });
      open = [...more, ...open.slice(group.length)];
    }
  }

  /** Principals whose faults keep all of their remaining offers from winning. */
  private excludedPrincipals(scans: readonly OfferScan[]): ExcludedPrincipals {
    const { least } = this.leaders;
    const mostPoints = scans.reduce((high, scan) => Math.max(high, this.bound(scan)), 0);
    if (!least || mostPoints === Infinity) return NO_EXCLUSIONS;
    const faulty = this.records.withFaults();
    const principalsWith = (by: (lead: number) => boolean): string[] =>
      faulty
        .filter(([, record]) => by(least.score - (mostPoints - faultPoints(record))))
        .map(([principalId]) => principalId);
    return {
      principalIds: principalsWith((lead) => lead > 0).slice(0, MAX_EXCLUDED),
      tied: principalsWith((lead) => lead === 0).slice(0, MAX_EXCLUDED),
      tieBreakId: least.listingId,
    };
  }

  /** The most points that an unread offer of the scan can have. */
  private bound({ after, level }: OfferScan): number {
    return after.rank === SCAN_START.rank ? Infinity : this.scale.points(after.rank) + level;
  }

  private async recordOffers(offers: readonly Offer[]): Promise<void> {
    this.read += offers.length;
    const fresh = offers.filter(({ listingId }) => !this.offers.has(listingId));
    await this.records.load(fresh.map(({ principalId }) => principalId));
    await this.sets.learn(fresh.map(({ tagSet }) => tagSet));
    for (const offer of fresh) {
      if (!this.records.isEligible(offer.principalId)) continue;
      this.offers.set(offer.listingId, offer);
      this.leaders.offer({ ...offer, score: this.scoreOf(offer) });
    }
  }

  private scoreOf({ principalId, priceRank, tagSet }: Offer): number {
    const points = this.scale.points(priceRank) + this.sets.pointsOf(tagSet);
    return points - faultPoints(this.recordOf(principalId));
  }
}

/** Groups offers by the tag set of their scan. A scan without a tag set gets all of them. */
function byTagSet(offers: readonly Offer[], scans: readonly OfferScan[]): Map<string | undefined, Offer[]> {
  return groupBy(offers, ({ tagSet }) => (scans[0]?.tagSet === undefined ? undefined : tagSet));
}

function lowest(ranks: readonly bigint[], otherwise: bigint): bigint {
  return ranks.reduce((low, rank) => (rank < low ? rank : low), ranks[0] ?? otherwise);
}
