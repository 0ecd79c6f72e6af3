import type { Problem } from '../../api/problem';
import { Button } from '../../ui/button';
import { bindTo, Field, Select } from '../../ui/field';
import { errorAt } from '../trading/field-errors';
import { ItemsEditor } from '../trading/items-editor';
import { SpanField } from '../trading/span-field';
import type { Participant, StepDraft } from './draft';

interface Props {
  readonly step: StepDraft;
  readonly number: number;
  readonly participants: readonly Participant[];
  readonly problem: Problem | undefined;
  readonly onChange: (change: Partial<StepDraft>) => void;
  /** Undefined: the last step cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

const ACTIVATIONS = [
  ['ANY', 'Any participant'],
  ['CONSUMER', 'Only the consumer'],
] as const;

/** Edits one step of the terms. */
export function StepEditor({ step, number, participants, problem, onChange, onRemove }: Props) {
  const path = `steps.${number - 1}`;
  const errorFor = (name: string): string | undefined => errorAt(problem, `${path}.${name}`);
  const bind = bindTo(step, onChange, errorFor);
  return (
    <fieldset className="rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Step {number}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Title" required maxLength={200} {...bind('title')} />
        <Field
          label="Price in stamps"
          type="number"
          required
          min={0}
          step={1}
          {...bind('price')}
          error={errorFor('priceStamps')}
        />
        <Parties step={step} participants={participants} errorFor={errorFor} onChange={onChange} />
        <Times step={step} errorFor={errorFor} onChange={onChange} />
      </div>
      <div className="mt-4">
        <ItemsEditor
          items={step.items}
          problem={problem}
          path={`${path}.items`}
          onChange={(items) => onChange({ items })}
        />
      </div>
      {onRemove && (
        <Button kind="quiet" className="mt-3" onClick={onRemove}>
          Remove step {number}
        </Button>
      )}
    </fieldset>
  );
}

type Part = Pick<Props, 'step' | 'onChange'> & { readonly errorFor: (name: string) => string | undefined };

function Parties({ step, participants, errorFor, onChange }: Part & Pick<Props, 'participants'>) {
  const bind = bindTo(step, onChange);
  const options = participants.map(({ principalKey, name }) => [principalKey, name] as const);
  return (
    <>
      <Select
        label="Provider, who delivers"
        {...bind('providerKey')}
        options={options}
        error={errorFor('providerPrincipalKey')}
      />
      <Select
        label="Consumer, who pays and checks"
        {...bind('consumerKey')}
        options={options}
        error={errorFor('consumerPrincipalKey')}
      />
    </>
  );
}

function Times({ step, errorFor, onChange }: Part) {
  const bind = bindTo(step, onChange, errorFor);
  return (
    <>
      <SpanField
        label="Contract window"
        help="Time for the delivery contract, from the activation."
        isRequired
        seconds={step.contractWindowSeconds}
        error={errorFor('contractWindowSeconds')}
        onChange={(contractWindowSeconds) => onChange({ contractWindowSeconds })}
      />
      <SpanField
        label="Checkpoint window"
        help="Time to check the delivery, from the contract."
        isRequired
        seconds={step.checkpointWindowSeconds}
        error={errorFor('checkpointWindowSeconds')}
        onChange={(checkpointWindowSeconds) => onChange({ checkpointWindowSeconds })}
      />
      <Field
        label="Not before"
        help="Your local time. Empty: the step can be activated at any time."
        type="datetime-local"
        {...bind('notBefore')}
      />
      <Select label="Who may activate the step" {...bind('activation')} options={ACTIVATIONS} />
    </>
  );
}
