import { Field } from '../../ui/field';
import type { CheckpointResultInput } from '../../../../client/src/schema';
import type { CountedItem } from './coverage';
import type { Step } from './types';

/** The result of an item while a checkpoint is written. */
export interface ResultDraft extends CountedItem {
  readonly itemId: string;
  readonly description: string;
  readonly note: string;
}

/** Every item is met until the human says otherwise. */
export function resultDraft({ contract, items }: Step): readonly ResultDraft[] {
  const must = new Set(items.filter((item) => item.must).map(({ itemId }) => itemId));
  return (contract?.items ?? []).map(({ itemId, description, weight }) => ({
    itemId,
    description,
    weight,
    must: must.has(itemId),
    met: true,
    note: '',
  }));
}

/** The results as the API takes them. The form hides the note of an item that is met, so it is not sent. */
export function resultInput(results: readonly ResultDraft[]): CheckpointResultInput[] {
  return results.map(({ itemId, met, note }) => ({ itemId, met, ...(!met && note !== '' && { note }) }));
}

interface Props {
  /** Whether items count by their weights. Otherwise each counts once. */
  readonly isWeighted: boolean;
  readonly results: readonly ResultDraft[];
  readonly onChange: (results: readonly ResultDraft[]) => void;
}

/** For each item of the contract: whether it is met, and a note. */
export function ResultRows({ isWeighted, results, onChange }: Props) {
  const change = (itemId: string, part: Partial<ResultDraft>): void =>
    onChange(results.map((result) => (result.itemId === itemId ? { ...result, ...part } : result)));
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-medium">Items</legend>
      {results.map(({ itemId, description, weight, must, met, note }) => (
        <div key={itemId} className="space-y-2 rounded-md border border-line p-3">
          <label className="flex items-start gap-2 text-sm">
            <input
              type="checkbox"
              className="mt-1 size-4 accent-accent"
              checked={met}
              onChange={({ target }) => change(itemId, { met: target.checked })}
            />
            <span>
              Met: {description}{' '}
              {isWeighted && (
                <span className="text-muted">
                  (weight {weight}
                  {must && ', must be met'})
                </span>
              )}
            </span>
          </label>
          {!met && (
            <Field
              label="What is missing (optional)"
              maxLength={1000}
              value={note}
              onText={(text) => change(itemId, { note: text })}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
