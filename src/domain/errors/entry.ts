/** One error code: status, texts, and how a client can recover. */
export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /**
   * `transient`: retry. `correctable`: change the request. `terminal`: give up.
   *
   * A refusal that is stored for an idempotency key is never `terminal`, because its answer offers a try with a new key.
   */
  readonly recovery: 'transient' | 'correctable' | 'terminal';
  /** Members that an error with this code can have in addition to the common members. */
  readonly members: readonly string[];
}

export function entry(
  status: number,
  title: string,
  meaning: string,
  remedy: string,
  more: Partial<Pick<CatalogueEntry, 'recovery' | 'members'>> = {},
): CatalogueEntry {
  return { status, title, meaning, remedy, recovery: 'correctable', members: [], ...more };
}

/**
 * The text is the same for a missing resource and for one of another principal, so it reveals neither.
 *
 * @param prefix that of its keys, because a key of another kind of resource is a common mistake; absent if Stripe made the id
 */
export function notFound(noun: string, prefix?: string): CatalogueEntry {
  const check = prefix === undefined ? 'Check the key.' : `Check the key, which begins with ${prefix}_.`;
  return entry(
    404,
    `${noun} not found`,
    `You cannot see ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun.toLowerCase()} with this key. It does not exist, or it belongs to another principal.`,
    `${check} List the collection to find the keys that you can use.`,
  );
}
