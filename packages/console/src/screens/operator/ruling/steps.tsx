import { State } from '../../../ui/badge';
import { Card } from '../../../ui/card';
import { formatBps, Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import type { RuledStep } from './money';

const columns: readonly Column<RuledStep>[] = [
  { head: 'Step', cell: ({ stepNo, title }) => `${String(stepNo)}. ${title}` },
  { head: 'State', cell: ({ state }) => <State code={state} /> },
  { head: 'Provider', cell: ({ provider }) => provider.displayName },
  { head: 'Consumer', cell: ({ consumer }) => consumer.displayName },
  { head: 'Coverage', cell: ({ coverageBps }) => (coverageBps === null ? '–' : formatBps(coverageBps)) },
  { head: 'Price', cell: ({ priceStamps }) => <Money stamps={priceStamps} isBare />, isAmount: true },
];

/** All steps of the trade. */
export function Steps({ steps }: { readonly steps: readonly RuledStep[] }) {
  return (
    <Card title="All steps">
      <Table caption="Steps of the trade" columns={columns} rows={steps} keyOf={({ stepNo }) => String(stepNo)} />
    </Card>
  );
}
