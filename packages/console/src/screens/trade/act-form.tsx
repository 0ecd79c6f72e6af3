import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Select, TextField } from '../../ui/field';
import { CheckpointConsequence } from './checkpoint-consequence';
import type { CheckpointStatus } from './coverage';
import { EffectOf } from './effect';
import { ContractItems, contractDraft, contractInput } from './contract-items';
import { EvidenceRows, type EvidenceDraft, evidenceInput } from './evidence-rows';
import { ResultRows, type ResultDraft, resultDraft, resultInput } from './result-rows';
import { TradeActivate, TradeCheckpoint, TradeContract, TradeRebuttal, TradeWithdraw } from './trade.documents';
import type { AllowedAction, Step, Trade } from './types';

interface Props {
  readonly name: string;
  readonly operation: string;
  /** The possible variants of the act, for example a confirmed and a failed checkpoint. None: others have acted. */
  readonly actions: readonly AllowedAction[];
  readonly trade: Trade;
  /** The step of the act, which stays the same while the form is open. */
  readonly step: Step;
  readonly onClose: () => void;
}

/** The form of an act on a step of a trade. */
export function ActForm(props: Props) {
  switch (props.operation) {
    case 'publishDeliveryContract':
      return <ContractForm {...props} />;
    case 'submitCheckpoint':
      return <CheckpointForm {...props} />;
    case 'fileRebuttal':
      return <RebuttalForm {...props} />;
    default:
      return <ConfirmForm {...props} />;
  }
}

/** What the dialog of each form shows alike. */
function dialogOf({ name, operation, actions, step, onClose }: Props) {
  return {
    title: operation === 'withdrawFromTrade' ? name : `${name}: ${String(step.stepNo)}. ${step.title}`,
    submit: name,
    isOffered: actions.length > 0,
    onClose,
  };
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

function ConfirmForm(props: Props) {
  const {
    operation,
    actions: [action],
    trade: { tradeKey },
    step,
  } = props;
  const { principalKey } = usePrincipal();
  const activate = useAct(TradeActivate, `activate ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const withdraw = useAct(TradeWithdraw, `withdraw ${tradeKey}`, action?.agentKey);
  const isWithdrawal = operation === 'withdrawFromTrade';
  const act = isWithdrawal ? withdraw : activate;
  const submit = (): Promise<object | undefined> => act.run({ input: { principalKey, tradeKey } });
  return (
    <ActDialog {...dialogOf(props)} isDanger={isWithdrawal} act={act} onSubmit={submit}>
      <Consequence action={action} />
    </ActDialog>
  );
}

function ContractForm(props: Props) {
  const {
    actions: [action],
    trade: { tradeKey },
    step,
  } = props;
  const { principalKey } = usePrincipal();
  const act = useAct(TradeContract, `contract ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const [summary, setSummary] = useState('');
  const [items, setItems] = useState(() => contractDraft(step));
  const submit = () => {
    const input = { principalKey, tradeKey, stepNo: step.stepNo, summary, items: contractInput(items, step) };
    return act.run({ input });
  };
  return (
    <ActDialog {...dialogOf(props)} act={act} onSubmit={submit}>
      <Consequence action={action} />
      <TextField label="What you deliver" required maxLength={2000} value={summary} onText={setSummary} />
      <ContractItems items={items} hasTerms={step.items.length > 0} onChange={setItems} />
    </ActDialog>
  );
}

function CheckpointForm(props: Props) {
  const { actions, trade, step } = props;
  const { tradeKey } = trade;
  const { principalKey } = usePrincipal();
  const [status, setStatus] = useState<CheckpointStatus>('CONFIRMED');
  const [results, setResults] = useState<readonly ResultDraft[]>(() => resultDraft(step));
  // Open trades of the first rules count the weights of the contract, too.
  const isWeighted = step.items.length > 0 || actions[0]?.consequence.preview?.ruleVersion === 'rules_v1';
  const act = useAct(TradeCheckpoint, `checkpoint ${tradeKey} ${step.stepNo}`, actions[0]?.agentKey);
  const choose = (next: CheckpointStatus): void => {
    setStatus(next);
    setResults(results.map((result) => ({ ...result, met: next === 'CONFIRMED' })));
  };
  const submit = () => {
    const input = { principalKey, tradeKey, stepNo: step.stepNo, status, results: resultInput(results) };
    return act.run({ input });
  };
  return (
    <ActDialog {...dialogOf(props)} act={act} onSubmit={submit}>
      <Select
        label="Is the delivery as agreed?"
        value={status}
        onText={choose}
        options={[
          ['CONFIRMED', 'Confirmed'],
          ['FAILED', 'Failed'],
        ]}
      />
      <ResultRows isWeighted={isWeighted} results={results} onChange={setResults} />
      <CheckpointConsequence {...{ trade, actions, status, isWeighted }} items={results} />
    </ActDialog>
  );
}

function RebuttalForm(props: Props) {
  const {
    actions: [action],
    trade: { tradeKey },
    step,
  } = props;
  const { principalKey } = usePrincipal();
  const act = useAct(TradeRebuttal, `rebuttal ${tradeKey} ${step.stepNo}`, action?.agentKey);
  const [statement, setStatement] = useState('');
  const [evidence, setEvidence] = useState<readonly EvidenceDraft[]>([]);
  const submit = () => {
    const input = { principalKey, tradeKey, stepNo: step.stepNo, statement, evidence: evidenceInput(evidence) };
    return act.run({ input });
  };
  return (
    <ActDialog {...dialogOf(props)} act={act} onSubmit={submit}>
      <Consequence action={action}>
        <p>You can file one rebuttal, and not change it.</p>
      </Consequence>
      <TextField label="Statement" required rows={6} maxLength={4000} value={statement} onText={setStatement} />
      <EvidenceRows rows={evidence} items={step.contract?.items ?? []} onChange={setEvidence} />
    </ActDialog>
  );
}
