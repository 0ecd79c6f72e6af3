import { useState } from 'react';
import type { AgentPutMandateMutationVariables } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { bindTo, Field, errorOf, Select, TextField } from '../../ui/field';
import { instantOf, localInput } from '../trading/span';
import { AgentPutMandate } from './agent.documents';
import type { DialogProps, Mandate } from './types';

type Input = AgentPutMandateMutationVariables['input'];
type Period = Mandate['budgetPeriod'];

/** The limits as texts. An empty text is no limit. */
interface Draft {
  readonly perTradeStamps: string;
  readonly budgetStamps: string;
  readonly budgetPeriod: Period;
  readonly bondStamps: string;
  readonly maxOpenTrades: string;
  readonly minSettledTrades: string;
  readonly approvalAboveStamps: string;
  readonly tradeProfiles: string;
  readonly counterparties: string;
  readonly validUntil: string;
}

const NUMBERS = [
  ['perTradeStamps', 'Stamps for each trade'],
  ['bondStamps', 'Stamps in bonds together'],
  ['maxOpenTrades', 'Open commitments'],
  ['minSettledTrades', 'Settled trades of a counterparty, at least'],
  ['approvalAboveStamps', 'Ask an owner above, in stamps'],
] as const;

const PERIODS: readonly (readonly [Period, string])[] = [
  ['DAY', 'A day'],
  ['WEEK', 'A week'],
  ['MONTH', 'A month'],
  ['TOTAL', 'In total'],
];

const textOf = (limit: number | null | undefined): string => (limit == null ? '' : String(limit));
const linesOf = (text: string): string[] | null => {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  return lines.length === 0 ? null : lines;
};

function draftOf(mandate: Mandate | null): Draft {
  return {
    perTradeStamps: textOf(mandate?.perTradeStamps),
    budgetStamps: textOf(mandate?.budgetStamps),
    budgetPeriod: mandate?.budgetPeriod ?? 'TOTAL',
    bondStamps: textOf(mandate?.bondStamps),
    maxOpenTrades: textOf(mandate?.maxOpenTrades),
    minSettledTrades: textOf(mandate?.minSettledTrades),
    approvalAboveStamps: textOf(mandate?.approvalAboveStamps),
    tradeProfiles: mandate?.tradeProfiles?.join('\n') ?? '',
    counterparties: mandate?.counterparties?.join('\n') ?? '',
    validUntil: mandate?.validUntil == null ? '' : localInput(mandate.validUntil),
  };
}

function limitsOf(draft: Draft, exactEnd: string | null): Omit<Input, 'agentKey'> {
  const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    perTradeStamps: number(draft.perTradeStamps),
    budgetStamps: number(draft.budgetStamps),
    budgetPeriod: draft.budgetPeriod,
    bondStamps: number(draft.bondStamps),
    maxOpenTrades: number(draft.maxOpenTrades),
    minSettledTrades: number(draft.minSettledTrades),
    approvalAboveStamps: number(draft.approvalAboveStamps),
    tradeProfiles: linesOf(draft.tradeProfiles),
    counterparties: linesOf(draft.counterparties),
    // The input has minutes only, and an end that nobody changed stays exact.
    validUntil: draft.validUntil === localInput(exactEnd) ? exactEnd : instantOf(draft.validUntil),
  };
}

/** Sets all limits of an agent. An empty field is no limit. */
export function MandateDialog({ agent: { agentKey, mandate }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentPutMandate, `mandate ${agentKey}`);
  const [draft, setDraft] = useState(() => draftOf(mandate));
  // The end before the edit: the page reads the mandate again meanwhile.
  const [exactEnd] = useState(mandate?.validUntil ?? null);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const bind = bindTo(draft, change, (name) => errorOf(act.problem, name));
  const send = () => act.run({ input: { principalKey, agentKey, ...limitsOf(draft, exactEnd) } });
  return (
    <ActDialog title="Mandate" submit="Save mandate" act={act} onSubmit={send} onClose={onClose}>
      <p>
        The most that this agent may commit in trades. An empty field is no limit. Lower limits stop new commitments,
        and open trades go on.
        {mandate?.revokedAt != null && ' The mandate is revoked. When you save it, the agent can commit again.'}
      </p>
      <div className="grid max-h-96 gap-3 overflow-y-auto pe-1 sm:grid-cols-2">
        <Field label="Budget in stamps" {...{ type: 'number', min: 0, step: 1 }} {...bind('budgetStamps')} />
        <Select
          label="Budget for"
          value={draft.budgetPeriod}
          onText={(budgetPeriod) => change({ budgetPeriod })}
          error={errorOf(act.problem, 'budgetPeriod')}
          options={PERIODS}
        />
        {NUMBERS.map(([name, label]) => (
          <Field key={name} label={label} {...{ type: 'number', min: 0, step: 1 }} {...bind(name)} />
        ))}
        <TextField label="Trade profiles" help="One in a line." rows={2} {...bind('tradeProfiles')} />
        <TextField
          label="Counterparties"
          help="Keys of principals, prn_…, one in a line."
          rows={2}
          {...bind('counterparties')}
        />
        <Field label="Ends" type="datetime-local" {...bind('validUntil')} />
      </div>
      <p className="text-sm text-muted">This is free.</p>
    </ActDialog>
  );
}
