import { useTestApp } from '../support/app';
import { callProvision, codeOf, mutate, plainClient, provisioned, refusalOf } from '../support/parties';
import { refusedAs } from '../support/exchange';
import { keyOf } from '../../src/domain/keys';
import { newId } from '../support/ledger';
import { body, ownerRest, withoutActions } from '../support/rest';

/** Specification: "Resolve the acting principal" and "Rename principal". */
const app = useTestApp({ ATS_ROLE: 'api' });

const ANCHOR = 'economicAnchor { maxOpenTrades bondLimitStamps dailySpendLimitStamps }';

describe('Provision', () => {
  // @spec P1, P4, P5, P10
  test('creates the human with an empty wallet, the principal with the default anchor, the owner’s binding and a first credential', async () => {
    const ann = await provisioned(app, 'ann');
    const { principal, wallet } = await ann.owner.queryOrThrow(
      `query ($p: ID) { wallet { balanceStamps } principal(principalKey: $p) { displayName ${ANCHOR} ticketBalanceStamps
        bondAvailableStamps bondReservedStamps bindings { nodes { provider subject role } } credentials { nodes { credentialId status } } } }`,
      { p: ann.principalKey },
    );
    expect(wallet).toEqual({ balanceStamps: 0 });
    expect(principal).toEqual({
      displayName: 'Party',
      economicAnchor: { maxOpenTrades: 20, bondLimitStamps: 1_000_000, dailySpendLimitStamps: 1_000_000 },
      ticketBalanceStamps: 0,
      bondAvailableStamps: 0,
      bondReservedStamps: 0,
      bindings: { nodes: [{ provider: 'test', subject: 'ann', role: 'OWNER' }] },
      credentials: { nodes: [{ credentialId: ann.credential.credentialId, status: 'ACTIVE' }] },
    });
    expect(await ann.agent.queryOrThrow('{ principal { principalKey } }')).toEqual({
      principal: { principalKey: ann.principalKey },
    });
  });

  // @spec P11
  test('is idempotent per human: another call returns the same principal and no credential', async () => {
    const bob = await provisioned(app, 'bob');
    expect(await callProvision(bob.owner, 'Another name')).toEqual({
      principal: { principalKey: bob.principalKey, principalId: bob.principalId, displayName: 'Party' },
      credential: null,
    });
  });

  // @spec C2
  test('two subjects that differ in one byte, or the same subject of two providers, are two humans', async () => {
    const first = await callProvision(app.consoleFor('Eve', 'one'));
    const second = await callProvision(app.consoleFor('eve', 'one'));
    const third = await callProvision(app.consoleFor('Eve', 'two'));
    expect(new Set([first, second, third].map(({ principal }) => principal.principalKey)).size).toBe(3);
  });

  test('ten concurrent first calls make one human, one principal and one credential', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => callProvision(app.consoleFor('crowd'))));
    expect(new Set(answers.map(({ principal }) => principal.principalKey)).size).toBe(1);
    expect(answers.filter(({ credential }) => credential !== null)).toHaveLength(1);
    expect(await app.sql(`SELECT 1 FROM human WHERE subject = 'crowd'`)).toHaveLength(1);
  });

  // @spec P3
  test('a name that is empty or over 120 characters is refused and nothing is created', async () => {
    const nobody = app.consoleFor('nobody');
    for (const displayName of ['', ' ', 'x'.repeat(121)]) {
      expect(await refusalOf(callProvision(nobody, displayName))).toMatchObject({
        status: 400,
        code: 'validation_failed',
        fields: [{ pointer: '/display_name' }],
      });
    }
    expect(await app.sql(`SELECT 1 FROM human WHERE subject = 'nobody'`)).toEqual([]);
  });

  // @spec C3, C11
  test('is platform-internal: an agent’s credential and an operator’s get 403 platform_only', async () => {
    const { agent } = await provisioned(app);
    expect(await codeOf(callProvision(agent))).toBe('platform_only');
    expect(await codeOf(callProvision(app.operator))).toBe('platform_only');
    expect(await codeOf(callProvision(plainClient(app, app.console)))).toBe('acting_headers_required');
  });

  // @spec CR14
  test('a secret is encrypted at rest, also in the stored response of its key', async () => {
    const { credential } = await provisioned(app);
    const rows = await app.sql<{ row: string }>(
      `SELECT c::text AS row FROM credential c UNION ALL SELECT a::text FROM idempotency_answer a`,
    );
    const bytes = Buffer.from(credential.signingSecret).toString('hex');
    for (const { row } of rows) {
      expect(row.includes(credential.signingSecret)).toBe(false);
      expect(row.includes(bytes)).toBe(false);
    }
  });
});

describe('Resolve the acting principal', () => {
  // @spec C2, P8
  test('returns the principal that the human controls, without a principal key', async () => {
    const { owner, principalKey } = await provisioned(app);
    expect(await owner.queryOrThrow('{ actingPrincipal { principalKey } }')).toEqual({
      actingPrincipal: { principalKey },
    });
  });

  // @spec P9
  test('a human without a principal, and a viewer, get 404 principal_not_found', async () => {
    const { principalId, principalKey } = await provisioned(app);
    expect(await codeOf(app.consoleFor('stranger').queryOrThrow('{ actingPrincipal { id } }'))).toBe(
      'principal_not_found',
    );
    await bind(principalId, 'watcher', 'viewer');
    const viewer = app.consoleFor('watcher');
    expect(await codeOf(viewer.queryOrThrow('{ actingPrincipal { id } }'))).toBe('principal_not_found');
    expect(await viewer.queryOrThrow(`{ principal(principalKey: "${principalKey}") { id } }`)).toEqual({
      principal: { id: principalKey },
    });
  });

  // @spec C3
  test('an agent’s credential gets 403 platform_only, also for its bindings', async () => {
    const { agent } = await provisioned(app);
    expect(await codeOf(agent.queryOrThrow('{ actingPrincipal { id } }'))).toBe('platform_only');
    expect(await codeOf(agent.queryOrThrow('{ wallet { balanceStamps } }'))).toBe('platform_only');
    expect(await codeOf(agent.queryOrThrow('{ principal { bindings { nodes { subject } } } }'))).toBe('platform_only');
  });
});

