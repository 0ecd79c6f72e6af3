import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import type { Column } from '../../ui/table';
import { counted, PartyLink } from '../trading/party';
import { LongTable } from './long-table';
import type { Graph } from './types';

type Edge = Graph['edges'][number];
type Node = Graph['nodes'][number];

function edgeColumns(nodes: readonly Node[], ownKey: string): readonly Column<Edge>[] {
  const principals = new Map(nodes.map(({ principal }) => [principal.principalKey, principal]));
  const party = (principalKey: string) => (
    <PartyLink of={principals.get(principalKey) ?? { principalKey, displayName: principalKey }} ownKey={ownKey} />
  );
  return [
    { head: 'Provider', cell: ({ providerPrincipalKey }) => party(providerPrincipalKey) },
    { head: 'Consumer', cell: ({ consumerPrincipalKey }) => party(consumerPrincipalKey) },
    { head: 'Trades', isAmount: true, cell: ({ trades }) => trades },
    { head: 'Open', isAmount: true, cell: ({ open }) => open },
    { head: 'Completed', isAmount: true, cell: ({ completed }) => completed },
    { head: 'Compensated', isAmount: true, cell: ({ compensated }) => compensated },
    { head: 'Failed', isAmount: true, cell: ({ failed }) => failed },
    { head: 'Volume in stamps', isAmount: true, cell: ({ volumeStamps }) => <Money stamps={volumeStamps} isBare /> },
  ];
}

function nodeColumns(ownKey: string): readonly Column<Node>[] {
  return [
    { head: 'Principal', cell: ({ principal }) => <PartyLink of={principal} ownKey={ownKey} /> },
    { head: 'Settled trades with anybody', isAmount: true, cell: ({ trades }) => trades },
    { head: 'Own faults', isAmount: true, cell: ({ faults }) => faults },
  ];
}

/** The content of the picture as tables. */
export function Relations({ graph: { nodes, edges }, ownKey }: { readonly graph: Graph; readonly ownKey: string }) {
  return (
    <>
      <Card title={`Who delivers to whom (${counted(edges.length, 'pair')})`}>
        <LongTable
          caption="Trades by provider and consumer"
          columns={edgeColumns(nodes, ownKey)}
          rows={edges}
          keyOf={(edge) => `${edge.providerPrincipalKey} ${edge.consumerPrincipalKey}`}
        />
      </Card>
      <Card title={`Principals (${nodes.length})`}>
        <LongTable
          caption="Principals of the network"
          columns={nodeColumns(ownKey)}
          rows={nodes}
          keyOf={({ principal }) => principal.principalKey}
        />
      </Card>
    </>
  );
}
