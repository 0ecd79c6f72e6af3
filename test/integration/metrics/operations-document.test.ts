import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../../support/app';
import { scrape, type Scraped } from '../../support/scrape';

/** docs/operations.md says what is so: its alarms are the rules file's, its metrics are scraped, its queries work. */

const read = (...path: string[]): string => readFileSync(join(__dirname, '..', '..', '..', ...path), 'utf8');
const text = read('docs', 'operations.md');
const rules = Array.from(
  read('docs', 'examples', 'alerts.yml').matchAll(
    /^ {6}- alert: (\w+)\n {8}expr: '([^'\n]+)'\n {8}for: \d+m\n {8}labels: \{ severity: (?:page|ticket|info) \}$/gm,
  ),
  ([, alarm = '', expression = '']) => ({ alarm, expression }),
);

/** Code blocks of a language, wherever they stand, without their indentation. */
const blocks = (language: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm')),
    ([, , body = '']) => body,
  );

/** Names of metrics in a text, those of a histogram's samples among them. */
const named = (within: string): string[] => within.match(/\b(?:ats|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g) ?? [];

let app: TestApp;
let page: Scraped;
beforeAll(async () => {
  app = await startTestApp({}, { freeMetricsPort: true });
  // A histogram without labels to zero begins with its first observation.
  await fetch(new URL('/livez', app.url));
  page = await scrape(app.metricsUrl);
});
afterAll(() => app.stop());

test('the table of alarms and the rules file are the same, expression by expression', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(read('docs', 'examples', 'alerts.yml').match(/- alert:/g)).toHaveLength(rules.length);
  const rows = Array.from(
    text.matchAll(/^\| `(Ats\w+)` +\| `((?:[^`])+)` +\| (.+?) \| (.+?) \|$/gm),
    ([, alarm = '', expression = '', means = '', todo = '']) => ({ alarm, expression, means, todo }),
  );
  expect(rows.map(({ alarm, expression }) => ({ alarm, expression: expression.replaceAll('\\|', '|') }))).toEqual(
    rules,
  );
  for (const { means, todo } of rows) expect([means.trim(), todo.trim()]).not.toContain('');
});

test('every metric that an alarm or the document names is in a scrape', () => {
  for (const { alarm, expression } of rules) {
    const names = named(expression);
    expect([alarm, names.length > 0]).toEqual([alarm, true]);
    for (const name of names) expect([alarm, name, page.names.has(name)]).toEqual([alarm, name, true]);
  }
  // The role, and the heading about a setting.
  const own = new Set(['ats_app', 'ats_secrets_keys']);
  for (const name of named(text)) if (!own.has(name)) expect([name, page.names.has(name)]).toEqual([name, true]);
});

test('every metric of ours is in the document', () => {
  const families = Array.from(page.text.matchAll(/^# TYPE (ats_\S+) /gm), ([, name = '']) => name);
  expect(families.length).toBeGreaterThan(30);
  expect(families.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('labels that alarms ask for are those that are scraped', () => {
  const matchers = rules.flatMap(({ expression }) => [...expression.matchAll(/(ats_\w+)\{([^}]*)\}/g)]);
  expect(matchers.length).toBeGreaterThan(4);
  const labelsOf: Record<string, string[]> = {
    ats_build_info: ['version', 'role'],
    ats_http_request_duration_seconds_count: ['route', 'status'],
    ats_http_request_duration_seconds_bucket: ['route', 'status', 'le'],
    ats_payment_events_total: ['outcome', 'reason'],
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

test('its GraphQL is of this schema, and an operator may ask all of it', async () => {
  const schema = buildSchema(read('schema.graphql'));
  const documents = blocks('graphql');
  expect(documents.length).toBeGreaterThan(4);
  for (const document of documents) {
    expect(validate(schema, parse(document))).toEqual([]);
    if (!document.startsWith('mutation')) await expect(app.operator.query(document)).resolves.toBeDefined();
  }
});

test('its SQL runs as the least of roles', async () => {
  const client = new Client(app.ownerUrl);
  await client.connect();
  try {
    await client.query('SET ROLE ats_app');
    const statements = blocks('sql');
    expect(statements.length).toBeGreaterThan(6);
    for (const statement of statements) {
      await expect(client.query(statement)).resolves.toMatchObject({ command: 'SELECT' });
    }
    // The one that changes something is the owner's alone.
    await expect(client.query('DELETE FROM ledger_halt')).rejects.toThrow(/permission denied/);
  } finally {
    await client.end();
  }
});

test('its links lead somewhere', () => {
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
    const [path = '', anchor = ''] = target.split('#');
    if (path !== '') expect(read('docs', path).length).toBeGreaterThan(0);
    else expect(headings).toContain(anchor);
  }
});
