import { Button } from '../../ui/button';
import { bindTo, Field } from '../../ui/field';
import type { ContractItemInput } from '../../../../client/src/schema';
import type { Step } from './types';

/** An item of a delivery contract while it is written. */
export interface ItemDraft {
  readonly itemId: string;
  readonly description: string;
  readonly weight: string;
  readonly artifactUri: string;
}

const emptyItem = (at: number): ItemDraft => ({ itemId: `item-${at}`, description: '', weight: '1', artifactUri: '' });

/** The items of the terms, or one empty item if the terms have none. */
export function contractDraft({ items }: Step): readonly ItemDraft[] {
  if (items.length === 0) return [emptyItem(1)];
  return items.map(({ itemId, description, weight }) => ({
    itemId,
    description,
    weight: String(weight),
    artifactUri: '',
  }));
}

/** The items as the API takes them: description and weight only if the terms have none. */
export function contractInput(drafts: readonly ItemDraft[], { items }: Step): ContractItemInput[] {
  return drafts.map(({ itemId, description, weight, artifactUri }) => ({
    itemId,
    ...(items.length === 0 && { description, weight: Number(weight) }),
    ...(artifactUri !== '' && { artifactUri }),
  }));
}

interface Props {
  readonly items: readonly ItemDraft[];
  /** Whether the terms of the trade fix the items. */
  readonly hasTerms: boolean;
  readonly onChange: (items: readonly ItemDraft[]) => void;
}

/** The items of a delivery contract. The checkpoint gives a result to each. */
export function ContractItems({ items, hasTerms, onChange }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-medium">Items</legend>
      {items.map((item, at) => {
        const bind = bindTo(item, (part) => onChange(items.with(at, { ...item, ...part })));
        return (
          <div key={item.itemId} className="space-y-2 rounded-md border border-line p-3">
            {hasTerms ? (
              <p className="text-sm">
                {item.description} <span className="text-muted">(weight {item.weight}, fixed by the terms)</span>
              </p>
            ) : (
              <div className="grid grid-cols-[1fr_6rem] gap-2">
                <Field label={`Item ${String(at + 1)}`} required maxLength={500} {...bind('description')} />
                <Field label="Weight" type="number" min={1} max={1000} required {...bind('weight')} />
              </div>
            )}
            <Field label="Address of the artifact (optional)" type="url" {...bind('artifactUri')} />
          </div>
        );
      })}
      {!hasTerms && (
        <div className="flex gap-2">
          <Button onClick={() => onChange([...items, emptyItem(items.length + 1)])}>Add an item</Button>
          {items.length > 1 && <Button onClick={() => onChange(items.slice(0, -1))}>Remove the last item</Button>}
        </div>
      )}
    </fieldset>
  );
}
