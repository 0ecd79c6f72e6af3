import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client';
import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { Connection } from '../support/ledger';
import { ISSUED, codeOf, type Issued, mutate, plainClient, provisioned, refusalOf } from '../support/parties';
import { until } from '../support/actors';

/** Specification: Credential, Authentication. */
const app = useTestApp({ ATS_ROLE: 'api' });

interface IssuedAnswer {
  readonly credential: Issued;
}

const rotate = (client: Client, input: Record<string, unknown> = {}, key?: string) =>
  mutate<IssuedAnswer>(client, 'rotateCredential', input, `credential { ${ISSUED} }`, key);
const create = (client: Client, principalKey: string) =>
  mutate<IssuedAnswer>(client, 'createCredential', { principalKey }, `credential { ${ISSUED} }`);
const revoke = (client: Client, input: Record<string, unknown>) =>
  mutate<{ credential: Record<string, unknown> }>(
    client,
    'revokeCredential',
    input,
    'credential { credentialId status revokedAt }',
  );
const look = (client: Client) => codeOf(client.queryOrThrow('{ principal { id } }'));

describe('A credential', () => {
  // @spec CR1
  test('is a pair of ak_live_ with 26 and sk_live_ with 52 characters of base32, with a crd_ key', async () => {
    const { credential } = await provisioned(app);
    expect(credential.apiKey).toMatch(/^ak_live_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(credential.signingSecret).toMatch(/^sk_live_[0-9a-hjkmnp-tv-z]{52}$/);
    expect(credential.credentialId).toMatch(/^crd_[0-9a-z]{26}$/);
  });

  // @spec CR12
  test('should work beside an older credential', async () => {
    const { owner, agent, principalKey } = await provisioned(app);
    const { credential } = await create(owner, principalKey);
    expect(await look(agent)).toBe('done');
    expect(await look(plainClient(app, credential))).toBe('done');
  });

  // @spec CR12
  test('is created only by an owner through the console', async () => {
    const { agent, principalKey } = await provisioned(app);
    expect(await codeOf(create(agent, principalKey))).toBe('principal_owner_required');
    expect(await codeOf(create(app.operator, principalKey))).toBe('principal_owner_required');
    expect(await codeOf(create(app.consoleFor('someone'), principalKey))).toBe('principal_access_denied');
  });
});

describe('List credential metadata', () => {
  // @spec CR2, CR3, ID3
  test('is ordered newest-first and never contains secrets', async () => {
    const { owner, agent, principalKey, credential } = await provisioned(app);
    const second = await create(owner, principalKey);
    const third = await create(owner, principalKey);
    const { principal } = await agent.queryOrThrow<{
      principal: { credentials: { nodes: Record<string, unknown>[] } };
    }>('{ principal { credentials { nodes { id credentialId apiKey status createdAt revokedAt lastUsedAt } } } }');
    const { nodes } = principal.credentials;
    const issued = [third.credential, second.credential, credential];
    expect(nodes.map((node) => node['apiKey'])).toEqual(issued.map(({ apiKey }) => apiKey));
    expect(nodes[0]).toMatchObject({ status: 'ACTIVE', revokedAt: null, id: third.credential.credentialId });
    const answered = JSON.stringify(principal);
    for (const { signingSecret } of issued) expect(answered.includes(signingSecret)).toBe(false);
  });

  // @spec CR3
  test('has no field with a secret in any listing', async () => {
    const { agent } = await provisioned(app);
    const { __type } = await agent.queryOrThrow<{ __type: { fields: { name: string }[] } }>(
      '{ __type(name: "Credential") { fields { name } } }',
    );
    expect(__type.fields.map(({ name }) => name).filter((name) => /secret/i.test(name))).toEqual([]);
  });
});

describe('Rotate', () => {
  // @spec CR5, CR6
  // @id rotation-revokes-all
  test('issues a new pair and revokes every previous credential of the principal, without a grace window', async () => {
    const { owner, agent, principalKey, credential } = await provisioned(app);
    const second = await create(owner, principalKey);
    const fresh = await rotate(agent);
    expect(await look(agent)).toBe('credential_invalid');
    expect(await look(plainClient(app, second.credential))).toBe('credential_invalid');
    const now = plainClient(app, fresh.credential);
    const { principal } = await now.queryOrThrow<{ principal: { credentials: { nodes: unknown[] } } }>(
      '{ principal { credentials { nodes { apiKey status } } } }',
    );
    expect(principal.credentials.nodes).toEqual([
      { apiKey: fresh.credential.apiKey, status: 'ACTIVE' },
      { apiKey: second.credential.apiKey, status: 'REVOKED' },
      { apiKey: credential.apiKey, status: 'REVOKED' },
    ]);
  });

  // @spec CR7, CR13
  test('leaves other principals and the platform unchanged, and is open to the owner too', async () => {
    const { owner, principalKey } = await provisioned(app);
    const other = await provisioned(app);
    const { credential } = await rotate(owner, { principalKey });
    expect(await look(plainClient(app, credential))).toBe('done');
    expect(await look(other.agent)).toBe('done');
    expect(await codeOf(app.operator.queryOrThrow('{ ticketPacks { pack } }'))).toBe('done');
    expect(await codeOf(rotate(other.owner, { principalKey }))).toBe('principal_access_denied');
    expect(await codeOf(rotate(other.agent, { principalKey }))).toBe('principal_access_denied');
  });

  // @spec CR8
  test('replayed with the pair it revoked is 401; retried with the new pair it returns that pair', async () => {
    const { agent } = await provisioned(app);
    const key = randomUUID();
    const first = await rotate(agent, {}, key);
    expect(await refusalOf(rotate(agent, {}, key))).toEqual({ status: 401, code: 'credential_invalid' });
    expect(await rotate(plainClient(app, first.credential), {}, key)).toEqual(first);
  });

  test('should take effect once in eight concurrent calls with one pair; the others are 401', async () => {
    const { agent, principalId } = await provisioned(app);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => codeOf(rotate(agent))));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'credential_invalid'), 'done']);
    expect(await live(principalId)).toHaveLength(1);
  });

  test('should take effect each time in eight concurrent calls by the owner; only the last pair stays live', async () => {
    const { owner, principalId, principalKey } = await provisioned(app);
    const pairs = await Promise.all(Array.from({ length: 8 }, () => rotate(owner, { principalKey })));
    const [only, ...others] = await live(principalId);
    expect(others).toEqual([]);
    expect(pairs.map(({ credential }) => credential.apiKey)).toContain(only);
  });

  // @spec CR6, CR15
  test('should leave no effect to a request signed with an old pair after its response, under concurrent mutations', async () => {
    const { owner, agent, principalKey, principalId } = await provisioned(app, undefined, 100_000n);
    const second = plainClient(app, (await create(owner, principalKey)).credential);
    let rotated = false;
    const late: string[] = [];
    const hammer = async (client: Client): Promise<number> => {
      for (let done = 0; ; done += 1) {
        const begunLate = rotated;
        const outcome = await codeOf(mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }'));
        if (begunLate) late.push(outcome);
        if (outcome !== 'done' || begunLate) return done;
      }
    };
    const hammering = [agent, second, agent, second, agent, second].map(hammer);
    await eventually(async () => (await reserved(principalId)) >= 10n);
    const { credential } = await rotate(owner, { principalKey });
    rotated = true;
    const atRotation = await reserved(principalId);
    const done = await Promise.all(hammering);
    for (const outcome of late) expect(outcome).toBe('credential_invalid');
    expect(await reserved(principalId)).toBe(atRotation);
    expect(done.reduce((sum, one) => sum + BigInt(one), 0n)).toBe(atRotation);
    expect(await look(plainClient(app, credential))).toBe('done');
  });

  // @spec CR15
  test('waits for the creation of a credential, or comes before it', async () => {
    const { owner, agent, credential, principalKey } = await provisioned(app);
    const holder = await app.ownerConnection();
    await holder.query({ text: 'BEGIN' });
    const lock = 'SELECT pg_advisory_xact_lock_shared(credential_lock($1))';
    await holder.query({ text: lock, values: [idOf('crd', credential.credentialId)] });
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isWaiting = (count: number) =>
      until(
        () => app.sql(waiting),
        ({ length }) => length >= count,
      );
    const rotation = rotate(agent);
    await isWaiting(1);
    const creation = create(owner, principalKey);
    await isWaiting(2);
    await holder.query({ text: 'ROLLBACK' });
    await rotation;
    // A credential that was created meanwhile would be revoked, also for a request that it has already signed.
    expect(await look(plainClient(app, (await creation).credential))).toBe('done');
  });

  // @spec CR15
  // @id rotation-waits-for-mutations
  test('is answered after every running mutation with an old pair', async () => {
    const { owner, agent, principalKey, principalId } = await provisioned(app, undefined, 100n);
    const holder = await Connection.open(app.ownerUrl);
    try {
      await holder.sql('BEGIN');
      await holder.sql(
        'SELECT FROM ledger_balance JOIN ledger_account USING (account_id) WHERE principal_id = $1 FOR UPDATE OF ledger_balance',
        principalId,
      );
      const reserving = codeOf(mutate(agent, 'reserveBond', { amountStamps: 1 }, 'principal { id }'));
      await until(waiting, (locks) => !locks.includes('advisory') && locks.length > 0);
      let answered = false;
      const rotating = rotate(owner, { principalKey }).then(() => (answered = true));
      await until(waiting, (locks) => locks.includes('advisory') || answered);
      expect(answered).toBe(false);
      await holder.sql('COMMIT');
      expect(await reserving).toBe('done');
      await rotating;
      expect(await look(agent)).toBe('credential_invalid');
    } finally {
      await holder.close();
    }
  });
});

