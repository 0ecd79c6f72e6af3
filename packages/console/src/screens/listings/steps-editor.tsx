import type { Problem } from '../../api/problem';
import { Button } from '../../ui/button';
import { bindTo, Field } from '../../ui/field';
import { errorAt } from '../trading/field-errors';
import { ItemsEditor } from '../trading/items-editor';
import { type ListingDraft, type ListingStepDraft, shareSum } from './listing-draft';

const MAX_STEPS = 32;

interface Props {
  readonly draft: ListingDraft;
  readonly problem: Problem | undefined;
  readonly onChange: (steps: readonly ListingStepDraft[]) => void;
}

/** Edits the steps of a listing and their shares of the price. */
export function StepsEditor({ draft, problem, onChange }: Props) {
  const { steps } = draft;
  const sum = shareSum(draft);
  const add = (): void =>
    onChange([...steps, { title: '', share: String(Math.max(0, 100 - sum)), tradeProfile: '', items: [] }]);
  return (
    <div className="space-y-4">
      {steps.map((step, at) => (
        <fieldset key={at} className="rounded-lg border border-line p-4">
          <legend className="px-1 font-medium">Step {at + 1}</legend>
          <StepFields
            draft={draft}
            step={step}
            at={at}
            problem={problem}
            onChange={(change) => onChange(steps.with(at, { ...step, ...change }))}
          />
          {steps.length > 1 && (
            <Button kind="quiet" className="mt-3" onClick={() => onChange(steps.toSpliced(at, 1))}>
              Remove step {at + 1}
            </Button>
          )}
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {steps.length < MAX_STEPS && <Button onClick={add}>Add a step</Button>}
        {sum !== 100 && (
          <p role="status" className="text-sm text-bad">
            The shares sum to {sum} %. They must sum to 100 %.
          </p>
        )}
      </div>
    </div>
  );
}

function StepFields({
  draft,
  step,
  at,
  problem,
  onChange,
}: {
  readonly draft: ListingDraft;
  readonly step: ListingStepDraft;
  readonly at: number;
  readonly problem: Problem | undefined;
  readonly onChange: (change: Partial<ListingStepDraft>) => void;
}) {
  const path = `steps.${at}`;
  const bind = bindTo(step, onChange, (name) => errorAt(problem, `${path}.${name}`));
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <Field
          label="Title of the step"
          help={draft.steps.length === 1 ? 'Empty: the title of the listing.' : undefined}
          required={draft.steps.length > 1}
          maxLength={200}
          {...bind('title')}
        />
        <Field
          label="Share of the price in %"
          type="number"
          required
          min={0}
          max={100}
          step={0.01}
          {...bind('share')}
          error={errorAt(problem, `${path}.shareBps`)}
        />
        {draft.side === 'CONSUME' && (
          <Field
            label="Trade profile of the step"
            help="Only if another kind of provider shall deliver this step."
            spellCheck={false}
            {...bind('tradeProfile')}
          />
        )}
      </div>
      <ItemsEditor
        items={step.items}
        problem={problem}
        path={`${path}.items`}
        onChange={(items) => onChange({ items })}
      />
    </div>
  );
}
