import { useRef } from 'react';
import { useLive } from '../../../api/hooks';
import { Card, Facts, PageHeader } from '../../../ui/card';
import { serviceNow } from '../../../ui/clock';
import { formatBps } from '../../../ui/money';
import { Ready } from '../../../ui/notice';
import { type Column, Table } from '../../../ui/table';
import { formatExact, formatLeft, Time } from '../../../ui/time';
import { useEvery, useReread } from '../../../api/polling';
import { AuditCard } from './audit';
import { Checks } from './checks';
import { checksOf, type Health } from './checks-of';
import { HealthScreen } from './health.documents';
import { Elsewhere } from './elsewhere';

const READ_MS = 10_000;

/** What the API says about the state of the platform. */
export function Screen() {
  const read = useLive(HealthScreen, {});
  useEvery(useReread(HealthScreen, {}), READ_MS);
  return (
    <>
      <PageHeader title="Health">
        What the API says about the platform, every 10 seconds. It is a part of the state: the metrics have the rest.
      </PageHeader>
      <Ready of={read}>
        {(data) => (
          <div className="space-y-4">
            <CheckCard data={data} />
            {data.ledgerAudit && <AuditCard audit={data.ledgerAudit} />}
            <Service data={data} />
            <Disputes data={data} />
            <ClosedPeriods periods={data.service.closedPeriods} />
            <Elsewhere />
          </div>
        )}
      </Ready>
    </>
  );
}

/** Compares the clocks at the time of the answer, not at the time of a later rendering. */
function CheckCard({ data }: { readonly data: Health }) {
  const received = useRef({ serverTime: '', at: 0 });
  const { serverTime } = data.service;
  if (received.current.serverTime !== serverTime) received.current = { serverTime, at: serviceNow() };
  const checks = checksOf(data, received.current.at);
  const bad = checks.filter(({ tone }) => tone === 'bad').length;
  return (
    <Card title={bad === 0 ? 'No check fails' : `Checks that fail: ${String(bad)}`}>
      <Checks checks={checks} />
    </Card>
  );
}

function Service({ data: { service, principals, openTrades, failedTrades } }: { readonly data: Health }) {
  const count = (list: { readonly totalCount: number; readonly totalCountIsExact: boolean } | null): string =>
    list === null ? '–' : `${list.totalCountIsExact ? '' : 'more than '}${String(list.totalCount)}`;
  return (
    <Card title="Service">
      <Facts
        rows={[
          ['Version of the interface', service.version],
          ['Time of the service', formatExact(service.serverTime)],
          ['Policy of new trades', `${service.policyVersion}, ${service.ruleVersion}`],
          ['Principals', count(principals)],
          ['Open trades', count(openTrades)],
          ['Trades with faults', count(failedTrades)],
          [
            'Head of the sealed ledger',
            <code className="text-xs break-all">{service.ledgerHead ?? 'nothing is sealed yet'}</code>,
          ],
        ]}
      />
    </Card>
  );
}

function Disputes({ data: { service } }: { readonly data: Health }) {
  const { open, unruled, ruledShareBps, medianRulingSeconds } = service.disputes;
  return (
    <Card title="Disputes">
      <Facts
        rows={[
          ['Wait for a verdict', open],
          ['Ended without a verdict', unruled],
          ['Share that operators ruled', ruledShareBps === null ? 'none ended yet' : formatBps(ruledShareBps)],
          [
            'Half are ruled within',
            medianRulingSeconds === null ? 'none ruled yet' : formatLeft(medianRulingSeconds * 1_000),
          ],
          ['Time to rule', formatLeft(service.evaluationWindowSeconds * 1_000)],
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        These figures are public. A false claim about good work pays if too many disputes stay unruled.
      </p>
    </Card>
  );
}

type Period = Health['service']['closedPeriods'][number];
const columns: readonly Column<Period>[] = [
  { head: 'From', cell: ({ fromAt }) => formatExact(fromAt) },
  { head: 'To', cell: ({ toAt }) => <Time at={toAt} /> },
  { head: 'Length', cell: ({ seconds }) => formatLeft(seconds * 1_000), isAmount: true },
];

function ClosedPeriods({ periods }: { readonly periods: readonly Period[] }) {
  return (
    <Card title="Closed periods">
      {periods.length === 0 ? (
        <p className="text-muted">The service was never closed. Deadlines stand still while it is.</p>
      ) : (
        <Table caption="Closed periods, newest first" columns={columns} rows={periods} keyOf={({ fromAt }) => fromAt} />
      )}
    </Card>
  );
}
