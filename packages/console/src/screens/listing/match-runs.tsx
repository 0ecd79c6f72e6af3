import { Go } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Key } from '../../ui/key';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Listing } from './types';

type Run = Listing['matchRuns']['nodes'][number];

const COLUMNS: readonly Column<Run>[] = [
  { head: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Listings compared', isAmount: true, cell: ({ candidatesConsidered }) => candidatesConsidered },
  {
    head: 'Proposals, best first',
    cell: ({ proposals, emptyMatch }) =>
      proposals.length === 0 ? (
        <span className="text-muted">none{emptyMatch && `. ${emptyMatch.nextStep}`}</span>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {proposals.map(({ proposalKey, state }, at) => (
            <li key={proposalKey}>
              <Go to={`proposals/${proposalKey}`}>
                <span className="sr-only">Proposal {at + 1}: </span>
                <State code={state} />
              </Go>
            </li>
          ))}
        </ul>
      ),
  },
  { head: 'Key', cell: ({ matchRunId }) => <Key of={matchRunId} /> },
];

/** The newest match runs of a listing. */
export function MatchRuns({ of: { matchRuns } }: { readonly of: Listing }) {
  const { nodes, totalCount } = matchRuns;
  return (
    <Card title={`Match runs (${totalCount})`}>
      {nodes.length === 0 ? (
        <p className="text-muted">No match run yet. Run one to find counterparties.</p>
      ) : (
        <Table caption="Match runs" columns={COLUMNS} rows={nodes} keyOf={({ matchRunId }) => matchRunId} />
      )}
      {totalCount > nodes.length && <p className="mt-2 text-sm text-muted">The newest {nodes.length} are shown.</p>}
    </Card>
  );
}