/** Selects the lock requests that wait in this database. */
async function waiting(): Promise<string[]> {
  const locks = await app.sql<{ locktype: string }>(
    'SELECT locktype FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
  );
  return locks.map(({ locktype }) => locktype);
}

describe('Revoke', () => {
  // @spec CR9, CR10, AU3
  // @id revocation-without-replacement
  test('without a replacement makes every later signed request fail with 401 until a new credential is created', async () => {
    const { owner, agent, principalKey, credential } = await provisioned(app);
    const { credentialId } = credential;
    expect(await revoke(agent, { credentialId })).toMatchObject({ credential: { credentialId, status: 'REVOKED' } });
    expect(await refusalOf(agent.queryOrThrow('{ principal { id } }'))).toEqual({
      status: 401,
      code: 'credential_invalid',
    });
    const again = await create(owner, principalKey);
    expect(await look(plainClient(app, again.credential))).toBe('done');
    expect(await look(agent)).toBe('credential_invalid');
  });

  // @spec CR11
  test('should answer 200 and change nothing for a revoked credential', async () => {
    const { owner, principalKey, credential } = await provisioned(app);
    const input = { principalKey, credentialId: credential.credentialId };
    const first = await revoke(owner, input);
    expect(await revoke(owner, input)).toEqual(first);
  });

  // @spec CR13
  test('should answer 404 credential_not_found for a credential of another principal, of the platform and for an unknown one', async () => {
    const { agent } = await provisioned(app);
    const other = await provisioned(app);
    for (const credentialId of [other.credential.credentialId, 'crd_00000000000000000000000000', 'crd', '']) {
      expect(await codeOf(revoke(agent, { credentialId }))).toBe('credential_not_found');
    }
    expect(await look(other.agent)).toBe('done');
  });
});

async function live(principalId: string): Promise<string[]> {
  const rows = await app.sql<{ api_key: string }>(
    'SELECT api_key FROM credential WHERE principal_id = $1 AND revoked_at IS NULL',
    [principalId],
  );
  return rows.map((row) => row.api_key);
}

async function reserved(principalId: string): Promise<bigint> {
  const [row] = await app.sql<{ balance: string }>(
    `SELECT coalesce(sum(b.balance), 0) AS balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
     WHERE a.kind = 'bond_available' AND a.principal_id = $1`,
    [principalId],
  );
  return BigInt(row?.balance ?? 0);
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
  }
}
