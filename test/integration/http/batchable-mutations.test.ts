import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/domain/sessions/caller';
import { idOf } from '../../../src/domain/keys';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { createSchema } from '../../../src/api/graphql/schema';
import { RequestUsage } from '../../../src/api/auth/request-usage';
import { GraphqlAdapter } from '../../../src/api/http/graphql-adapter';
import { type IdempotencyClaim, claimCall } from '../../../src/api/http/idempotency';
import type { IncomingRequest } from '../../../src/api/http/api-adapter';
import { conflictKeysOf, BATCHABLE_MUTATIONS } from '../../../src/api/http/batchable-mutations';
import { startTestApp, type TestApp } from '../../support/app';
import { auditOf, twoParties } from '../../support/trades';
import { mutation, query, send, signerOf } from '../../support/exchange';
import { Connection } from '../../support/ledger';
import { buyTickets, createParty, mutate, type Party, startTrade, type StartedTrade } from '../../support/actors';

/** Mutations that share a transaction (docs/decisions/0029-transaction-batching.md), over HTTP and in SQL. */

const LISTING = {
  agentId: randomUUID(),
  tradeProfile: 'batch.essay/v1',
  side: 'PROVIDE',
  title: 'An essay',
  tags: ['essay', 'urgent'],
  priceStamps: 90,
};

let app: TestApp;
let other: Connection;

beforeAll(async () => {
  app = await startTestApp();
  other = await Connection.open(app.ownerUrl);
  // A test fails instead of waiting for a lock.
  await app.sql(`SET lock_timeout = '3s'`);
});
afterAll(async () => {
  expect(await auditOf(app)).toEqual([]);
  await other.close();
  await app.stop();
});
afterEach(() => other.sql('ROLLBACK'));

it('Every batchable mutation exists in the schema', () => {
  const mutations = Object.keys(createSchema().getMutationType()?.getFields() ?? {});
  expect([...BATCHABLE_MUTATIONS.keys()].filter((name) => !mutations.includes(name))).toEqual([]);
});

describe('A request may share a transaction', () => {
  const schema = createSchema();
  const adapter = new GraphqlAdapter(schema, new DocumentCache(schema));
  const isBatchable = (body: string): boolean => {
    const incoming = { method: 'POST', target: '/graphql', body: Buffer.from(body) } as IncomingRequest;
    const parsed = adapter.parseRequest(incoming, new RequestUsage());
    const caller = { kind: 'principal', principalId: randomUUID() } as Caller;
    return conflictKeysOf(parsed, caller, { scope: 'prn:1', key: 'k' } as IdempotencyClaim) !== undefined;
  };
  const reserve = (selection: string, input: object = { amountStamps: 1 }): string =>
    mutation('reserveBond', input, selection);
  const pages = (...names: string[]): string => {
    const page = 'trades(first: 200) { nodes { tradeKey state steps { stepNo state title } } }';
    return `principal { ${names.map((name) => `${name}: ${page}`).join(' ')} }`;
  };

  it.each([
    ['with one short mutation', true, reserve('principal { bondAvailableStamps }')],
    ['with the publication of a listing', true, mutation('publishListing', LISTING, 'listing { listingKey }')],
    [
      'with a short page in its response',
      true,
      reserve('principal { trades(first: 50) { nodes { tradeKey state } } }'),
    ],
    [
      'but not with two mutations',
      false,
      query(
        'mutation { a: reserveBond(input: { amountStamps: 1 }) { __typename } b: reserveBond(input: { amountStamps: 1 }) { __typename } }',
      ),
    ],
    ['but not with a long response, which delays the others', false, reserve(pages('one'))],
    [
      'but not with a response over the cost limit',
      false,
      reserve(pages(...Array.from({ length: 29 }, (_, n) => `page${String(n)}`))),
    ],
    ['but not with invalid variables', false, reserve('principal { id }', { amountStamps: 'many' })],
    [
      'but not with a mutation that locks more rows',
      false,
      mutation('fundPrincipal', { amountStamps: 1 }, 'principal { id }'),
    ],
  ])('%s', (_, expected, body) => {
    expect(isBatchable(body)).toBe(expected);
  });
});

describe('Concurrent requests of many principals', () => {
  it('should move the stamps of their own principal, and replay repeated requests', async () => {
    const parties = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => createParty(app, `Party${String(n)}`)));
    for (const party of parties) await buyTickets(party);
    const sendings = parties.flatMap((party, n) => {
      const body = mutation('reserveBond', { amountStamps: n + 1 }, 'principal { principalKey bondAvailableStamps }');
      const key = randomUUID();
      return [1, 2].map(() => ({ party, body, key, stamps: n + 1 }));
    });
    const answers = await Promise.all(
      sendings.map(({ party, body, key }) => send(app, signerOf(party), { body, key })),
    );
    expect(answers.map(({ json }) => json)).toEqual(
      sendings.map(({ party, stamps }) => ({
        data: { reserveBond: { principal: { principalKey: party.principalKey, bondAvailableStamps: stamps } } },
      })),
    );
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(parties.length);
  });
});

