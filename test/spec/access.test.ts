import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Signer } from '../../src/client';
import type { ErrorCode } from '../../src/domain/errors/catalogue';
import { createSchema } from '../../src/api/graphql/schema';
import { compiledRoutes } from '../../src/api/http/compiled-routes';
import { answered, callBelow, callOf, firstEventCode, type Operation, operationsOf } from '../support/access';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { codeOf, mutate, provisioned, type ProvisionedParty } from '../support/parties';
import { BELOW, TABLE } from '../support/access-matrix';
import { until } from '../support/actors';

/** Checks the callers of every operation in the schema, with each kind of credential. */

const CALLERS = [
  'owner',
  'viewer',
  'other human',
  'own agent',
  'other agent',
  'revoked',
  'operator',
  'console',
] as const;
type CallerName = (typeof CALLERS)[number];

/** Words of the table; every other word in a cell is an error code. */
const WORDS: Readonly<Record<string, ErrorCode | 'done'>> = {
  yes: 'done',
  owners: 'principal_owner_required',
  denied: 'principal_access_denied',
  platform: 'platform_only',
  acting: 'acting_headers_required',
  '401': 'credential_invalid',
};

type Row = Record<CallerName, string>;

function rowsOf(table: string): Map<string, Row> {
  const lines = table.trim().split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [operation = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const codes = CALLERS.map((caller, at) => [caller, WORDS[cells[at] ?? ''] ?? cells[at]] as const);
      return [operation, Object.fromEntries(codes) as Row] as const;
    }),
  );
}

const schema = createSchema();
const operations = operationsOf(schema);
const routes = compiledRoutes(schema);
const rows = rowsOf(TABLE);
const below = rowsOf(BELOW);

const app = useTestApp();

