import { useState } from 'react';
import { State, words } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card, Facts } from '../../../ui/card';
import { Key } from '../../../ui/key';
import { formatStamps, Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { formatExact, Time } from '../../../ui/time';
import { OperatorLink, TradeLink } from '../parts/operator-link';
import { type Limit, limitName, limits, type OpenPrincipal } from './limits';
import { LimitsDialog } from './limits-dialog';

interface Props {
  readonly principal: OpenPrincipal;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** One principal: its humans, its trades with faults, its limits with their use. */
export function PrincipalCard({ principal, onDone, onClose }: Props) {
  const [isEditing, setEditing] = useState(false);
  const { principalKey, displayName } = principal;
  return (
    <Card className="mb-6" title={displayName} actions={<Button onClick={onClose}>Close</Button>}>
      <Facts
        rows={[
          ['Key', <Key of={principalKey} />],
          ['Tickets', <Money stamps={principal.ticketBalanceStamps} />],
          ['Bond available', <Money stamps={principal.bondAvailableStamps} />],
          ['Bond reserved', <Money stamps={principal.bondReservedStamps} />],
          ['Created', <Time at={principal.createdAt} />],
          [
            'Acts of operators',
            <OperatorLink to="log" search={{ subject: principalKey }}>
              In the log
            </OperatorLink>,
          ],
        ]}
      />
      <div className="mt-5 grid gap-5 xl:grid-cols-2">
        <section className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">Limits</h3>
            <Button opensDialog onClick={() => setEditing(true)}>
              Change limits …
            </Button>
          </div>
          <Table
            caption="Limits with their use"
            columns={limitColumns(principal)}
            rows={limits}
            keyOf={({ id }) => id}
          />
          <p className="mt-2 text-sm text-muted">
            Daily counts begin again at {formatExact(principal.usage.resetsAt)}.
          </p>
        </section>
        <div className="min-w-0 space-y-5">
          <Bindings bindings={principal.bindings} />
          <Faults principal={principal} />
        </div>
      </div>
      {isEditing && <LimitsDialog principal={principal} onDone={onDone} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function limitColumns({ economicAnchor, usage }: OpenPrincipal): readonly Column<Limit>[] {
  return [
    { head: 'Limit', cell: limitName },
    {
      head: 'Used',
      cell: ({ used }) => {
        const amount = used(usage);
        return amount === undefined ? '–' : formatStamps(amount);
      },
      isAmount: true,
    },
    { head: 'Most', cell: ({ id }) => formatStamps(economicAnchor[id]), isAmount: true },
  ];
}

function Bindings({ bindings }: { readonly bindings: OpenPrincipal['bindings'] }) {
  const columns: readonly Column<(typeof bindings)['nodes'][number]>[] = [
    { head: 'Subject', cell: ({ subject }) => <span className="break-all">{subject}</span> },
    { head: 'Provider', cell: ({ provider }) => <span className="break-all">{provider}</span> },
    { head: 'Role', cell: ({ role }) => words(role) },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <section>
      <h3 className="mb-2 font-medium">Humans ({bindings.totalCount})</h3>
      {bindings.nodes.length === 0 ? (
        <p className="text-muted">No human is bound to this principal.</p>
      ) : (
        <Table
          caption="Bindings, newest first"
          columns={columns}
          rows={bindings.nodes}
          keyOf={({ bindingId }) => bindingId}
        />
      )}
    </section>
  );
}

function Faults({ principal: { trades, principalKey } }: { readonly principal: OpenPrincipal }) {
  const columns: readonly Column<(typeof trades)['nodes'][number]>[] = [
    { head: 'Trade', cell: ({ tradeKey }) => <TradeLink tradeKey={tradeKey} /> },
    {
      head: 'At fault',
      cell: ({ settlement }) => {
        if (settlement?.faultPrincipalKey == null) return 'no party';
        return settlement.faultPrincipalKey === principalKey ? (
          <State code="this principal" tone="bad" />
        ) : (
          'another party'
        );
      },
    },
    {
      head: 'Fault',
      cell: ({ settlement }) =>
        settlement?.failureCause == null
          ? '–'
          : `${settlement.failureClass ?? ''}, ${words(settlement.failureCause).toLowerCase()}`,
    },
    { head: 'Slash', cell: ({ settlement }) => <Money stamps={settlement?.slashStamps ?? 0} isBare />, isAmount: true },
    { head: 'Settled', cell: ({ settlement }) => (settlement ? <Time at={settlement.settledAt} /> : '–') },
  ];
  return (
    <section>
      <h3 className="mb-2 font-medium">Trades with faults ({trades.totalCount})</h3>
      {trades.nodes.length === 0 ? (
        <p className="text-muted">No trade of this principal ended with a fault.</p>
      ) : (
        <Table
          caption="Trades that ended with a fault, newest first"
          columns={columns}
          rows={trades.nodes}
          keyOf={({ tradeKey }) => tradeKey}
        />
      )}
      {trades.totalCount > trades.nodes.length && (
        <p className="mt-1 text-sm text-muted">The newest {trades.nodes.length} are shown.</p>
      )}
    </section>
  );
}
