/** Splits items into batches in their order. No principal occurs twice in a batch. */
export function disjointBatches<T extends { readonly principalIds: readonly string[] }>(
  items: readonly T[],
  maxSize: number,
): T[][] {
  const batches: { readonly items: T[]; readonly principalIds: Set<string> }[] = [];
  for (const item of items) {
    const fits = ({ items: { length }, principalIds }: (typeof batches)[number]): boolean =>
      length < maxSize && !item.principalIds.some((id) => principalIds.has(id));
    let batch = batches.find(fits);
    if (!batch) batches.push((batch = { items: [], principalIds: new Set() }));
    batch.items.push(item);
    for (const id of item.principalIds) batch.principalIds.add(id);
  }
  return batches.map(({ items: own }) => own);
}
