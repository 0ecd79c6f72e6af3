import type { ReactNode } from 'react';
import { words } from '../../../ui/badge';
import { Card } from '../../../ui/card';
import { formatStamps, Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import {
  type Change,
  type Changes,
  changesOf,
  nameOf,
  type Outcome,
  type RuledStep,
  type RuledTrade,
  totalOf,
} from './money';

interface Props {
  readonly trade: RuledTrade;
  readonly step: RuledStep;
  readonly outcomes: readonly Outcome[];
}

interface Row {
  readonly name: ReactNode;
  readonly key: string;
  readonly cell: (outcome: Outcome) => ReactNode;
}

const ASSUMPTIONS: Readonly<Record<string, string>> = {
  COUNTERPARTY_OWNERS:
    'A party that shares an owner with the party at fault gets no compensation. The preview does not know the owners.',
  COUNTERPARTY_RECORD: 'A good record halves the slash. The preview does not know the record.',
  ALREADY_DUE: 'The settlement is due already, so no act can change it.',
};

/** What each ruling gives and takes, for every party, before one is chosen. */
export function Outcomes({ trade, step, outcomes }: Props) {
  const changes = new Map(outcomes.map((outcome) => [outcome.id, changesOf(trade, step, outcome)]));
  const rows = rowsOf(trade, step, changes);
  const columns: Column<Row>[] = [
    { head: 'Who', cell: ({ name }) => name },
    ...outcomes.map((outcome) => ({
      head: outcome.name,
      cell: ({ cell }: Row) => cell(outcome),
      isAmount: true,
    })),
  ];
  const notes = new Set(outcomes.flatMap(({ preview }) => preview.assumptions).map((one) => ASSUMPTIONS[one]));
  return (
    <Card title="What each outcome gives and takes">
      <p className="mb-3 text-muted">
        Changes against now, in stamps. The price of {formatStamps(step.priceStamps)} is in escrow, and the bonds are
        reserved. The rest of each bond returns to its owner. Earlier steps that passed are paid in every outcome.
      </p>
      <Table caption="Changes for each party by outcome" columns={columns} rows={rows} keyOf={({ key }) => key} />
      {[...notes].map(
        (note) =>
          note !== undefined && (
            <p key={note} className="mt-2 text-sm text-muted">
              {note}
            </p>
          ),
      )}
    </Card>
  );
}

function rowsOf(trade: RuledTrade, step: RuledStep, changes: ReadonlyMap<string, Changes>): Row[] {
  const order = ({ principalKey }: RuledTrade['participants'][number]): number =>
    [step.providerPrincipalKey, step.consumerPrincipalKey].indexOf(principalKey) +
    3 * Number(!isSide(step, principalKey));
  const parties = trade.participants.toSorted((one, other) => order(one) - order(other));
  return [
    { key: 'fault', name: 'At fault', cell: ({ preview }) => <Fault trade={trade} preview={preview} /> },
    ...parties.map(({ principalKey, principal }) => ({
      key: principalKey,
      name: (
        <div className="min-w-32">
          <p className="font-medium break-words">{principal.displayName}</p>
          <p className="text-muted">{roleOf(step, principalKey)}</p>
        </div>
      ),
      cell: ({ id }: Outcome) => <PartyChange change={changes.get(id)?.byParty.get(principalKey)} />,
    })),
    { key: 'pool', name: 'Slash pool', cell: ({ id }) => <Total stamps={changes.get(id)?.toPool} /> },
    {
      key: 'when',
      name: 'Settled',
      cell: ({ id, preview: { dueAt, assumptions } }) =>
        id === 'LAPSE' && dueAt !== null && !assumptions.includes('ALREADY_DUE') ? <Time at={dueAt} /> : 'at once',
    },
  ];
}

const isSide = (step: RuledStep, principalKey: string): boolean =>
  principalKey === step.providerPrincipalKey || principalKey === step.consumerPrincipalKey;

/** The role of a participant in the step. */
export function roleOf(step: RuledStep, principalKey: string): string {
  if (principalKey === step.providerPrincipalKey) return 'Provider';
  return principalKey === step.consumerPrincipalKey ? 'Consumer' : 'Other steps only';
}

function Fault({ trade, preview }: { readonly trade: RuledTrade; readonly preview: Outcome['preview'] }) {
  const { faultPrincipalKey, failureClass, failureCause } = preview;
  return (
    <div className="min-w-28">
      <p className="break-words">{faultPrincipalKey === null ? 'No party' : nameOf(trade, faultPrincipalKey)}</p>
      {failureCause !== null && (
        <p className="text-muted">
          {failureClass}, {words(failureCause).toLowerCase()}
        </p>
      )}
    </div>
  );
}

function PartyChange({ change }: { readonly change: Change | undefined }) {
  if (!change) return '–';
  const { fromPrice, slash, compensation } = change;
  const parts = [
    fromPrice !== undefined && fromPrice !== 0 && `${formatStamps(fromPrice)} of the price`,
    slash !== 0 && `${formatStamps(-slash)} of the bond`,
    compensation !== 0 && `${formatStamps(compensation)} compensation`,
  ].filter((part) => part !== false);
  return (
    <>
      <Total stamps={totalOf(change)} />
      {parts.map((part) => (
        <p key={part} className="whitespace-nowrap text-muted">
          {part}
        </p>
      ))}
    </>
  );
}

function Total({ stamps }: { readonly stamps: number | undefined }) {
  return stamps === undefined ? '–' : <Money stamps={stamps} isChange isBare />;
}
