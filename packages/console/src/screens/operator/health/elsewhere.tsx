import { servicePath } from '../../../api/base';
import { Card } from '../../../ui/card';
import { type Column, Table } from '../../../ui/table';

interface Metric {
  readonly name: string;
  readonly about: string;
}

const metrics: readonly Metric[] = [
  { name: 'ats_ledger_stopped', about: 'The invariant check halted the ledger.' },
  { name: 'ats_ledger_guard_seconds', about: 'Age of the last invariant check: the trial balance of every minute.' },
  { name: 'ats_sweep_lag_seconds', about: 'Exact lag of the settlement.' },
  { name: 'ats_relay_lag_seconds', about: 'Events that are committed and not numbered.' },
  { name: 'ats_webhook_deliveries_dead_total', about: 'Webhooks that failed for three days.' },
  { name: 'ats_webhook_deliveries_due', about: 'Webhooks that wait.' },
  { name: 'ats_worker_failures_total', about: 'Failures of the tasks of workers.' },
  { name: 'ats_database_connections', about: 'Connections to the database, by state.' },
  { name: 'ats_http_request_duration_seconds', about: 'Errors and times of requests.' },
];
const columns: readonly Column<Metric>[] = [
  { head: 'Only in the metrics', cell: ({ about }) => about },
  { head: 'Metric', cell: ({ name }) => <code className="text-xs break-all">{name}</code> },
];

const links = [
  ['/readyz', 'Readiness of this process'],
  ['/livez', 'Liveness of this process'],
  ['/docs', 'Reference of the REST API'],
  ['/api/v1/openapi.json', 'OpenAPI'],
  ['/api/v1/asyncapi.json', 'AsyncAPI of the events'],
] as const;

/** What this page cannot say, and where it is. */
export function Elsewhere() {
  return (
    <Card title="What this page does not show">
      <p className="mb-3 text-muted">
        The API has no figures about processes, webhooks and the invariant check of every minute. Each process serves
        them as <code>/metrics</code> on its own port, <code>ATS_METRICS_PORT</code>. This page cannot read that port.
        The rules of the alerts are in <code>docs/operations/alerts.md</code>, and what to do is in{' '}
        <code>docs/operations/runbooks.md</code>.
      </p>
      <Table caption="Figures that only the metrics have" columns={columns} rows={metrics} keyOf={({ name }) => name} />
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        {links.map(([path, name]) => (
          <li key={path}>
            <a href={`${servicePath}${path}`} className="text-accent hover:underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
