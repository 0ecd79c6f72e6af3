import { type SubmitEvent, useState } from 'react';
import type { SandboxFaultMutation, SandboxFaultMutationVariables } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, errorOf, Select } from '../../ui/field';
import { ProblemNotice } from '../../ui/notice';
import { type Column, Table } from '../../ui/table';
import { SandboxFault } from './sandbox.documents';
import { useTabList } from './tab-list';

type Kind = SandboxFaultMutationVariables['input']['kind'];
type Fault = SandboxFaultMutation['injectFault']['fault'];
type Row = Fault & { readonly no: number };

const KINDS: readonly (readonly [Kind, string])[] = [
  ['DROP_AFTER_COMMIT', 'Drop the connection after a mutation'],
  ['ERROR_AFTER_COMMIT', 'Answer 503 after a mutation'],
  ['SLOW', 'Answer a mutation 3 seconds later'],
  ['DUPLICATE_WEBHOOK', 'Send a webhook twice'],
  ['REORDER_WEBHOOKS', 'Send a webhook after the next ones'],
];

/** Injects faults, and lists those of this tab. */
export function FaultsCard() {
  const { principalKey, displayName } = usePrincipal();
  const act = useAct(SandboxFault, `inject a fault ${principalKey}`);
  const [rows, add] = useTabList<Row>(`faults ${principalKey}`);
  const [kind, setKind] = useState<Kind>('DROP_AFTER_COMMIT');
  const [scope, setScope] = useState('own');
  const [count, setCount] = useState('1');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (act.isRunning) return;
    const target = scope === 'own' ? { principalKey } : {};
    const data = await act.run({ input: { kind, count: Number(count), ...target } });
    if (data) add({ ...data.injectFault.fault, no: rows.length + 1 });
  };
  const columns: readonly Column<Row>[] = [
    { head: 'Fault', cell: (row) => words(row.kind) },
    { head: 'For', cell: (row) => nameOf(row.principalKey, principalKey, displayName) },
    { head: 'Times', isAmount: true, cell: (row) => row.count },
  ];
  return (
    <Card title="Faults">
      <form onSubmit={(event) => void send(event)} className="space-y-3">
        <Select label="Fault" value={kind} options={KINDS} onText={setKind} error={errorOf(act.problem, 'kind')} />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label="For"
            value={scope}
            options={[
              ['own', `Agents of ${displayName}`],
              ['all', 'All callers, this console too'],
            ]}
            onText={setScope}
          />
          <Field
            label="Times"
            type="number"
            required
            step={1}
            value={count}
            onText={setCount}
            error={errorOf(act.problem, 'count')}
          />
        </div>
        {act.problem && <ProblemNotice problem={act.problem} />}
        <Button type="submit" isBusy={act.isRunning}>
          Inject fault
        </Button>
      </form>
      <p className="my-3 text-sm text-muted">
        The mutation has its effect in every case. A client that sends it again with the same key gets the answer. The
        API does not say how often a fault is left: the list has the faults of this tab.
      </p>
      {rows.length > 0 && (
        <Table caption="Faults of this tab" columns={columns} rows={rows} keyOf={({ no }) => String(no)} />
      )}
    </Card>
  );
}

function nameOf(target: string | null, ownKey: string, ownName: string): string {
  if (target === null) return 'all callers';
  return target === ownKey ? `agents of ${ownName}` : target;
}
