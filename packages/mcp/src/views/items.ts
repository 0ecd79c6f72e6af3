import type { UntrustedTexts } from '../untrusted';

/** An item that terms agree on. */
export interface AgreedItem {
  readonly itemId: string;
  readonly description: string;
  readonly weight: number;
  readonly must?: boolean;
}

/** An item of a delivery contract. */
export interface ContractItem extends AgreedItem {
  readonly artifactUri: string | null;
  readonly artifactSha256: string | null;
  readonly note: string | null;
}

export interface StepItems {
  readonly items: readonly AgreedItem[];
  readonly contract: { readonly summary: string; readonly items: readonly ContractItem[] } | null;
}

/**
 * The items of a step in one fixed order, so that a number names an item. The ids are text of a counterparty, and a model
 * must not have to copy them.
 */
export function itemsOf({ items, contract }: StepItems): readonly AgreedItem[] {
  return items.length > 0 ? items : (contract?.items ?? []);
}

/** Shows agreed items with their numbers. */
export function viewAgreedItems(items: readonly AgreedItem[], field: string, texts: UntrustedTexts): object[] {
  return items.map(({ itemId, description, weight, must }, index) => {
    texts.add(`${field}.items[${index}].id`, itemId);
    texts.add(`${field}.items[${index}].description`, description);
    return { item: index + 1, weight, must: must ?? false };
  });
}
