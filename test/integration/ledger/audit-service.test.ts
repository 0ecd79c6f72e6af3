import { checks, runAudit } from '../../../src/ledger/audit';
import { sealJournals } from '../../../src/ledger/proofs/seals';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { damages } from '../../support/service-damages';
import { tampers } from '../../support/tampers';
import { deliveriesEnded, richPushedParty } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { activate, checkpoint, mutate, publishContract, settled, startTrade, until } from '../../support/actors';

/** A service in which everything has happened once, and what a superuser might change in it (`service-damages.ts`). */

let app: TestApp;
let receiver: Receiver;
let owner: Connection;

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.on('/refusing', (_request, response) => response.writeHead(500).end());
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1' });
  owner = await Connection.open(app.ownerUrl);
  const provider = await richPushedParty(app, receiver.url('/taking'), ['TRADE_CREATED', 'TRADE_COMPLETED']);
  const consumer = await richPushedParty(app, receiver.url('/refusing'), ['PROPOSAL_ACCEPTED', 'TRADE_COMPLETED']);
  const bounded = { principalKey: consumer.principalKey, agentKey: consumer.agentKey };
  await mutate(consumer.owner, 'putMandate', bounded, 'agent { agentKey }');
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
  await activate(await startTrade(provider, consumer, { price: 100 }));
  const anchor = { principalKey: provider.principalKey, maxOpenTrades: 10 };
  await mutate(app.operator, 'setEconomicAnchor', anchor, 'principal { principalKey }');
  await mutate(
    provider.api,
    'rotateWebhookSigningKey',
    { agentKey: provider.agentKey },
    'webhookSigningKey { version }',
  );
  await owner.sql(`WITH h AS (INSERT INTO human (human_id, provider, subject, created_at) VALUES (gen_random_uuid(), 'p', 's', now()) RETURNING human_id),
      s AS (INSERT INTO refresh_session (session_id, human_id, created_at, expires_at) SELECT gen_random_uuid(), human_id, now(), now() + interval '1 day' FROM h RETURNING session_id)
    INSERT INTO refresh_token SELECT sha256(n::text::bytea), session_id, now(), CASE n WHEN 1 THEN now() END FROM s, generate_series(1, 2) n`);
  await deliveriesEnded(provider, 3);
  await deliveriesEnded(consumer, 3);
  await mutate(
    provider.owner,
    'rotateCredential',
    { principalKey: provider.principalKey },
    'credential { credentialId }',
  );
  await until(
    () => owner.sql(`SELECT FROM event WHERE sequence IS NULL`),
    (waiting) => waiting.length === 0,
  );
});
afterAll(async () => {
  await owner.close();
  await app.stop();
  await receiver.stop();
});

test('a service in health: no findings', async () => {
  const { outcomes } = await runAudit(owner);
  expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  const [rows] = await owner.sql(
    `SELECT (SELECT count(*) FROM webhook_delivery WHERE state = 'dead') > 0 AS dead, (SELECT count(*) FROM webhook_delivery WHERE state = 'delivered') > 0 AS delivered,
      (SELECT count(*) FROM operator_act) AS acts, (SELECT count(*) FROM webhook_signing_key WHERE retired_at IS NOT NULL) AS retired,
      (SELECT count(*) FROM credential WHERE revoked_at IS NOT NULL) AS revoked, (SELECT count(*) FROM ledger_journal WHERE idem_key LIKE 'request:%') AS requests`,
  );
  expect(rows).toEqual({ dead: true, delivered: true, acts: 1n, retired: 1n, revoked: 1n, requests: 2n });
});

/** Runs `use` in a transaction with the damage, and rolls it back. */
async function damaged<T>(damage: string, setting: string, use: () => Promise<T>): Promise<T> {
  await owner.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${setting}`);
  try {
    await owner.sql(damage);
    return await use();
  } finally {
    await owner.sql('ROLLBACK');
  }
}

function foundBy(damage: string, setting = ''): Promise<string[]> {
  return damaged(damage, setting, async () => {
    const found: string[] = [];
    for (const check of checks.filter(({ id }) => !/^[IS]/.test(id))) {
      found.push(...(await check.run(owner)).map(({ check: id }) => id));
    }
    return [...new Set(found)];
  });
}

// @spec K2
test.each(damages)('%s is found', async (_, by, damage) => {
  expect(await foundBy(damage)).toEqual(by);
});

test('should name five of the credentials that share a secret', async () => {
  const damage = `INSERT INTO credential SELECT (jsonb_populate_record(one.c, jsonb_build_object('credential_id', gen_random_uuid(), 'api_key', n))).*
    FROM (SELECT c FROM credential c LIMIT 1) one, generate_series(1, 9) n`;
  await damaged(damage, '', async () => {
    const [finding] = (await checks.find(({ id }) => id === 'C2')?.run(owner)) ?? [];
    expect(finding?.detail).toMatch(/^10 credentials have one secret: ([0-9a-f-]{36}, ){4}[0-9a-f-]{36} …$/);
  });
});

test('every check of the service has a damage above, or a change of one row', () => {
  const covered = new Set([...damages.flatMap(([, by]) => by), ...tampers.map(([, check]) => check)]);
  // In audit-tampers.test.ts: not without a second finding.
  covered.add('F6');
  expect(checks.map(({ id }) => id).filter((id) => !/^[IS]/.test(id) && !covered.has(id))).toEqual([]);
});

test('should check everything after a checkpoint, and nothing before it', async () => {
  while ((await sealJournals(owner, 1000)) > 0);
  const { checkpoint: reached, outcomes } = await runAudit(owner, checks);
  expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  const recent = await runAudit(owner, checks, reached);
  expect(recent.outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  // Everything here was made within the hour before, which a checkpoint does not trust: sums over days alone are left out.
  const scope = `SET LOCAL ats.audit_height = '${String(reached.height)}';
    SET LOCAL ats.audit_since = '${new Date(reached.auditedAt.getTime() - 3_600_000).toISOString()}'`;
  for (const [, by, damage] of damages.filter(([, [first]]) => !/^T[345]|K1/.test(first ?? ''))) {
    expect([damage, await foundBy(damage, scope)]).toEqual([damage, by]);
  }
});
