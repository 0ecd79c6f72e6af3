import { MAX_TAGS } from '../../domain/market/listing-input';
import { tagPoints } from '../../domain/market/matching';
import type { Db } from '../../database/transactions/statement';
import type { Market } from '../../database/market/offers';
import {
  commonTags,
  MAX_TAG_SETS,
  tagSetsSharingTwo,
  tagSetsSharingOne,
  type TagOverlapClass,
} from '../../database/market/market-facts';

/** Sets of tags that have some in common with a listing's. */
export interface FittingSets {
  /** The most points that one of them has for its tags. */
  readonly level: number;
  /** null where there are too many to name, in this class and those that fit less. */
  readonly tagSets: readonly string[] | null;
}

// A statement that reads of one set reads of as many for hardly more.
const FEW = 16;
const FEW_SETS = 500;

/** The sets of tags of a market by what they have in common with a listing's, and the points for it. */
export class MatchSets {
  private readonly points = new Map<string, number>();
  /** By level, the best first; undefined before anything was asked. */
  private open: readonly FittingSets[] | undefined;
  /** Of sets with one tag in common the smallest that were not asked for yet. */
  private smallest = 1;
  private hasAsked = false;
  private areAllKnown: boolean;

  /** @param tags each once */
  constructor(
    private readonly db: Db,
    private readonly market: Market,
    private readonly tags: readonly string[],
  ) {
    this.areAllKnown = tags.length === 0;
  }

  /** Of one that has been learnt or was among the next. */
  pointsOf(tagSet: string): number {
    return this.points.get(tagSet) ?? 0;
  }

  /**
   * The best that were not answered yet; undefined where none is left that could win with its points. Sets with one tag in
   * common are many: they are asked for when nothing better is left, the smallest first, which are the best of them.
   */
  async next(canWin: (level: number) => boolean): Promise<FittingSets | undefined> {
    const { db, market, tags } = this;
    if (tags.length === 0) return undefined;
    this.open ??= this.named(await tagSetsSharingTwo(db, market, tags));
    while (this.smallest <= MAX_TAGS) {
      const level = tagPoints(tags.length, this.smallest, 1);
      if (this.open[0] && this.open[0].level > level) break;
      if (!canWin(level)) return undefined;
      this.open = byLevel([...this.open, ...this.named(await this.singled())]);
    }
    this.areAllKnown = this.smallest > MAX_TAGS && this.open.every(({ tagSets }) => tagSets !== null);
    return this.take(this.open, canWin);
  }

  /** A few of every size at first; then all of one size that can be named. */
  private async singled(): Promise<TagOverlapClass[]> {
    const { db, market, tags, smallest: from, hasAsked } = this;
    const [to, most] = hasAsked ? [from, MAX_TAG_SETS] : [MAX_TAGS, FEW_SETS];
    const classes = await tagSetsSharingOne(db, market, tags, { from, to, limit: Math.ceil(most / tags.length) });
    this.hasAsked = true;
    const cut = hasAsked ? undefined : classes.find(({ tagSets }) => tagSets === null);
    this.smallest = cut?.size ?? to + 1;
    return classes.filter((one) => one !== cut);
  }

  private take(open: readonly FittingSets[], canWin: (level: number) => boolean): FittingSets | undefined {
    const [best] = open;
    if (!best || !canWin(best.level)) return undefined;
    let [{ tagSets }, taken] = [best, 1];
    for (let more = open[taken]; tagSets && more?.tagSets && canWin(more.level); more = open[taken]) {
      if (tagSets.length + more.tagSets.length > FEW) break;
      tagSets = [...tagSets, ...more.tagSets];
      taken += 1;
    }
    this.open = open.slice(taken);
    return { level: best.level, tagSets };
  }

  /** Asks for the points of sets that are not known yet. */
  async learn(tagSets: readonly string[]): Promise<void> {
    const strangers = this.areAllKnown ? [] : [...new Set(tagSets)].filter((tagSet) => !this.points.has(tagSet));
    if (strangers.length === 0) return;
    for (const tagSet of strangers) this.points.set(tagSet, 0);
    for (const { tagSet, common, size } of await commonTags(this.db, this.market, this.tags, strangers)) {
      this.points.set(tagSet, tagPoints(this.tags.length, size, common));
    }
  }

  private named(classes: readonly TagOverlapClass[]): FittingSets[] {
    const named = classes.map(({ common, size, tagSets }) => {
      const level = tagPoints(this.tags.length, size, common);
      for (const tagSet of tagSets ?? []) this.points.set(tagSet, level);
      return { level, tagSets: tagSets && [...tagSets].sort() };
    });
    return byLevel(named.filter(({ tagSets }) => tagSets?.length !== 0));
  }
}

function byLevel(sets: readonly FittingSets[]): FittingSets[] {
  return [...sets].sort((a, b) => b.level - a.level);
}
