import type { Problem } from '../../api/problem';
import { Button } from '../../ui/button';
import { bindTo, Field } from '../../ui/field';
import { errorAt } from './field-errors';

/** An acceptance item while it is edited. */
export interface ItemDraft {
  readonly itemId: string;
  readonly description: string;
  readonly weight: string;
  readonly must: boolean;
}

const MAX_ITEMS = 64;

/** The input of an item. */
export function itemInput({ itemId, description, weight, must }: ItemDraft) {
  return { itemId: itemId.trim(), description: description.trim(), weight: Number(weight), must };
}

/** The draft of an agreed item. */
export function itemDraft(item: { itemId: string; description: string; weight: number; must: boolean }): ItemDraft {
  return { itemId: item.itemId, description: item.description, weight: String(item.weight), must: item.must };
}

interface Props {
  readonly items: readonly ItemDraft[];
  readonly onChange: (items: readonly ItemDraft[]) => void;
  readonly problem: Problem | undefined;
  /** The path of the items in the input of the mutation. */
  readonly path: string;
}

/** A free id for a new item: `item-3`. */
function freeId(items: readonly ItemDraft[]): string {
  let number = items.length + 1;
  while (items.some(({ itemId }) => itemId === `item-${number}`)) number += 1;
  return `item-${number}`;
}

/** Edits the items by which a delivery is accepted. */
export function ItemsEditor({ items, onChange, problem, path }: Props) {
  const add = (): void => onChange([...items, { itemId: freeId(items), description: '', weight: '1', must: false }]);
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Acceptance items</legend>
      <p className="mb-2 text-sm text-muted">
        {items.length === 0
          ? 'Without items, the provider lists them in its delivery contract.'
          : 'The checkpoint has one result for each item. Weights say how much an item counts.'}
      </p>
      <ul className="space-y-3">
        {items.map((item, at) => (
          <li key={at} className="rounded-md border border-line bg-ground p-3">
            <ItemFields
              item={item}
              number={at + 1}
              problem={problem}
              path={`${path}.${at}`}
              onChange={(change) => onChange(items.with(at, { ...item, ...change }))}
              onRemove={() => onChange(items.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {items.length < MAX_ITEMS && (
        <Button className="mt-2" onClick={add}>
          Add an item
        </Button>
      )}
    </fieldset>
  );
}

function ItemFields({
  item,
  number,
  problem,
  path,
  onChange,
  onRemove,
}: {
  readonly item: ItemDraft;
  readonly number: number;
  readonly problem: Problem | undefined;
  readonly path: string;
  readonly onChange: (change: Partial<ItemDraft>) => void;
  readonly onRemove: () => void;
}) {
  const bind = bindTo(item, onChange, (name) => errorAt(problem, `${path}.${name}`));
  return (
    <div className="grid gap-3 sm:grid-cols-[8rem_1fr_6rem]">
      <Field label={`Item ${number}: id`} required maxLength={64} {...bind('itemId')} />
      <Field label="Description" required maxLength={500} {...bind('description')} />
      <Field label="Weight" type="number" required min={1} max={1000} {...bind('weight')} />
      <label className="flex items-center gap-2 text-sm sm:col-span-2">
        <input type="checkbox" checked={item.must} onChange={({ target }) => onChange({ must: target.checked })} />
        Required: without it the coverage is 0
      </label>
      <Button kind="quiet" onClick={onRemove} aria-label={`Remove item ${number}`}>
        Remove
      </Button>
    </div>
  );
}
