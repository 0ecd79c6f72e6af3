import { type KeyboardEvent, useState } from 'react';
import { useAct } from '../../../api/hooks';
import { ActDialog } from '../../../ui/act-dialog';
import { errorOf, Field, TextField } from '../../../ui/field';
import { formatBps } from '../../../ui/money';
import { ConsequenceText } from './consequence';
import { concededBps } from '../parts/contested';
import type { Outcome, RuledStep, RuledTrade } from './money';
import { RuleTrade } from './ruling.documents';

/** The rulings that an operator can give. */
export type Ruling = 'PASS' | 'FAIL' | 'PARTIAL';

const TITLES: Readonly<Record<Ruling, string>> = {
  PASS: 'Rule that the delivery passed',
  FAIL: 'Rule that the checkpoint stands',
  PARTIAL: 'Rule a coverage',
};

interface Props {
  readonly trade: RuledTrade;
  readonly step: RuledStep;
  readonly ruling: Ruling;
  /** Undefined while the preview of this coverage is read. */
  readonly outcome: Outcome | undefined;
  readonly percent: string;
  readonly onPercent: (percent: string) => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for the reason of a ruling, and says before what it costs whom. */
export function RuleDialog({ trade, step, ruling, outcome, percent, onPercent, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const [rebuttalAtOpening] = useState(step.rebuttalFiledAt);
  const isOutdated = step.rebuttalFiledAt !== rebuttalAtOpening;
  const { tradeKey } = trade;
  const act = useAct(RuleTrade, `rule ${tradeKey}`);
  const send = async () => {
    if (!outcome || isOutdated) return undefined;
    const decision = ruling === 'PARTIAL' ? { coverageBps: outcome.ruledBps } : { verdict: ruling };
    return act.run({ input: { tradeKey, reason: reason.trim(), ...decision } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <ActDialog
      title={TITLES[ruling]}
      submit="Give the verdict"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      {ruling === 'PARTIAL' && (
        <CoverageField
          trade={trade}
          step={step}
          percent={percent}
          onPercent={onPercent}
          error={errorOf(act.problem, 'coverageBps')}
        />
      )}
      {outcome ? (
        <ConsequenceText trade={trade} step={step} outcome={outcome} />
      ) : (
        <p className="text-sm text-muted">Enter a coverage to see what it costs whom.</p>
      )}
      {isOutdated && (
        <p role="alert" className="rounded-md border border-bad bg-bad-soft p-3 text-sm">
          The provider filed a rebuttal while this dialog was open. Cancel, read the rebuttal, and rule then. This
          dialog gives no verdict any more.
        </p>
      )}
      <TextField
        label="Reason"
        help="All parties read it. 1 to 2,000 characters. Ctrl+Enter gives the verdict."
        required
        maxLength={2_000}
        value={reason}
        onText={setReason}
        onKeyDown={onKeyDown}
        error={errorOf(act.problem, 'reason')}
      />
      <p className="text-sm">
        A step has only one verdict. The next sweep applies it. It cannot be changed, also by another operator. The
        operator log keeps it.
      </p>
    </ActDialog>
  );
}

interface CoverageProps extends Pick<Props, 'trade' | 'step' | 'percent' | 'onPercent'> {
  readonly error: string | undefined;
}

function CoverageField({ trade, step, percent, onPercent, error }: CoverageProps) {
  const threshold = trade.proposal.currentRevision.terms.coverageThresholdBps;
  const conceded = concededBps(step, threshold);
  return (
    <Field
      label="Coverage in percent"
      help={`The consumer concedes ${formatBps(conceded)}, and ${formatBps(threshold)} pass. A value outside this range counts as its nearer end.`}
      type="number"
      min={0}
      max={100}
      step={0.01}
      required
      value={percent}
      onText={onPercent}
      error={error}
    />
  );
}
