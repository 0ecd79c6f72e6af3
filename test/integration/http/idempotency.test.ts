import { randomUUID } from 'node:crypto';
import type { Signer } from '../../../src/client';
import { idOf } from '../../../src/domain/keys';
import { createSchema } from '../../../src/api/graphql/schema';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import { codeOf, mutation, query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { Connection } from '../../support/ledger';
import { accept, buyTickets, createParty, mutate, type Party, propose } from '../../support/actors';

/** The rules of docs/concepts/idempotency.md. */

const app = useTestApp();
let party: Party;
let signer: Signer;
let owner: Signer;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  await buyTickets(party);
  signer = signerOf(party);
  owner = ownerOf(party);
});

const ownerOf = ({ subject }: Party): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });
const reserve = (amountStamps = 1): string =>
  mutation('reserveBond', { amountStamps }, 'principal { bondAvailableStamps }');
const twoFields = ['one', 'two'].map((as) => `${as}: reserveBond(input: { amountStamps: 1 }) { __typename }`);
const reserveTwice = query(`mutation { ${twoFields.join(' ')} }`);
const post = (body: string, key: string | undefined, as = signer): Promise<Sent> => send(app, as, { body, key });
const bond = async (owningParty = party): Promise<bigint> => {
  const [row] = await app.sql<{ balance: string }>(
    `SELECT balance FROM ledger_account JOIN ledger_balance USING (account_id) WHERE kind = 'bond_available' AND principal_id = $1`,
    [idOf('prn', owningParty.principalKey)],
  );
  return BigInt(row?.balance ?? 0);
};

