import { readFileSync } from 'node:fs';
import { readDocuments } from '../../../src/console/documents';
import { useTestApp } from '../../support/app';
import { createParty, mutate, type Party, until } from '../../support/actors';
import { Connection } from '../../support/ledger';
import { scrape } from '../../support/scrape';
import { Browser } from '../sign-in/support';
import { type ConsoleBrowser, documentId, openConsole, run, send } from './support';

/** The backend of the console for the browser: which requests it signs, for whom, and which it refuses. */

const app = useTestApp({ ATS_CONSOLE: 'on' }, { freeMetricsPort: true });
let ada: ConsoleBrowser;
let party: Party;
beforeAll(async () => {
  ada = await openConsole(app, 'ada');
  party = await createParty(app, 'Other');
});

/** The number of requests to the GraphQL endpoint so far. */
const graphqlRequests = async (): Promise<number> => {
  const { text } = await scrape(app.metricsUrl);
  const counts = [...text.matchAll(/^ats_http_requests_total\{[^}]*route="graphql"[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
};

/** Makes the sign-in of a human 6 minutes older. */
const age = (subject: string): Promise<unknown> =>
  app.sql(
    `UPDATE refresh_session SET created_at = created_at - interval '6 minutes'
     WHERE human_id = (SELECT human_id FROM human WHERE provider = 'local' AND subject = $1)`,
    [subject],
  );

/** Runs a request that must be refused before anything is signed. */
async function refusedUnsigned(
  request: () => Promise<{ status: number; json: { code?: string } }>,
  status: number,
  code: string,
) {
  const before = await graphqlRequests();
  const { status: got, json } = await request();
  expect([got, json.code]).toEqual([status, code]);
  expect(await graphqlRequests()).toBe(before);
}

test('a request from a page of another origin is 403, and no signed call is made', async () => {
  const id = { documentId: documentId('Switcher'), variables: {} };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: undefined },
    { 'x-ats-console': undefined },
    { 'x-ats-console': '0' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: app.url.replace('http:', 'https:') },
  ]) {
    await refusedUnsigned(() => send(app, ada, id, { headers }), 403, 'platform_only');
    const query = { query: '{ service { version } }' };
    await refusedUnsigned(() => send(app, ada, query, { headers, path: '/console/workbench' }), 403, 'platform_only');
  }
});

test('headers of the browser that name an identity have no effect', async () => {
  const headers = {
    'x-acting-provider': 'test',
    'x-acting-subject': party.subject,
    'x-agent-id': party.agentId,
    authorization: 'Bearer forged',
    'signature-input': 'ats=("@method");created=1',
    signature: 'ats=:AAAA:',
  };
  const { json } = await run(app, ada, 'Switcher', {}, { headers });
  expect(json.data).toMatchObject({ sessionCheck: { principals: [] } });
  const text = JSON.stringify((await run(app, ada, 'Home', { principalKey: party.principalKey }, { headers })).json);
  expect(text).toContain('principal_access_denied');
});

test('without a session, with a forged one and after the sign-out every request is 401', async () => {
  const id = { documentId: documentId('Switcher'), variables: {} };
  await refusedUnsigned(() => send(app, { browser: new Browser() }, id), 401, 'session_invalid');
  const forged = new Browser();
  forged.put(new Map([['/ ats_jwt', 'a.e30.c']]));
  expect((await send(app, { browser: forged }, id)).json.code).toBe('session_invalid');
  const ben = await openConsole(app, 'ben');
  expect((await run(app, ben, 'Switcher')).status).toBe(200);
  const jar = ben.browser.jar();
  await ben.browser.post(`${app.url}/auth/logout`);
  ben.browser.put(jar);
  // A mutation checks the session again, although a read of a moment ago was allowed.
  const input = { principalKey: party.principalKey, displayName: 'Taken' };
  expect((await run(app, ben, 'PeopleRename', { input })).json.code).toBe('session_invalid');
});

test('only documents of the build run, and malformed bodies are 400', async () => {
  for (const body of [
    {},
    { documentId: 1 },
    { documentId: 'sha256:0' },
    { documentId: '__proto__' },
    { query: '{ service { version } }' },
  ])
    expect((await send(app, ada, body)).json.code).toBe('persisted_query_not_found');
  for (const text of ['', 'x', '[]x', '1', 'null', '"text"']) {
    const headers = { 'content-type': 'application/json', origin: app.url, 'x-ats-console': '1' };
    const response = await ada.browser.send(`${app.url}/console/q`, { method: 'POST', headers, body: text });
    expect([text, response.status]).toEqual([text, 400]);
  }
  const wrong = { documentId: documentId('Home'), variables: 'x' };
  expect((await send(app, ada, wrong)).status).toBe(400);
});

test('the workbench runs queries for the human, and no mutation or subscription', async () => {
  const ask = (query: string) => send(app, ada, { query }, { path: '/console/workbench' });
  expect((await ask('{ actingPrincipals { displayName } }')).json.data).toEqual({ actingPrincipals: [] });
  for (const query of [
    'mutation { provisionPrincipal(input: { displayName: "X" }) { principal { principalKey } } }',
    'query A { service { version } } mutation B { provisionPrincipal(input: { displayName: "X" }) { principal { id } } }',
    'subscription { events { cursor } }',
    '{ broken',
    '',
  ])
    expect((await ask(query)).json.code).toBe('validation_failed');
  expect((await ask('{ operatorQueues { count } }')).text).toContain('platform_only');
});