describe('load_decision_data with lock "try"', () => {
  let provider: Party;
  let consumer: Party;
  let trade: StartedTrade;
  beforeAll(async () => {
    ({ provider, consumer } = await twoParties(app));
    trade = await startTrade(provider, consumer);
    await mutate(provider.api, 'publishListing', { ...LISTING, agentId: provider.agentId }, 'listing { state }');
  });

  const at = new Date();
  const data = async (request: object): Promise<unknown> =>
    (await app.sql<{ data: unknown }>('SELECT load_decision_data($1, $2) AS data', [JSON.stringify(request), at]))[0]
      ?.data;
  const subject = () => ({ proposal_id: idOf('prp', trade.proposalKey), principals: 'all' });
  const publication = ({ principalKey, agentId }: Party, more: object = {}) => ({
    principal_ids: [idOf('prn', principalKey)],
    publisher: { agent_id: agentId, trade_profile: LISTING.tradeProfile, ...more },
  });
  const busyResult = { busy: true };

  it('should return the same data as load_decision_data with lock "update"', async () => {
    for (const request of [
      subject(),
      { trade_id: idOf('trd', trade.tradeKey) },
      { trade_id: idOf('trd', trade.tradeKey), principals: 'consumers' },
      { principal_ids: [idOf('prn', consumer.principalKey)] },
      { trade_id: randomUUID() },
      { proposal_id: randomUUID() },
      { principal_ids: [randomUUID()] },
      publication(provider),
      publication(provider, { trade_profile: 'unknown' }),
      { ...publication(provider), principal_ids: [idOf('prn', consumer.principalKey)] },
    ]) {
      expect(await data({ ...request, lock: 'try' })).toEqual(await data({ ...request, lock: 'update' }));
    }
  });

  // @id shared-does-not-wait
  it.each([
    ['the proposal', 'proposal', () => idOf('prp', trade.proposalKey)],
    ['the trade', 'trade', () => idOf('trd', trade.tradeKey)],
    ['one of the principals', 'principal', () => idOf('prn', consumer.principalKey)],
  ])('should return busy at once while another transaction locks %s', async (_, table, id) => {
    await other.sql('BEGIN');
    await other.sql(`SELECT FROM ${table} WHERE ${table}_id = $1 FOR NO KEY UPDATE`, id());
    expect(await data({ ...subject(), lock: 'try' })).toEqual(busyResult);
  });

  it('should return busy at once while another transaction locks the active listing of a publisher', async () => {
    await other.sql('BEGIN');
    const lock = 'SELECT FROM listing WHERE agent_id = $1 AND trade_profile = $2 FOR NO KEY UPDATE';
    await other.sql(lock, provider.agentId, LISTING.tradeProfile);
    expect(await data({ ...publication(provider), lock: 'try' })).toEqual(busyResult);
    expect(await data({ ...publication(provider, { trade_profile: 'unknown' }), lock: 'try' })).not.toEqual(busyResult);
  });
});

describe('A claim that does not wait', () => {
  let party: Party;
  let claim: IdempotencyClaim;
  beforeAll(async () => {
    party = await createParty(app, 'Claimer');
  });
  beforeEach(async () => {
    const [row] = await app.sql<{ credential_id: string }>(
      'SELECT credential_id FROM credential WHERE principal_id = $1',
      [idOf('prn', party.principalKey)],
    );
    const credentialId = row?.credential_id ?? '';
    claim = { scope: 'prn:1', key: randomUUID(), fingerprint: Buffer.alloc(32), credentialId, locksCredential: true };
  });

  const verdict = async (claimToCheck: IdempotencyClaim, waits = false): Promise<unknown> =>
    (await app.sql<{ verdict: string }>(`SELECT verdict FROM ${claimCall(claimToCheck)('now()', waits)}`))[0]?.verdict;

  it('should return the same verdict as a claim that waits', async () => {
    expect([await verdict(claim), await verdict(claim, true)]).toEqual(['go', 'go']);
    const otherClaim = { ...claim, credentialId: randomUUID() };
    expect([await verdict(otherClaim), await verdict(otherClaim, true)]).toEqual(['revoked', 'revoked']);
    await app.sql(`SELECT keep_answer($1, $2, $3, 200, '{}', '{}', NULL, NULL, now(), 72)`, [
      claim.scope,
      claim.key,
      claim.fingerprint,
    ]);
    const reused = { ...claim, fingerprint: Buffer.alloc(32, 1) };
    expect([await verdict(claim), await verdict(reused)]).toEqual(['replay', 'reused']);
    expect([await verdict(claim, true), await verdict(reused, true)]).toEqual(['replay', 'reused']);
  });

  it('should return busy at once while another transaction holds the key', async () => {
    await other.sql('BEGIN');
    await other.sql(`SELECT * FROM ${claimCall(claim)('now()', true)}`);
    expect(await verdict(claim)).toBe('busy');
  });

  it('should return busy at once while the credential is rotated', async () => {
    await other.sql('BEGIN');
    await other.sql('SELECT lock_credentials($1)', idOf('prn', party.principalKey));
    expect(await verdict(claim)).toBe('busy');
  });

  it('should wait for the rest of 2 s, counted from the start of the request', async () => {
    await other.sql('BEGIN');
    await other.sql(`SELECT * FROM ${claimCall(claim)('now()', true)}`);
    const buildCall = claimCall(claim);
    const startedAt = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(startedAt + 1_500);
    const text = buildCall('now()', true);
    clock.mockRestore();
    expect(await app.sql(`SELECT verdict FROM ${text}`)).toEqual([{ verdict: 'in_progress' }]);
    expect(performance.now() - startedAt).toBeGreaterThan(400);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it('should hold the key and the credential until its transaction ends', async () => {
    await other.sql('BEGIN');
    await other.sql(`SELECT * FROM ${claimCall(claim)('now()', false)}`);
    expect(await verdict(claim)).toBe('busy');
    const [lock] = await app.sql<{ got: boolean }>('SELECT pg_try_advisory_xact_lock(credential_lock($1)) AS got', [
      claim.credentialId,
    ]);
    expect(lock?.got).toBe(false);
  });
});