describe('Every mutating request needs an Idempotency-Key', () => {
  const mutations = Object.keys(createSchema().getMutationType()?.getFields() ?? {});

  // @spec ID1
  it.each(mutations)('should answer 400 idempotency_key_required for %s without a key', async (field) => {
    const sent = await post(mutation(field, {}, '__typename'), undefined);
    refusedAs(sent, 'idempotency_key_required');
    expect(sent.status).toBe(400);
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space inside', 'a b'],
    ['that is quoted and empty', '""'],
  ])('should refuse a key %s', async (_, key) => {
    expect(codeOf(await post(reserve(), key))).toBe('idempotency_key_required');
  });

  // @spec ID11
  it('should accept 1–255 visible ASCII characters', async () => {
    for (const key of [`!${randomUUID()}~`, `${randomUUID()}${'k'.repeat(219)}`]) {
      expect((await post(reserve(), key)).status).toBe(200);
    }
  });

  // @spec ID14
  it('Reads neither need nor read the header', async () => {
    const key = randomUUID();
    await post(reserve(), key);
    const sent = await post(query('{ service { version } }'), key);
    expect(sent.json.data).toEqual({ service: { version: expect.any(String) as string } });
    expect(sent.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('A literal replay', () => {
  // @spec ID2
  it('returns the stored status and body byte for byte, with Idempotency-Replayed: true, and has no effect', async () => {
    const key = randomUUID();
    const first = await send(app, signer, { body: reserve(), key, now: new Date(Date.now() - 5_000) });
    const before = await bond();
    const again = await post(reserve(), key);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([again.status, again.text, again.headers.get('content-type')]).toEqual([
      first.status,
      first.text,
      first.headers.get('content-type'),
    ]);
    expect(await bond()).toBe(before);
  });

  // @spec ID11
  it('"k" and k are one key', async () => {
    const key = randomUUID();
    const first = await post(reserve(), key);
    const again = await post(reserve(), `"${key}"`);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
  });

  // @spec ID9
  it('still matches after a rotation: the scope of an agent’s key is its principal, never the credential', async () => {
    const other = await createParty(app, 'Rotating');
    await buyTickets(other);
    const key = randomUUID();
    const first = await post(reserve(), key, signerOf(other));
    const { credential } = await mutate<{ credential: Signer['credential'] }>(
      other.api,
      'rotateCredential',
      {},
      'credential { apiKey signingSecret }',
    );
    const again = await post(reserve(), key, { ...signerOf(other), credential });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
  });

  // @spec CR8
  it('returns 401 and no stored secret for a rotation signed with the revoked pair', async () => {
    const other = await createParty(app, 'Rotating');
    const body = mutation('rotateCredential', {}, 'credential { apiKey signingSecret }');
    const key = randomUUID();
    expect((await post(body, key, signerOf(other))).status).toBe(200);
    const again = await post(body, key, signerOf(other));
    expect(again.status).toBe(401);
    expect(codeOf(again)).toBe('credential_invalid');
  });

  // @spec ID10
  // @id key-of-another-principal
  it('should not happen for another principal with the same key', async () => {
    const other = await createParty(app, 'Other');
    await buyTickets(other);
    const key = randomUUID();
    await post(reserve(), key);
    const before = await bond(other);
    const sent = await post(reserve(), key, signerOf(other));
    expect(sent.headers.get('idempotency-replayed')).toBeNull();
    expect(await bond(other)).toBe(before + 1n);
  });
});

// @spec ID4
describe('Same key, other method, path, query or body bytes: 422 idempotency_key_reused', () => {
  let key: string;
  beforeEach(async () => {
    key = randomUUID();
    expect((await post(reserve(), key)).status).toBe(200);
  });

  // @id key-reused-other-body
  it('other body bytes', async () => {
    const sent = await post(`${reserve()} `, key);
    refusedAs(sent, 'idempotency_key_reused');
    expect(sent.status).toBe(422);
  });

  it('other query', async () => {
    expect((await send(app, signer, { body: reserve(), key, path: '/graphql?again' })).status).toBe(422);
  });

  it('another X-Agent-Id', async () => {
    expect((await post(reserve(), key, { credential: party.credential })).status).toBe(422);
  });

  it('is not stored, so that the first answer remains', async () => {
    await post(reserve(2), key);
    expect((await post(reserve(), key)).headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('Same key while the first request is still running', () => {
  const lockKey = async (key: string): Promise<Connection> => {
    const other = await Connection.open(app.ownerUrl);
    await other.sql(
      `SELECT pg_advisory_lock(hashtextextended('prn:' || $1 || chr(10) || $2, 0))`,
      idOf('prn', party.principalKey),
      key,
    );
    return other;
  };

  // @spec ID5
  // @id key-in-progress
  it('waits up to 2 s, then 409 idempotency_key_in_progress with Retry-After: 1', async () => {
    const key = randomUUID();
    const other = await lockKey(key);
    const before = await bond();
    const started = performance.now();
    const sent = await post(reserve(), key);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_900);
    refusedAs(sent, 'idempotency_key_in_progress');
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([409, '1']);
    await other.close();
    expect(await bond()).toBe(before);
    expect((await post(reserve(), key)).status).toBe(200);
  });

  // @spec ID5
  it('gets the first answer if it is ready within 2 s', async () => {
    const key = randomUUID();
    const other = await lockKey(key);
    const waiting = post(reserve(), key);
    await other.sql('SELECT pg_sleep(0.3)');
    await other.close();
    expect((await waiting).status).toBe(200);
  });

  const twentyAtOnce = async (body: string, stamps: bigint): Promise<void> => {
    const key = randomUUID();
    const before = await bond();
    const all = await Promise.all(Array.from({ length: 20 }, () => post(body, key)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await bond()).toBe(before + stamps);
  };

  it('Twenty at once have one effect and one answer', () => twentyAtOnce(reserve(), 1n));

  // These share no transaction, so that only the key makes them wait for each other.
  // @id twenty-at-once
  it('Twenty at once have one effect and one answer, also with several fields', () => twentyAtOnce(reserveTwice, 2n));
});

describe('A refusal', () => {
  // @spec ID6, E11
  it('by the domain is stored for the key, with retry_with_new_key: true', async () => {
    const { provider, consumer } = await twoParties(app);
    const deal = await propose(provider, consumer);
    const body = mutation('createTrade', { proposalKey: deal.proposalKey }, 'trade { state }');
    const key = randomUUID();
    const first = await post(body, key, signerOf(provider));
    expect(refusedAs(first, 'trade_proposal_not_fully_accepted')['retryWithNewKey']).toBe(true);
    await accept(deal, provider, consumer);
    const again = await post(body, key, signerOf(provider));
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect((await post(body, randomUUID(), signerOf(provider))).json.data).toEqual({
      createTrade: { trade: { state: 'BOND_RESERVED' } },
    });
  });

  // @spec ID7
  it.each([
    ['validation_failed', () => reserve(0), () => signer],
    [
      'principal_access_denied',
      () => mutation('reserveBond', { amountStamps: 1, principalKey: 'prn_00000000000000000000000000' }, '__typename'),
      () => signer,
    ],
    [
      'principal_owner_required',
      () => mutation('renamePrincipal', { displayName: 'Other' }, '__typename'),
      () => signer,
    ],
    ['platform_only', () => mutation('provisionPrincipal', { displayName: 'Other' }, '__typename'), () => signer],
  ])('%s is not stored, so that a corrected request may use the key', async (code, body, as) => {
    const key = randomUUID();
    const sent = await post(body(), key, as());
    expect(codeOf(sent)).toBe(code);
    expect(sent.json.errors?.[0]?.extensions).not.toHaveProperty('retryWithNewKey');
    const corrected = await post(reserve(), key);
    expect(corrected.json.errors).toBeUndefined();
    expect(corrected.headers.get('idempotency-replayed')).toBeNull();
  });

  // @spec ID7
  it('by the envelope (401) is not stored', async () => {
    const key = randomUUID();
    const expired = await send(app, signer, { body: reserve(), key, now: new Date(Date.now() - 3_600_000) });
    expect(codeOf(expired)).toBe('signature_expired');
    expect((await post(reserve(), key)).json.errors).toBeUndefined();
  });
});

describe('A stored answer', () => {
  // @spec ID15
  it('is not looked up for a caller outside the scope: actor scope and role are checked before', async () => {
    const other = await createParty(app, 'Renamed');
    const { principalKey } = other;
    const body = mutation('renamePrincipal', { principalKey, displayName: 'New' }, 'principal { displayName }');
    const key = randomUUID();
    expect((await post(body, key, ownerOf(other))).json.errors).toBeUndefined();
    await app.sql('DELETE FROM binding WHERE principal_id = $1', [idOf('prn', principalKey)]);
    const again = await post(body, key, ownerOf(other));
    expect(codeOf(again)).toBe('principal_access_denied');
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  // @spec ID8
  // @id secret-answer-encrypted
  it('with a secret is encrypted and stored for 24 h; any other is stored for 72 h', async () => {
    const [plain, secret] = [randomUUID(), randomUUID()];
    await post(reserve(), plain);
    const { principalKey } = party;
    const body = mutation('createCredential', { principalKey }, 'credential { signingSecret }');
    const first = await post(body, secret, owner);
    expect(first.text).toContain(['sk', 'live', ''].join('_'));
    const rows = await app.sql(
      `SELECT key, body IS NULL AS sealed, extract(epoch FROM expires_at - created_at) / 3600 AS hours,
         position('sk_live'::bytea in coalesce(body_ciphertext, '')) AS readable
       FROM idempotency_answer WHERE key IN ($1, $2) ORDER BY hours`,
      [plain, secret],
    );
    expect(rows.map((row) => ({ ...row, hours: Number(row['hours']) }))).toEqual([
      { key: secret, sealed: true, hours: 24, readable: 0 },
      { key: plain, sealed: false, hours: 72, readable: 0 },
    ]);
    expect((await post(body, secret, owner)).text).toBe(first.text);
  });

  it('expires, and then its key may be used again', async () => {
    const key = randomUUID();
    await post(reserve(), key);
    app.clock.advance(72 * 3600 + 1);
    const again = await post(reserve(2), key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});
