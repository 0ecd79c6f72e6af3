import { useState } from 'react';
import type { PolicyBacktestQueryVariables } from '../../../api/document-types';
import { useLive } from '../../../api/hooks';
import { useReread } from '../../../api/polling';
import { useFilters } from '../../../shell/principal';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Field, Select } from '../../../ui/field';
import { Ready } from '../../../ui/notice';
import { instantOf, localInput } from '../../trading/span';
import { BacktestResult } from './backtest-result';
import { PolicyBacktest } from './policies.documents';
import type { Policy } from './policy-text';

const DEFAULT_PERIOD_MS = 30 * 86_400_000;

type Inputs = PolicyBacktestQueryVariables;

interface Props {
  readonly policies: readonly Policy[];
  readonly serverTime: string;
}

/** Tries a policy on past settlements. The inputs are in the address, so a result can be shared. */
export function Backtest({ policies, serverTime }: Props) {
  const [{ candidate, since, until }, setFilters] = useFilters();
  const isComplete = candidate !== undefined && since !== undefined && until !== undefined;
  const sent: Inputs | undefined = isComplete ? { policyVersion: candidate, since, until } : undefined;
  const first = policies.find(({ isCurrent }) => !isCurrent)?.version ?? policies[0]?.version ?? '';
  const [from] = useState(() => new Date(new Date(serverTime).getTime() - DEFAULT_PERIOD_MS).toISOString());
  const [to] = useState(serverTime);
  const reread = useReread(PolicyBacktest, sent ?? { policyVersion: first, since: from, until: to });
  const run = ({ policyVersion, ...period }: Inputs): void => {
    const isSame = policyVersion === candidate && period.since === since && period.until === until;
    if (isSame) reread();
    else setFilters({ candidate: policyVersion, ...period });
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Card title="Try a policy on past trades">
      <p className="mb-3 text-muted">
        The service settles the stored evidence of a period again, and changes nothing. A request compares up to 1,000
        settlements. For more, run <code>npx ats policy backtest</code>. Times are your local time, {zone}.
      </p>
      <BacktestForm
        versions={policies.map(({ version }) => version)}
        initial={sent ?? { policyVersion: first, since: from, until: to }}
        onRun={run}
      />
      <div aria-live="polite">{sent && <Result inputs={sent} />}</div>
    </Card>
  );
}

interface FormProps {
  readonly versions: readonly string[];
  readonly initial: Inputs;
  readonly onRun: (inputs: Inputs) => void;
}

function BacktestForm({ versions, initial, onRun }: FormProps) {
  const [policyVersion, setVersion] = useState(initial.policyVersion);
  const [since, setSince] = useState(() => localInput(initial.since));
  const [until, setUntil] = useState(() => localInput(initial.until));
  const submit = (): void => {
    const [from, to] = [instantOf(since), instantOf(until)];
    if (from !== null && to !== null) onRun({ policyVersion, since: from, until: to });
  };
  return (
    <form
      aria-label="Try a policy"
      className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Select
        label="Candidate"
        value={policyVersion}
        options={versions.map((version) => [version, version] as const)}
        onText={setVersion}
      />
      <Field label="Settled since" type="datetime-local" required value={since} onText={setSince} />
      <Field label="Settled before" type="datetime-local" required value={until} onText={setUntil} />
      <Button kind="primary" type="submit" className="justify-self-start">
        Compare
      </Button>
    </form>
  );
}

function Result({ inputs }: { readonly inputs: Inputs }) {
  const read = useLive(PolicyBacktest, inputs);
  return (
    <div className="mt-4">
      <Ready of={read}>{({ policyBacktest }) => policyBacktest && <BacktestResult result={policyBacktest} />}</Ready>
    </div>
  );
}
