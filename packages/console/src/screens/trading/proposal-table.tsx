import type { TradingProposalRowFragment } from '../../api/document-types';
import { Go, TitleLink } from '../../shell/principal';
import { State, words } from '../../ui/badge';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Deadline, Time } from '../../ui/time';
import { counted, Party } from './party';
import { titleOf } from './title';

/** A proposal as a row of a list. */
type ProposalRow = TradingProposalRowFragment;

function Origin({ of: { currentRevision }, ownKey }: { readonly of: ProposalRow; readonly ownKey: string }) {
  const { revisionNo, proposedBy, changes, createdAt } = currentRevision;
  if (!proposedBy) {
    return (
      <>
        Match run, <Time at={createdAt} />
      </>
    );
  }
  const author = proposedBy.principalKey === ownKey ? 'You' : proposedBy.displayName;
  return (
    <>
      {author} changed {counted(changes.length, 'term')} in revision {revisionNo}, <Time at={createdAt} />
    </>
  );
}

function Answer({ of, ownKey }: { readonly of: ProposalRow; readonly ownKey: string }) {
  const { state, closeReason, tradeKey, expiresAt, currentRevision } = of;
  const isOpen = state === 'PROPOSED' || state === 'COUNTERED';
  const own = currentRevision.participants.find(({ principalKey }) => principalKey === ownKey);
  if (tradeKey) return <Go to={`trades/${tradeKey}`}>Open the trade</Go>;
  if (state === 'ACCEPTED') {
    return (
      <>
        <p>No trade created yet</p>
        <Deadline at={expiresAt} />
      </>
    );
  }
  if (!isOpen) return <span className="text-muted">{closeReason === 'EXPIRED' ? 'Expired' : 'Rejected'}</span>;
  return (
    <>
      <p>{own?.responseState === 'PENDING' ? 'Waits for you' : 'Waits for others'}</p>
      <Deadline at={expiresAt} />
    </>
  );
}

function columnsOf(ownKey: string): readonly Column<ProposalRow>[] {
  return [
    {
      head: 'Proposal',
      cell: (row) => (
        <div className="min-w-48">
          <TitleLink to={`proposals/${row.proposalKey}`}>{titleOf(row.listings, ownKey, 'Proposal')}</TitleLink>
          <p className="text-xs text-muted">
            <Origin of={row} ownKey={ownKey} /> <Key of={row.proposalKey} />
          </p>
        </div>
      ),
    },
    {
      head: 'With',
      cell: ({ currentRevision: { participants } }) => (
        <div className="min-w-36 space-y-1">
          {participants
            .filter(({ principalKey }) => principalKey !== ownKey)
            .map(({ principal }) => (
              <Party key={principal.principalKey} of={principal} ownKey={ownKey} />
            ))}
        </div>
      ),
    },
    {
      head: 'Your role',
      cell: ({ currentRevision: { participants } }) =>
        words(participants.find(({ principalKey }) => principalKey === ownKey)?.role ?? 'NONE'),
    },
    {
      head: 'Total price',
      isAmount: true,
      cell: ({ currentRevision: { terms } }) => (
        <>
          <Money stamps={terms.steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0)} />
          <p className="text-xs whitespace-nowrap text-muted">{counted(terms.steps.length, 'step')}</p>
        </>
      ),
    },
    { head: 'State', cell: ({ state }) => <State code={state} /> },
    { head: 'Next', cell: (row) => <Answer of={row} ownKey={ownKey} /> },
  ];
}

/** Proposals as a table. */
export function ProposalTable({
  caption,
  rows,
  ownKey,
}: {
  readonly caption: string;
  readonly rows: readonly ProposalRow[];
  readonly ownKey: string;
}) {
  return <Table caption={caption} columns={columnsOf(ownKey)} rows={rows} keyOf={({ proposalKey }) => proposalKey} />;
}