test('Every operation of the schema has one row, and every row names an operation', () => {
  expect([...rows.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('Every REST path below a principal has one row', () => {
  const paths = routes.map(({ field }) => field).filter((field) => field.includes('.'));
  expect([...below.keys()].sort()).toEqual([...new Set(paths)].sort());
});

/** The callers of each path, as docs/reference/parity.md lists them. */
const SAID: Readonly<Record<string, readonly CallerName[]>> = {
  'anyone with a credential': CALLERS.filter((caller) => caller !== 'revoked'),
  'its agents, owners and viewers, operators': ['owner', 'viewer', 'own agent', 'operator'],
  'its owners and viewers, through the console, and operators': ['owner', 'viewer', 'operator'],
  'its agents and owners': ['owner', 'own agent'],
  'its owners, through the console': ['owner'],
  'the console, for an owner': ['owner'],
  'the console, for any human': ['owner', 'viewer', 'other human'],
  'the console, for the human whose JWT it sends': ['owner', 'viewer', 'other human', 'console'],
  operators: ['operator'],
};
const SHUT_OUT: ReadonlySet<string> = new Set([
  'principal_owner_required',
  'principal_access_denied',
  'platform_only',
  'acting_headers_required',
  'credential_invalid',
]);

test('docs/reference/parity.md lists every path with its callers, and the service admits exactly those', () => {
  const lines = readFileSync(join(__dirname, '..', '..', 'docs', 'reference', 'parity.md'), 'utf8').matchAll(
    /^\| `([\w.]+)` +\| `[A-Z]+ \S+` +\| ([^|]+?) +\|/gm,
  );
  const said = Array.from(lines, ([, field = '', who = '']) => ({ field, callers: SAID[who] ?? [who] }));
  expect(said).toHaveLength(routes.length);
  for (const { field, callers } of said) {
    const row = below.get(field) ?? rows.get(field.split('.')[0] ?? '');
    const letIn = CALLERS.filter((caller) => row !== undefined && !SHUT_OUT.has(row[caller]));
    expect([field, letIn]).toEqual([field, callers]);
  }
});

type Everyone = Record<CallerName, Signer>;

interface Actors {
  readonly principalKey: string;
  readonly signers: Everyone;
}

let actorCount = 0;

/** Creates a principal with tickets, bond and events, and every kind of caller. */
async function newActors(): Promise<Actors> {
  const name = `world-${String((actorCount += 1))}`;
  const party = await provisioned(app, `${name}-owner`, 1000n);
  const otherParty = await provisioned(app, `${name}-stranger`);
  const { principalKey } = party;
  const viewer = { principalKey, provider: 'test', subject: `${name}-viewer`, role: 'VIEWER' };
  await mutate(party.owner, 'putBinding', viewer, 'binding { id }');
  await mutate(party.agent, 'reserveBond', { amountStamps: 100 }, 'principal { id }');
  await insertEvents(party);
  const acting = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });
  return {
    principalKey,
    signers: {
      owner: acting(`${name}-owner`),
      viewer: acting(`${name}-viewer`),
      'other human': acting(`${name}-stranger`),
      'own agent': { credential: party.credential },
      'other agent': { credential: otherParty.credential },
      revoked: { credential: await revoked(party) },
      operator: { credential: app.operatorCredential },
      console: { credential: app.console },
    },
  };
}

async function revoked({ owner, principalKey }: ProvisionedParty) {
  const { credential } = await mutate<{ credential: ProvisionedParty['credential'] }>(
    owner,
    'createCredential',
    { principalKey },
    'credential { credentialId apiKey signingSecret createdAt }',
  );
  const input = { principalKey, credentialId: credential.credentialId };
  await mutate(owner, 'revokeCredential', input, 'credential { status }');
  return credential;
}

/** Inserts one event for each subscription; the relay numbers them. */
async function insertEvents({ principalId, principalKey, agent }: ProvisionedParty): Promise<void> {
  const subscriptionOfType = { 'trade.completed': 'TRADE_COMPLETED', 'trade.failed': 'TRADE_FAILED' };
  for (const type of Object.keys(subscriptionOfType)) {
    await app.sql(
      `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at) VALUES ($1, $2, $3, $4, '{}', now())`,
      [newId(), principalId, type, principalKey],
    );
  }
  const types = async () =>
    (
      await agent.queryOrThrow<{ principal: { events: { nodes: { type: string }[] } } }>(
        '{ principal { events { nodes { type } } } }',
      )
    ).principal.events.nodes.map(({ type }) => type);
  await until(types, (seen) => Object.values(subscriptionOfType).every((type) => seen.includes(type)));
}

async function answerTo(operation: Operation, caller: CallerName, { principalKey, signers }: Actors): Promise<string> {
  const call = callOf(operation, principalKey);
  if (operation.kind === 'subscription') return firstEventCode(app.url, signers[caller], call);
  const client = createClient({ url: app.url, ...signers[caller], retry: { attempts: 1 } });
  return answered(client, operation.kind, call);
}

// @spec C1, C3, C4, C8, C11, C16, W5, C7
// @id access-matrix
describe('Access to each operation', () => {
  let world: Actors;
  beforeAll(async () => {
    world = await newActors();
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const answers: Partial<Record<CallerName, string>> = {};
    for (const caller of CALLERS) {
      // A rotation revokes the credentials that later calls would use.
      const rotates = name === 'rotateCredential' && rows.get(name)?.[caller] === 'done';
      const own = rotates ? await newActors() : world;
      answers[caller] = await answerTo(operation, caller, own);
    }
    expect(answers).toEqual(rows.get(name));
  });

  test.each([...below.keys()])('%s', async (path) => {
    const call = callBelow(schema, path, world.principalKey);
    const answers: Partial<Row> = {};
    for (const caller of CALLERS) {
      const client = createClient({ url: app.url, ...world.signers[caller], retry: { attempts: 1 } });
      answers[caller] = await answered(client, 'query', call);
    }
    expect(answers).toEqual(below.get(path));
  });
});

// @spec C10
test('Acting headers on any credential but the console’s are 403 platform_only, for every operation and acting human', async () => {
  const { principalKey, signers } = await newActors();
  for (const caller of ['own agent', 'operator'] as const) {
    for (const subject of ['world-1-owner', 'nobody-at-all']) {
      const acting = { provider: 'test', subject };
      const client = createClient({ url: app.url, ...signers[caller], acting, retry: { attempts: 1 } });
      expect(await codeOf(client.queryOrThrow('{ service { version } }'))).toBe('platform_only');
      expect(await codeOf(client.queryOrThrow(`{ principal(principalKey: "${principalKey}") { id } }`))).toBe(
        'platform_only',
      );
      expect(await codeOf(mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }'))).toBe(
        'platform_only',
      );
    }
  }
});

// @spec C5
test('Another principal and a principal that does not exist get the same answers', async () => {
  const { principalKey, signers } = await newActors();
  const agent = createClient({ url: app.url, ...signers['other agent'], retry: { attempts: 1 } });
  const ask = (key: string) =>
    agent.queryOrThrow(`{ principal(principalKey: "${key}") { id } }`).then(
      () => 'done',
      (error: unknown) => String(error),
    );
  const answers = await Promise.all([ask(principalKey), ask(principalKey.slice(0, -4) + '0000'), ask('nonsense')]);
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('principal_access_denied');
});
