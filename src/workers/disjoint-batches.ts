/** The members of an item that decide its batch. */
export interface BatchItem {
  readonly principalIds: readonly string[];
  /** Default: 0. */
  readonly bytes?: number;
}

/**
 * Splits items into batches in their order. No principal occurs twice in a batch.
 *
 * @param maxBytes the most bytes of a batch; an item of more has a batch of its own
 */
export function disjointBatches<T extends BatchItem>(items: readonly T[], maxSize: number, maxBytes = Infinity): T[][] {
  const batches: { readonly items: T[]; readonly principalIds: Set<string>; bytes: number }[] = [];
  for (const item of items) {
    const { bytes = 0 } = item;
    const fits = (batch: (typeof batches)[number]): boolean =>
      batch.items.length < maxSize &&
      batch.bytes + bytes <= maxBytes &&
      !item.principalIds.some((id) => batch.principalIds.has(id));
    let batch = batches.find(fits);
    if (!batch) batches.push((batch = { items: [], principalIds: new Set(), bytes: 0 }));
    batch.items.push(item);
    batch.bytes += bytes;
    for (const id of item.principalIds) batch.principalIds.add(id);
  }
  return batches.map(({ items: own }) => own);
}
