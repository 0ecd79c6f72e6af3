import { Card } from '../../../ui/card';
import { Key } from '../../../ui/key';
import { Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { OperatorLink } from '../parts/operator-link';
import type { RuledStep, RuledTrade } from './money';
import { roleOf } from './outcomes';

type Party = RuledTrade['participants'][number];

/** The parties of the trade with their bonds and their records in earlier trades. */
export function Parties({ trade, step }: { readonly trade: RuledTrade; readonly step: RuledStep }) {
  const columns: readonly Column<Party>[] = [
    {
      head: 'Party',
      cell: ({ principal, principalKey, agent }) => (
        <div className="min-w-36">
          <OperatorLink to="principals" search={{ principal: principalKey }}>
            <span className="break-words">{principal.displayName}</span>
          </OperatorLink>
          <p className="text-muted break-words">
            {agent.name ?? 'Agent'} <Key of={agent.agentKey} />
          </p>
        </div>
      ),
    },
    { head: 'Role', cell: ({ principalKey }) => roleOf(step, principalKey) },
    { head: 'Bond', cell: ({ bondStamps }) => <Money stamps={bondStamps} isBare />, isAmount: true },
    {
      head: 'Settled trades',
      cell: ({ principal: { reputation } }) =>
        `${String(reputation.settledTrades)} with ${String(reputation.counterparties)} counterparties`,
    },
    {
      head: 'Faults',
      cell: ({ principal }) =>
        principal.reputation.faults.map(({ failureClass, count }) => `${String(count)} × ${failureClass}`).join(', ') ||
        'none',
    },
    {
      head: 'Disputes',
      cell: ({ principal: { reputation } }) => {
        const { raised, won, lost, unruled } = reputation.disputes;
        return raised === 0 ? 'none' : `${String(won)} won, ${String(lost)} lost, ${String(unruled)} unruled`;
      },
    },
  ];
  return (
    <Card title="Parties">
      <Table
        caption="Parties with their records"
        columns={columns}
        rows={trade.participants}
        keyOf={({ principalKey }) => principalKey}
      />
      <p className="mt-2 text-sm text-muted">The record is background. The rules of the verdict do not use it.</p>
    </Card>
  );
}