describe('Rename principal', () => {
  // @spec C4, C16, P7, C18
  test('is for an owner through the console; agents, viewers, other humans and operators are refused', async () => {
    const { owner, agent, principalId, principalKey } = await provisioned(app);
    await bind(principalId, 'viewer-of-names', 'viewer');
    const rename = (client: typeof owner, displayName: string) =>
      mutate(client, 'renamePrincipal', { principalKey, displayName }, 'principal { displayName }');
    expect(await rename(owner, 'Ünïcode & Söhne')).toEqual({ principal: { displayName: 'Ünïcode & Söhne' } });
    expect(await codeOf(rename(agent, 'x'))).toBe('principal_owner_required');
    expect(await codeOf(rename(app.consoleFor('viewer-of-names'), 'x'))).toBe('principal_owner_required');
    expect(await codeOf(rename(app.consoleFor('stranger'), 'x'))).toBe('principal_access_denied');
    expect(await codeOf(rename(app.operator, 'x'))).toBe('principal_owner_required');
    expect(await owner.queryOrThrow(`{ principal(principalKey: "${principalKey}") { displayName } }`)).toEqual({
      principal: { displayName: 'Ünïcode & Söhne' },
    });
  });
});

describe('Economic anchor', () => {
  // @spec P6
  test('is the operator’s: each field can change, and the other fields stay', async () => {
    const { owner, agent, principalKey } = await provisioned(app);
    const input = { principalKey, bondLimitStamps: 7 };
    expect(await mutate(app.operator, 'setEconomicAnchor', input, `principal { ${ANCHOR} }`)).toEqual({
      principal: {
        economicAnchor: { maxOpenTrades: 20, bondLimitStamps: 7, dailySpendLimitStamps: 1_000_000 },
      },
    });
    for (const client of [owner, agent]) {
      expect(await codeOf(mutate(client, 'setEconomicAnchor', input, 'principal { id }'))).toBe('platform_only');
    }
  });
});

describe('node', () => {
  // @spec G9
  test('finds the objects of the caller’s principal, and none of another principal', async () => {
    const mine = await provisioned(app);
    const other = await provisioned(app);
    const { credentialId } = mine.credential;
    const look = (client: typeof mine.owner, id: string) =>
      client.queryOrThrow(`{ node(id: "${id}") { id __typename } }`);
    expect(await look(mine.agent, credentialId)).toEqual({ node: { id: credentialId, __typename: 'Credential' } });
    expect(await look(other.agent, credentialId)).toEqual({ node: null });
    const bindings = await mine.owner.queryOrThrow<{ principal: { bindings: { nodes: { id: string }[] } } }>(
      `{ principal(principalKey: "${mine.principalKey}") { bindings { nodes { id } } } }`,
    );
    const bindingId = bindings.principal.bindings.nodes[0]?.id ?? '';
    expect(await look(mine.owner, bindingId)).toEqual({ node: { id: bindingId, __typename: 'Binding' } });
    expect(await look(mine.agent, bindingId)).toEqual({ node: null });
  });

  test('never finds a credential of the platform', async () => {
    const [row] = await app.sql<{ id: string }>(
      `SELECT credential_id AS id FROM credential WHERE platform_role = 'console'`,
    );
    const key = keyOf('crd', row?.id ?? '');
    expect(await app.operator.queryOrThrow(`{ node(id: "${key}") { id } }`)).toEqual({ node: null });
  });
});

async function bind(principalId: string, subject: string, role: string): Promise<void> {
  const [human] = await app.sql<{ human_id: string }>(
    `INSERT INTO human VALUES ($1, 'test', $2, now()) RETURNING human_id`,
    [newId(), subject],
  );
  await app.sql(`INSERT INTO binding VALUES ($1, $2, $3, $4, now())`, [newId(), principalId, human?.human_id, role]);
}

// @spec P2
test('The display name is the only field of a principal that its owner can change', async () => {
  const { principalKey } = await provisioned(app, 'renaming-owner');
  const rest = ownerRest(app, { subject: 'renaming-owner' });
  const path = `/principals/${principalKey}`;
  const before = body(await rest.get(path));
  const others = {
    economic_anchor: { max_open_trades: 99 },
    max_open_trades: 99,
    ticket_balance_stamps: 99,
    rate_limit_per_minute: 99,
  };
  for (const [name, value] of Object.entries(others)) {
    const sent = await rest.patch(path, { display_name: 'Renamed', [name]: value });
    expect(refusedAs(sent, 'validation_failed')['fields']).toMatchObject([{ pointer: `/${name}` }]);
  }
  expect(body(await rest.get(path))).toEqual(before);
  expect(body(await rest.patch(path, { display_name: 'Renamed' }))).toEqual({
    ...withoutActions(before),
    display_name: 'Renamed',
  });
});
