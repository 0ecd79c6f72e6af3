import { Refusal } from '../errors/errors';
import type { AcceptanceItem, CheckpointResult, ContractItem, DeliveryContract } from '../types';
import { Validator } from '../validator';

export const itemIdBounds = { min: 1, max: 64 } as const;
export const itemDescriptionBounds = { min: 1, max: 500 } as const;
export const itemWeightBounds = { min: 1, max: 1000 } as const;
export const MAX_ITEMS = 64;

export interface AcceptanceItemInput {
  readonly item_id: string;
  readonly description: string;
  readonly weight: number;
  readonly must?: boolean | null | undefined;
}

/** Checks the acceptance items of a step. `at` is the pointer to the list. An empty list means no items, as in answers. */
export function checkItems(check: Validator, at: string, items: readonly AcceptanceItemInput[]): void {
  if (!check.count(at, items, { min: 0, max: MAX_ITEMS })) return;
  items.forEach((item, index) => {
    const pointer = `${at}/${String(index)}`;
    check.text(`${pointer}/item_id`, item.item_id, itemIdBounds);
    check.text(`${pointer}/description`, item.description, itemDescriptionBounds);
    check.int(`${pointer}/weight`, item.weight, itemWeightBounds);
  });
  const ids = items.map((item) => item.item_id);
  check.unique(at, '/item_id', ids);
}

/** Whether an agreed `must` item is not met. A checkpoint without results says that all items are met. */
export function missesMust(
  items: readonly AcceptanceItem[] | null,
  results: readonly CheckpointResult[] | null,
): boolean {
  if (items === null || results === null) return false;
  const metIds = new Set(results.filter((result) => result.met).map(({ item_id }) => item_id));
  return items.some(({ must, item_id }) => must && !metIds.has(item_id));
}

/** The items as stored. */
export function itemsOf(items: readonly AcceptanceItemInput[]): AcceptanceItem[] {
  return items.map(({ item_id, description, weight, must }) => ({ item_id, description, weight, must: must ?? false }));
}

/** An item of a contract as sent. The terms can already have its description and weight. */
export interface SentItem extends Omit<ContractItem, 'description' | 'weight'> {
  readonly description: string | null;
  readonly weight: number | null;
}

export interface SentContract {
  readonly summary: string;
  readonly items: readonly SentItem[];
}

/**
 * The contract with the descriptions and weights of the terms, or with its own if the terms have no items.
 *
 * @throws Refusal 400 `contract_items_differ` if the items are not those of the terms, 400 `validation_failed`
 */
export function contractOf(
  { summary, items }: SentContract,
  agreed: readonly AcceptanceItem[] | null,
): DeliveryContract {
  if (agreed === null) return { summary, items: ownItems(items) };
  assertAgreed(items, agreed);
  const terms = new Map(agreed.map((item) => [item.item_id, item]));
  return {
    summary,
    items: items.map((item) => {
      const { description, weight } = terms.get(item.item_id) ?? { description: '', weight: 1 };
      return { ...item, description, weight };
    }),
  };
}

function ownItems(items: readonly SentItem[]): ContractItem[] {
  const check = new Validator();
  items.forEach(({ description, weight }, index) => {
    check.that(description !== null, `/items/${String(index)}/description`, 'is required: the terms have no items');
    check.that(weight !== null, `/items/${String(index)}/weight`, 'is required: the terms have no items');
  });
  check.done();
  return items.map((item) => ({ ...item, description: item.description ?? '', weight: item.weight ?? 1 }));
}

function assertAgreed(items: readonly SentItem[], agreed: readonly AcceptanceItem[]): void {
  const sent = new Set(items.map(({ item_id }) => item_id));
  const agreedIds = new Set(agreed.map(({ item_id }) => item_id));
  const missing = [...agreedIds].filter((id) => !sent.has(id));
  const unknown = [...sent].filter((id) => !agreedIds.has(id));
  const changed = items.filter((item) => item.description !== null || item.weight !== null).map((item) => item.item_id);
  if (missing.length + unknown.length + changed.length === 0) return;
  throw new Refusal('contract_items_differ', undefined, {
    missing_item_ids: missing,
    unknown_item_ids: unknown,
    changed_item_ids: changed,
  });
}
