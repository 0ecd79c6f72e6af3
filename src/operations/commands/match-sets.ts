import { MAX_TAGS } from '../../domain/market/listing-input';
import { tagPoints } from '../../domain/market/matching';
import type { Db } from '../../database/transactions/statement';
import type { MarketSide } from '../../database/market/offers';
import {
  commonTags,
  MAX_TAG_SETS,
  tagSetsSharingTwo,
  tagSetsSharingOne,
  type TagOverlapClass,
} from '../../database/market/match-queries';

/** Tag sets that share tags with a listing, with equal points. */
export interface FittingSets {
  /** Their points for tags. If the sets are not named: the most points of any. */
  readonly level: number;
  /** Null if they are too many to name, in this class and in worse ones. */
  readonly tagSets: readonly string[] | null;
}

// One statement reads this many sets at hardly more cost than one set.
const MAX_SETS_PER_STATEMENT = 16;
const FIRST_SETS = 500;

/** The tag sets of a market, by their points for the tags shared with a listing. */
export class MatchSets {
  private readonly points = new Map<string, number>();
  /** Sets not returned yet, the best level first. Undefined before the first query. */
  private open: readonly FittingSets[] | undefined;
  /** The size of the smallest sets with one shared tag that are not loaded yet. */
  private smallest = 1;
  private hasLoadedFirst = false;
  private areAllLoaded: boolean;

  /** @param tags without duplicates */
  constructor(
    private readonly db: Db,
    private readonly market: MarketSide,
    private readonly tags: readonly string[],
  ) {
    this.areAllLoaded = tags.length === 0;
  }

  /** The points of a set that `learn` or `next` has loaded. */
  pointsOf(tagSet: string): number {
    return this.points.get(tagSet) ?? 0;
  }

  /**
   * Returns the best remaining sets. Undefined: none of them can win with its points.
   *
   * Sets with one shared tag are many, so they are loaded last. The smallest come first, because they have most points.
   */
  async next(canWin: (level: number) => boolean): Promise<FittingSets | undefined> {
    const { db, market, tags } = this;
    if (tags.length === 0) return undefined;
    this.open ??= this.toFittingSets(await tagSetsSharingTwo(db, market, tags));
    while (this.smallest <= MAX_TAGS) {
      const level = tagPoints(tags.length, this.smallest, 1);
      if (this.open[0] && this.open[0].level > level) break;
      if (!canWin(level)) return undefined;
      this.open = byLevel([...this.open, ...this.toFittingSets(await this.loadSharingOne())]);
    }
    this.areAllLoaded = this.smallest > MAX_TAGS && this.open.every(({ tagSets }) => tagSets !== null);
    return this.take(this.open, canWin);
  }

  /** Loads a few sets of every size at first, then all of one size. */
  private async loadSharingOne(): Promise<TagOverlapClass[]> {
    const { db, market, tags, smallest: from, hasLoadedFirst } = this;
    const [to, most] = hasLoadedFirst ? [from, MAX_TAG_SETS] : [MAX_TAGS, FIRST_SETS];
    const classes = await tagSetsSharingOne(db, market, tags, { from, to, limit: Math.ceil(most / tags.length) });
    this.hasLoadedFirst = true;
    const cut = hasLoadedFirst ? undefined : classes.find(({ tagSets }) => tagSets === null);
    this.smallest = cut?.size ?? to + 1;
    return classes.filter((tagClass) => tagClass !== cut);
  }

  private take(open: readonly FittingSets[], canWin: (level: number) => boolean): FittingSets | undefined {
    const [best] = open;
    if (!best || !canWin(best.level)) return undefined;
    let [{ tagSets }, taken] = [best, 1];
    for (let more = open[taken]; tagSets && more?.tagSets && canWin(more.level); more = open[taken]) {
      if (tagSets.length + more.tagSets.length > MAX_SETS_PER_STATEMENT) break;
      tagSets = [...tagSets, ...more.tagSets];
      taken += 1;
    }
    this.open = open.slice(taken);
    return { level: best.level, tagSets };
  }

  /** Loads the points of new sets. */
  async learn(tagSets: readonly string[]): Promise<void> {
    const newSets = this.areAllLoaded ? [] : [...new Set(tagSets)].filter((tagSet) => !this.points.has(tagSet));
    if (newSets.length === 0) return;
    for (const tagSet of newSets) this.points.set(tagSet, 0);
    for (const { tagSet, common, size } of await commonTags(this.db, this.market, this.tags, newSets)) {
      this.points.set(tagSet, tagPoints(this.tags.length, size, common));
    }
  }

  private toFittingSets(classes: readonly TagOverlapClass[]): FittingSets[] {
    const fitting = classes.map(({ common, size, tagSets }) => {
      const level = tagPoints(this.tags.length, size, common);
      for (const tagSet of tagSets ?? []) this.points.set(tagSet, level);
      return { level, tagSets: tagSets && [...tagSets].sort() };
    });
    return byLevel(fitting.filter(({ tagSets }) => tagSets?.length !== 0));
  }
}

function byLevel(sets: readonly FittingSets[]): FittingSets[] {
  return [...sets].sort((a, b) => b.level - a.level);
}
