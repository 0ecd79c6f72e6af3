/** Kinds of markets, as SQL over the number `n` of a listing. A hash draws the tags, so every run has the same. */
export interface Shape {
  readonly name: string;
  readonly about: string;
  /** Ask price. */
  readonly price: string;
  readonly tags: string;
  /** Bid and tags of the listing that runs. */
  readonly bid: number;
  readonly wantedTags: string;
}

/** SQL of up to `most` tags out of a vocabulary of this size. */
function tagsOf(vocabulary: number, most: string): string {
  return `ARRAY(SELECT DISTINCT 'tag ' || (hashint4(n * 61 + i) & 2147483647) % ${String(vocabulary)} FROM generate_series(1, ${most}) i ORDER BY 1)`;
}

const SIXTEEN = `ARRAY(SELECT 'tag ' || i FROM generate_series(1, 16) i ORDER BY 1)`;
const POPULAR = tagsOf(20, '1 + n % 4');

export const shapes: readonly Shape[] = [
  {
    name: 'crowded',
    about: 'one price, one to four of 20 popular tags',
    price: '800',
    tags: POPULAR,
    bid: 1000,
    wantedTags: tagsOf(20, '3'),
  },
  {
    name: 'nearly the same',
    about:
      'prices of 800 to 840 against a bid of 100,000 (three prices or so have the same points), the same tags as above',
    price: '800 + n % 41',
    tags: POPULAR,
    bid: 100_000,
    wantedTags: tagsOf(20, '3'),
  },
  {
    name: 'all alike',
    about: 'one price, sixteen tags that all have',
    price: '800',
    tags: SIXTEEN,
    bid: 1000,
    wantedTags: SIXTEEN,
  },
  {
    name: 'many tags',
    about: 'one price, four of 60 tags: hardly two listings have the same',
    price: '800',
    tags: tagsOf(60, '4'),
    bid: 1000,
    wantedTags: tagsOf(60, '4'),
  },
  {
    name: 'own in front',
    about: 'the cheapest tenth are principals with an owner in common',
    price: 'CASE WHEN n % 10 = 0 THEN 500 ELSE 800 END',
    tags: POPULAR,
    bid: 1000,
    wantedTags: tagsOf(20, '3'),
  },
  {
    name: 'spread',
    about: 'prices of 1 to 10,000, up to four of 500 tags',
    price: '1 + (hashint4(n) & 2147483647) % 10000',
    tags: tagsOf(500, '1 + n % 4'),
    bid: 10_000,
    wantedTags: tagsOf(500, '3'),
  },
];

export const sizes = [1000, 100_000, 1_000_000] as const;
