import { formatBps, Money } from '../../ui/money';
import { Facts } from '../../ui/card';
import { type Column, Table } from '../../ui/table';
import { formatExact } from '../../ui/time';
import { formatSpan } from '../trading/span';
import type { Names } from '../trading/terms-words';
import type { Terms } from './draft';

type Step = Terms['steps'][number];

function columnsOf(names: Names): readonly Column<Step>[] {
  return [
    {
      head: 'Step',
      cell: ({ stepNo, title, items }) => (
        <div className="min-w-40">
          <p className="font-medium">
            {stepNo}. {title}
          </p>
          {items.length === 0 ? (
            <p className="text-xs text-muted">The delivery contract lists the items.</p>
          ) : (
            <ul className="list-disc ps-4 text-xs text-muted">
              {items.map(({ itemId, description, weight, must }) => (
                <li key={itemId}>
                  {description} (weight {weight}
                  {must && ', required'})
                </li>
              ))}
            </ul>
          )}
        </div>
      ),
    },
    { head: 'Provider', cell: ({ providerPrincipalKey }) => names[providerPrincipalKey] },
    { head: 'Consumer', cell: ({ consumerPrincipalKey }) => names[consumerPrincipalKey] },
    {
      head: 'Windows',
      cell: ({ contractWindowSeconds, checkpointWindowSeconds }) => (
        <ul className="whitespace-nowrap">
          <li>contract {formatSpan(contractWindowSeconds)}</li>
          <li>checkpoint {formatSpan(checkpointWindowSeconds)}</li>
        </ul>
      ),
    },
    {
      head: 'Activation',
      cell: ({ activation, notBefore }) => (
        <>
          <p>{activation === 'ANY' ? 'any participant' : 'only the consumer'}</p>
          {notBefore && <p className="text-muted">not before {formatExact(notBefore)}</p>}
        </>
      ),
    },
    { head: 'Price', isAmount: true, cell: ({ priceStamps }) => <Money stamps={priceStamps} /> },
  ];
}

/** The terms of a revision. */
export function TermsView({ terms, names }: { readonly terms: Terms; readonly names: Names }) {
  const total = terms.steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0);
  return (
    <div className="space-y-4">
      <Table
        caption="Steps of the terms"
        columns={columnsOf(names)}
        rows={terms.steps}
        keyOf={({ stepNo }) => String(stepNo)}
      />
      <Facts
        rows={[
          ['Total price', <Money stamps={total} />],
          ['Coverage threshold', formatBps(terms.coverageThresholdBps)],
          ['Bond of each participant', `${formatBps(terms.bondBps)} of the prices of its steps`],
          ['Burn of an unruled dispute', `${formatBps(terms.disputeBurnBps)} for each side`],
        ]}
      />
    </div>
  );
}
