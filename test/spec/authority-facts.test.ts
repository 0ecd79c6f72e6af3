import { useTestApp } from '../support/app';
import { idOf } from '../../src/domain/keys';
import { createParty, mutate, type Party } from '../support/actors';
import { auditOf } from '../support/trades';

/** The facts about who may act (docs/concepts/facts.md). */

const app = useTestApp();
let party: Party;

beforeAll(async () => {
  party = await createParty(app, 'Party');
});

interface Fact {
  readonly kind: string;
  readonly object: string;
  readonly actor: string | null;
  readonly state: object | null;
}

async function factsSince(count: number): Promise<Fact[]> {
  const rows = await app.sql<{ body: string }>(
    'SELECT body FROM authority_fact WHERE principal_id = $1 AND fact_no > $2 ORDER BY fact_no',
    [idOf('prn', party.principalKey), count],
  );
  return rows.map(({ body }) => JSON.parse(body) as Fact);
}

// @spec FA11
test('should keep a fact for each change of who may act, with its actor', async () => {
  const { owner, principalKey, agentKey } = party;
  const before = (await factsSince(0)).length;
  const human = { principalKey, provider: 'test', subject: 'another' };
  const { binding } = await mutate<{ binding: { bindingId: string } }>(
    owner,
    'putBinding',
    { ...human, role: 'VIEWER' },
    'binding { bindingId }',
  );
  await mutate(owner, 'putBinding', { ...human, role: 'OWNER' }, 'binding { role }');
  await mutate(owner, 'removeBinding', { principalKey, bindingId: binding.bindingId }, 'binding { role }');
  await mutate(
    owner,
    'setAgentEventTypes',
    { principalKey, agentKey, eventTypes: ['TRADE_FAILED'] },
    'agent { agentKey }',
  );
  await mutate(owner, 'rotateWebhookSigningKey', { principalKey, agentKey }, 'webhookSigningKey { version }');
  await mutate(app.operator, 'setEconomicAnchor', { principalKey, maxOpenTrades: 3 }, 'principal { principalKey }');
  await mutate(owner, 'rotateCredential', { principalKey }, 'credential { credentialId }');
  const facts = await factsSince(before);
  expect(facts.map(({ kind, object }) => [kind, object])).toEqual([
    ['binding_added', 'binding'],
    ['binding_changed', 'binding'],
    ['binding_removed', 'binding'],
    ['agent_changed', 'agent'],
    ['signing_key_retired', 'signing_key'],
    ['signing_key_issued', 'signing_key'],
    ['anchor_set', 'anchor'],
    ['credential_issued', 'credential'],
    ['credential_revoked', 'credential'],
  ]);
  expect(facts[2]?.state).toBeNull();
  expect(facts[6]).toMatchObject({ actor: expect.stringMatching(/^crd_/) as string, state: { max_open_trades: 3 } });
  expect(facts.filter(({ actor }) => actor?.startsWith('hum_'))).toHaveLength(8);
  expect(JSON.stringify(facts)).not.toContain('sk_live');
  expect(await auditOf(app)).toEqual([]);
});

// @spec FA8
test('should find an owner and a limit that the role of the service writes itself', async () => {
  const id = idOf('prn', party.principalKey);
  await app.sql(
    `SET ROLE ats_app;
     INSERT INTO binding SELECT gen_random_uuid(), '${id ?? ''}', human_id, 'owner', now() FROM human WHERE subject = 'another';
     UPDATE principal SET max_open_trades = 1000 WHERE principal_id = '${id ?? ''}'; RESET ROLE`,
  );
  expect((await auditOf(app)).map(({ check }) => check)).toEqual(['A2', 'A6']);
  // The owner of the database accepts the rows as they are.
  await app.sql('SELECT authority_import_facts()');
  expect(await auditOf(app)).toEqual([]);
});

test('should keep no fact for the revocation of a revoked mandate, which changes nothing', async () => {
  const { owner, principalKey, agentKey } = party;
  const before = (await factsSince(0)).length;
  await mutate(owner, 'putMandate', { principalKey, agentKey }, 'agent { id }');
  const revoke = () =>
    mutate(owner, 'revokeMandate', { principalKey, agentKey }, 'agent { mandate { status revokedAt } }');
  const revoked = await revoke();
  app.clock.advance(1);
  expect(await revoke()).toEqual(revoked);
  expect((await factsSince(before)).map(({ kind }) => kind)).toEqual(['mandate_put', 'mandate_revoked']);
});
