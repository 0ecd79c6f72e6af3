import { type SubmitEvent, useState } from 'react';
import { useAct } from '../../api/hooks';
import { ActDialog } from '../../ui/act-dialog';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Money } from '../../ui/money';
import { errorAt } from '../trading/field-errors';
import { counted } from '../trading/party';
import { formatSpan } from '../trading/span';
import { TermsDiff } from '../trading/terms-diff';
import {
  bondOf,
  changesOf,
  draftOf,
  type Participant,
  type StepDraft,
  type Terms,
  type TermsDraft,
  termsInput,
} from './draft';
import { ProposalRespond } from './proposal.documents';
import { StepEditor } from './step-editor';

const MAX_STEPS = 32;

interface Props {
  readonly principalKey: string;
  readonly proposalKey: string;
  readonly revisionNo: number;
  readonly terms: Terms;
  readonly participants: readonly Participant[];
  readonly ttlSeconds: number;
  readonly onClose: () => void;
}

/** Edits the terms of a counter, which starts as the current revision. */
export function CounterEditor(props: Props) {
  const { principalKey, proposalKey, terms, participants, onClose } = props;
  // The revision that the human edits. A newer one must not be overwritten unseen.
  const [base] = useState({ revisionNo: props.revisionNo, terms });
  const [draft, setDraft] = useState(() => draftOf(terms));
  const [isReviewed, setReviewed] = useState(false);
  const act = useAct(ProposalRespond, `counter ${proposalKey}`);
  const input = termsInput(draft, base.terms.bondBps, participants);
  const changes = changesOf(base.terms, input);
  const isOutdated = props.revisionNo !== base.revisionNo;
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    act.reset();
    setReviewed(true);
  };
  const send = () =>
    act.run({
      input: { principalKey, proposalKey, decision: 'COUNTER', expectedRevisionNo: base.revisionNo, terms: input },
    });
  const names = Object.fromEntries(participants.map((one) => [one.principalKey, one.name]));
  return (
    <Card title={`Your counter to revision ${base.revisionNo}`}>
      {isOutdated && (
        <p role="alert" className="mb-4 rounded-md bg-warn-soft p-3 text-sm text-warn">
          Revision {props.revisionNo} has come in the meantime. Discard this counter, read the new terms, and start
          again.
        </p>
      )}
      <form onSubmit={review} className="space-y-4">
        <DraftFields draft={draft} onChange={setDraft} participants={participants} problem={act.problem} />
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
          <p className="me-auto text-sm text-muted" aria-live="polite">
            {changes.length === 0 ? 'Nothing is changed yet.' : `${counted(changes.length, 'change')} so far.`}
          </p>
          <Button onClick={onClose}>Discard</Button>
          <Button type="submit" kind="primary" disabled={changes.length === 0 || isOutdated}>
            Review the counter
          </Button>
        </div>
      </form>
      {isReviewed && (
        <ActDialog
          title="Send this counter"
          submit="Send the counter"
          act={act}
          onSubmit={send}
          onClose={() => setReviewed(false)}
          onDone={onClose}
        >
          <TermsDiff changes={changes} names={names} />
          <p className="text-sm">
            Your terms become revision {base.revisionNo + 1}, and you accept them. The others have{' '}
            {formatSpan(props.ttlSeconds)} to answer. Sending costs nothing now. A trade on these terms reserves a bond
            of <Money stamps={bondOf(input, principalKey)} /> from you.
          </p>
        </ActDialog>
      )}
    </Card>
  );
}

function DraftFields({
  draft,
  onChange,
  participants,
  problem,
}: {
  readonly draft: TermsDraft;
  readonly onChange: (draft: TermsDraft) => void;
  readonly participants: readonly Participant[];
  readonly problem: ReturnType<typeof useAct>['problem'];
}) {
  const { steps } = draft;
  const setSteps = (next: readonly StepDraft[]): void => onChange({ ...draft, steps: next });
  const add = (): void => {
    const last = steps.at(-1);
    if (!last) return;
    const added = { ...last, title: '', price: '', notBefore: '', notBeforeExact: null, items: [] };
    setSteps([...steps, added]);
  };
  const percent = (name: 'threshold' | 'burn', label: string, help: string, path: string, max: number) => (
    <Field
      label={label}
      help={help}
      type="number"
      required
      min={name === 'burn' ? 0 : 0.01}
      max={max}
      step={0.01}
      value={draft[name]}
      error={errorAt(problem, path)}
      onText={(text) => onChange({ ...draft, [name]: text })}
    />
  );
  return (
    <>
      {steps.map((step, at) => (
        <StepEditor
          key={at}
          step={step}
          number={at + 1}
          participants={participants}
          problem={problem}
          onChange={(change) => setSteps(steps.with(at, { ...step, ...change }))}
          onRemove={steps.length > 1 ? () => setSteps(steps.toSpliced(at, 1)) : undefined}
        />
      ))}
      {steps.length < MAX_STEPS && <Button onClick={add}>Add a step</Button>}
      <div className="grid gap-4 sm:grid-cols-2">
        {percent(
          'threshold',
          'Coverage threshold in %',
          'Least coverage of a passed step.',
          'coverageThresholdBps',
          100,
        )}
        {percent(
          'burn',
          'Burn of an unruled dispute in %',
          'Each side loses this share of the contested price.',
          'disputeBurnBps',
          50,
        )}
      </div>
    </>
  );
}