test('many slow reads of one human delay no other human', async () => {
  const [eve, grace] = [await openConsole(app, 'eve'), await openConsole(app, 'grace')];
  const slow = () => send(app, eve, { query: '{ policies { activeFrom } }' }, { path: '/console/workbench' });
  const holder = await Connection.open(app.ownerUrl);
  try {
    await holder.sql('BEGIN');
    await holder.sql('LOCK TABLE policy_activation IN ACCESS EXCLUSIVE MODE');
    const reads = Array.from({ length: 40 }, slow);
    await until(
      () =>
        app.sql<{ pid: number }>(
          `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'policy_activation'::regclass`,
        ),
      (waiting) => waiting.length > 0,
    );
    const quick = () =>
      send(app, grace, { query: '{ actingPrincipals { displayName } }' }, { path: '/console/workbench' });
    const answers = Promise.all(Array.from({ length: 8 }, () => quick().then(({ status }) => status)));
    const slowFirst = Promise.race(reads).then(() => 'a slow read ended first');
    expect(await Promise.race([answers, slowFirst])).toEqual(Array.from({ length: 8 }, () => 200));
    await holder.sql('COMMIT');
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await holder.close();
  }
}, 60_000);

test('a money act needs a sign-in of the last 5 minutes', async () => {
  const carol = await openConsole(app, 'carol');
  const input = { principalKey: party.principalKey, amountStamps: 1 };
  // The account is not the owner, so the service refuses: the backend let it through.
  const headers = { 'idempotency-key': 'return-1' };
  expect((await run(app, carol, 'WalletReturn', { input }, { headers })).text).toContain('principal_access_denied');
  await age('carol');
  const { status, json } = await run(app, carol, 'WalletReturn', { input });
  expect([status, json.code, json.reason]).toEqual([401, 'session_invalid', 'sign_in_again']);
});

test('exactly the acts that docs/console.md lists need a recent sign-in', async () => {
  const [, section = ''] = readFileSync('docs/console.md', 'utf8').split('### Acts that need a recent sign-in');
  const [table = ''] = section.split('###');
  const listed = [...table.matchAll(/^\| [a-z][^|]*\| `(\w+)` +\|$/gm)].map(([, mutation]) => mutation);
  const frank = await openConsole(app, 'frank');
  await age('frank');
  const refused: string[] = [];
  for (const { operation, name, fields } of readDocuments().values()) {
    if (operation !== 'mutation') continue;
    if ((await run(app, frank, name)).json.reason === 'sign_in_again') refused.push(...fields);
  }
  expect([...new Set(refused)].sort()).toEqual([...listed].sort());
  expect(refused).toEqual(expect.arrayContaining(['updateAgentCard', 'removeBinding', 'retireAgent']));
});

test('operators’ documents need an account that ATS_CONSOLE_OPERATORS lists', async () => {
  expect((await run(app, ada, 'LogScreen')).json.code).toBe('platform_only');
  const operator = await openConsole(app, 'operator');
  expect((await run(app, operator, 'LogScreen')).status).toBe(200);
  const me = async ({ browser }: ConsoleBrowser): Promise<unknown> =>
    (await browser.get(`${app.url}/console/me`)).json();
  expect(await me(operator)).toMatchObject({ isOperator: true, account: { subject: 'operator' } });
  expect(await me(ada)).toMatchObject({ isOperator: false, account: { provider: 'local', subject: 'ada' } });
});

test('a mutation that is sent twice with one key has one effect', async () => {
  const dana = await openConsole(app, 'dana');
  const headers = { 'idempotency-key': 'intent-1' };
  const input = { displayName: 'Once' };
  const [first, second] = [
    await run(app, dana, 'WelcomeProvision', { input }, { headers }),
    await run(app, dana, 'WelcomeProvision', { input }, { headers }),
  ];
  expect(second.text).toBe(first.text);
  const { json } = await run(app, dana, 'Switcher');
  expect(json.data).toMatchObject({ sessionCheck: { principals: [{ principal: { displayName: 'Once' } }] } });
});

test('a number that JavaScript would change is refused by the API with its place, and is not stored', async () => {
  const erin = await openConsole(app, 'erin');
  const owned = await createParty(app, 'Numbers');
  const binding = { principalKey: owned.principalKey, provider: 'local', subject: 'erin', role: 'OWNER' };
  await mutate(owned.owner, 'putBinding', binding, 'binding { role }');
  const register = (serial: string) => {
    const card = { name: 'Exact', capabilities: {}, serial: 'SERIAL' };
    const variables = { input: { principalKey: owned.principalKey, card } };
    const text = JSON.stringify({ documentId: documentId('AgentsRegister'), variables });
    return send(app, erin, text.replace('"SERIAL"', serial), { headers: { 'idempotency-key': `serial-${serial}` } });
  };
  for (const serial of ['12345678901234567890', '1e400']) {
    const { json } = await register(serial);
    expect(json.errors?.[0]?.extensions).toMatchObject({
      code: 'validation_failed',
      fields: [
        {
          pointer: '/card/serial',
          path: ['input', 'card', 'serial'],
          detail: 'must not change as a JavaScript number: send it as a string',
        },
      ],
    });
  }
  expect((await register('9007199254740991')).json.errors).toBeUndefined();
  const stored = await app.sql(`SELECT card ->> 'serial' AS serial FROM agent WHERE card ->> 'name' = 'Exact'`);
  expect(stored).toEqual([{ serial: '9007199254740991' }]);
});
