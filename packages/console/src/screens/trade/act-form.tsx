import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Select, TextField } from '../../ui/field';
import { EffectOf } from './effect';
import { ContractItems, contractDraft, contractInput } from './contract-items';
import { EvidenceRows, type EvidenceDraft, evidenceInput } from './evidence-rows';
import { ResultRows, type ResultDraft, resultDraft } from './result-rows';
import { TradeActivate, TradeCheckpoint, TradeContract, TradeRebuttal, TradeWithdraw } from './trade.documents';
import type { AllowedAction, Step, Trade } from './types';

interface Props {
  readonly title: string;
  readonly operation: string;
  /** The possible variants of the act, for example a confirmed and a failed checkpoint. */
  readonly actions: readonly AllowedAction[];
  readonly trade: Trade;
  readonly onClose: () => void;
}

/** The form of an act on a trade. */
export function ActForm(props: Props) {
  const step = stepOf(props);
  switch (props.operation) {
    case 'publishDeliveryContract':
      return step ? <ContractForm {...props} step={step} /> : null;
    case 'submitCheckpoint':
      return step ? <CheckpointForm {...props} step={step} /> : null;
    case 'fileRebuttal':
      return step ? <RebuttalForm {...props} step={step} /> : null;
    default:
      return <ConfirmForm {...props} />;
  }
}

function stepOf({ actions: [action], trade }: Props): Step | undefined {
  const stepNo = action?.input['stepNo'];
  return trade.steps.find((step) => step.stepNo === stepNo) ?? trade.steps.find(({ state }) => state === 'ACTIVE');
}

function Consequence({
  action,
  children,
}: {
  readonly action: AllowedAction | undefined;
  readonly children?: ReactNode;
}) {
  if (!action) return null;
  return (
    <div className="rounded-md bg-ground p-3 text-sm">
      <p>{action.consequence.summary}</p>
      <EffectOf action={action} />
      {children}
    </div>
  );
}

function ConfirmForm({ title, operation, actions: [action], trade: { tradeKey }, onClose }: Props) {
  const { principalKey } = usePrincipal();
  const activate = useAct(TradeActivate, `activate ${tradeKey}`, action?.agentKey);
  const withdraw = useAct(TradeWithdraw, `withdraw ${tradeKey}`, action?.agentKey);
  const act = operation === 'withdrawFromTrade' ? withdraw : activate;
  const submit = (): Promise<object | undefined> => act.run({ input: { principalKey, tradeKey } });
  return (
    <ActDialog
      title={title}
      submit={title}
      isDanger={operation === 'withdrawFromTrade'}
      act={act}
      onSubmit={submit}
      onClose={onClose}
    >
      <Consequence action={action} />
    </ActDialog>
  );
}

type StepProps = Props & { readonly step: Step };

function ContractForm({ title, actions: [action], trade: { tradeKey }, step, onClose }: StepProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(TradeContract, `contract ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const [summary, setSummary] = useState('');
  const [items, setItems] = useState(() => contractDraft(step));
  const submit = () => {
    const input = { principalKey, tradeKey, stepNo: step.stepNo, summary, items: contractInput(items, step) };
    return act.run({ input });
  };
  return (
    <ActDialog title={title} submit={title} act={act} onSubmit={submit} onClose={onClose}>
      <Consequence action={action} />
      <TextField label="What you deliver" required maxLength={2000} value={summary} onText={setSummary} />
      <ContractItems items={items} hasTerms={step.items.length > 0} onChange={setItems} />
    </ActDialog>
  );
}

function CheckpointForm({ title, actions, trade: { tradeKey }, step, onClose }: StepProps) {
  const { principalKey } = usePrincipal();
  const [status, setStatus] = useState<'CONFIRMED' | 'FAILED'>('CONFIRMED');
  const [results, setResults] = useState<readonly ResultDraft[]>(() => resultDraft(step, true));
  const action = actions.find(({ input }) => input['status'] === status) ?? actions[0];
  const act = useAct(TradeCheckpoint, `checkpoint ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const choose = (next: 'CONFIRMED' | 'FAILED'): void => {
    setStatus(next);
    setResults(resultDraft(step, next === 'CONFIRMED'));
  };
  const submit = () => {
    const filled = results.map(({ itemId, met, note }) => ({ itemId, met, ...(note !== '' && { note }) }));
    const input = { principalKey, tradeKey, stepNo: step.stepNo, status, results: filled };
    return act.run({ input });
  };
  return (
    <ActDialog title={title} submit={title} act={act} onSubmit={submit} onClose={onClose}>
      <Select
        label="Is the delivery as agreed?"
        value={status}
        onText={choose}
        options={[
          ['CONFIRMED', 'Confirmed'],
          ['FAILED', 'Failed'],
        ]}
      />
      <ResultRows results={results} onChange={setResults} />
      <Consequence action={action} />
    </ActDialog>
  );
}

function RebuttalForm({ title, actions: [action], trade: { tradeKey }, step, onClose }: StepProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(TradeRebuttal, `rebuttal ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const [statement, setStatement] = useState('');
  const [evidence, setEvidence] = useState<readonly EvidenceDraft[]>([]);
  const submit = () => {
    const input = { principalKey, tradeKey, stepNo: step.stepNo, statement, evidence: evidenceInput(evidence) };
    return act.run({ input });
  };
  return (
    <ActDialog title={title} submit={title} act={act} onSubmit={submit} onClose={onClose}>
      <Consequence action={action}>
        <p>You can file one rebuttal, and not change it.</p>
      </Consequence>
      <TextField label="Statement" required rows={6} maxLength={4000} value={statement} onText={setStatement} />
      <EvidenceRows rows={evidence} items={step.contract?.items ?? []} onChange={setEvidence} />
    </ActDialog>
  );
}
