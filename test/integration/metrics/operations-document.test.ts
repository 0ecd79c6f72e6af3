import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { Client } from 'pg';
import { useTestApp } from '../../support/app';
import { scrape, type Scraped } from '../../support/scrape';

/** The operations pages match the product: their alerts, metrics and queries are real. */

const read = (...path: string[]): string => readFileSync(join(__dirname, '..', '..', '..', ...path), 'utf8');
const alerts = read('docs', 'operations', 'alerts.md');
const metrics = read('docs', 'reference', 'metrics.md');
const runbooks = ['runbooks.md', 'secrets.md'].map((name) => read('docs', 'operations', name)).join('\n');
const text = [read('docs', 'operations', 'README.md'), alerts, metrics, runbooks].join('\n');
const rules = Array.from(
  read('docs', 'examples', 'alerts.yml').matchAll(
    /^ {6}- alert: (\w+)\n {8}expr: '([^'\n]+)'\n {8}for: \d+m\n {8}labels: \{ severity: (?:page|ticket|info) \}$/gm,
  ),
  ([, alarm = '', expression = '']) => ({ alarm, expression }),
);

/** Code blocks of one language in the runbooks. */
const blocks = (language: string): string[] =>
  Array.from(
    runbooks.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm')),
    ([, , body = '']) => body,
  );

/** Metric names in a text, including the sample names of histograms. */
const metricNames = (text: string): string[] => text.match(/\b(?:ats|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g) ?? [];

const app = useTestApp({}, { freeMetricsPort: true });
let page: Scraped;
beforeAll(async () => {
  // A histogram without initial labels appears with its first observation.
  await fetch(new URL('/livez', app.url));
  page = await scrape(app.metricsUrl);
});

test('the alert table has the same alerts and expressions as the Prometheus rules file', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(read('docs', 'examples', 'alerts.yml').match(/- alert:/g)).toHaveLength(rules.length);
  const rows = Array.from(
    alerts.matchAll(/^\| `(Ats\w+)` +\| `((?:[^`])+)` +\| (.+?) \| (.+?) \|$/gm),
    ([, alarm = '', expression = '', meaning = '', action = '']) => ({
      alarm,
      expression,
      means: meaning,
      todo: action,
    }),
  );
  expect(rows.map(({ alarm, expression }) => ({ alarm, expression: expression.replaceAll('\\|', '|') }))).toEqual(
    rules,
  );
  for (const { means: meaning, todo: action } of rows) expect([meaning.trim(), action.trim()]).not.toContain('');
});

test('every metric named in an alert or in the documents is scraped', () => {
  for (const { alarm, expression } of rules) {
    const names = metricNames(expression);
    expect([alarm, names.length > 0]).toEqual([alarm, true]);
    for (const name of names) expect([alarm, name, page.names.has(name)]).toEqual([alarm, name, true]);
  }
  // Roles and logins, and a setting in a heading.
  const own = new Set(['ats_app', 'ats_owner', 'ats_service', 'ats_service_2', 'ats_secrets_keys']);
  for (const name of metricNames(text)) if (!own.has(name)) expect([name, page.names.has(name)]).toEqual([name, true]);
});

test('every ats_ metric is documented in docs/reference/metrics.md', () => {
  const families = Array.from(page.text.matchAll(/^# TYPE (ats_\S+) /gm), ([, name = '']) => name);
  expect(families.length).toBeGreaterThan(30);
  expect(families.filter((name) => !metrics.includes(`\`${name}\``))).toEqual([]);
});

test('every label used by an alert is scraped', () => {
  const matchers = rules.flatMap(({ expression }) => [...expression.matchAll(/(ats_\w+)\{([^}]*)\}/g)]);
  expect(matchers.length).toBeGreaterThan(4);
  const labelsOf: Record<string, string[]> = {
    ats_build_info: ['version', 'role'],
    ats_http_request_duration_seconds_count: ['route', 'status'],
    ats_http_request_duration_seconds_bucket: ['route', 'status', 'le'],
    ats_payment_events_total: ['outcome', 'reason'],
    ats_payments_attention: ['reason'],
    ats_webhook_attempt_duration_seconds_count: ['outcome'],
    ats_database_connections: ['state'],
    ats_worker_last_success_timestamp_seconds: ['task'],
  };
  for (const [, name = '', labels = ''] of matchers) {
    for (const [, label = ''] of labels.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)) {
      expect([name, label, labelsOf[name]?.includes(label)]).toEqual([name, label, true]);
      expect(page.text).toMatch(new RegExp(`^${name}\\{[^}]*${label}="`, 'm'));
    }
  }
});

test('every GraphQL document in the runbooks is valid, and an operator may run it', async () => {
  const schema = buildSchema(read('schema.graphql'));
  const documents = blocks('graphql');
  expect(documents.length).toBeGreaterThan(4);
  for (const document of documents) {
    expect(validate(schema, parse(document))).toEqual([]);
    if (!document.startsWith('mutation')) await expect(app.operator.queryOrThrow(document)).resolves.toBeDefined();
  }
});

test('every SQL query in the runbooks runs with the rights of ats_app', async () => {
  const client = new Client(app.ownerUrl);
  await client.connect();
  try {
    await client.query('SET ROLE ats_app');
    const statements = blocks('sql');
    expect(statements.length).toBeGreaterThan(6);
    for (const statement of statements) {
      await expect(client.query(statement)).resolves.toMatchObject({ command: 'SELECT' });
    }
    // Only the schema owner may restart the ledger.
    await expect(client.query('DELETE FROM ledger_halt')).rejects.toThrow(/permission denied/);
  } finally {
    await client.end();
  }
});
