import { idOf } from '../../../src/domain/keys';
import { accept, mutate, type Party, propose, startTrade } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { auditOf, twoParties } from '../../support/trades';

/** A process of a release without mandates creates trades without commitments (docs/guides/upgrade.md). */

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;
beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/**
 * The effects of a creation, as that process sends them. Values: a trade to copy, the proposal, the id of the new trade.
 * The bonds are left out, so a test must roll it back.
 */
const CREATE = `SELECT apply_effects(jsonb_build_object(
    'proposals', (SELECT jsonb_agg(to_jsonb(p) || jsonb_build_object('trade_id', $3::uuid)) FROM proposal p WHERE proposal_id = $2),
    'trades', jsonb_build_array(to_jsonb(t) || jsonb_build_object('trade_id', $3::uuid, 'proposal_id', $2::uuid)),
    'trade_participants', (SELECT jsonb_agg(to_jsonb(p) || jsonb_build_object('trade_id', $3::uuid))
      FROM trade_participant p WHERE p.trade_id = t.trade_id),
    'steps', (SELECT jsonb_agg(to_jsonb(s) || jsonb_build_object('trade_id', $3::uuid)) FROM trade_step s WHERE s.trade_id = t.trade_id)
  ) || $4, $5) FROM trade t WHERE trade_id = $1`;

async function creation(): Promise<(commitments?: object, at?: Date) => Promise<unknown>> {
  const { tradeKey } = await startTrade(provider, consumer);
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider, consumer);
  const values = [idOf('trd', tradeKey), idOf('prp', proposalKey), crypto.randomUUID()];
  return async (commitments = {}, at = new Date()) => {
    await app.sql('BEGIN');
    try {
      await app.sql(CREATE, [...values, JSON.stringify(commitments), at]);
      return 'created';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await app.sql('ROLLBACK');
    }
  };
}

const mandate = (field: 'putMandate' | 'revokeMandate', { owner, principalKey, agentKey }: Party, limits = {}) =>
  mutate(owner, field, { principalKey, agentKey, ...limits }, 'agent { id }');

test('should refuse a trade that a mandate does not count or that needs an approval, and one under a revoked or expired mandate', async () => {
  const create = await creation();
  expect(await create()).toBe('created');
  await mandate('putMandate', consumer);
  const refused = `agent ${consumer.agentId} has a mandate that does not allow or count this trade`;
  expect(await create()).toBe(refused);
  const [proposal] = await app.sql<{ proposal_id: string; principal_id: string }>(
    `SELECT proposal_id, principal_id FROM proposal_participant
     WHERE agent_id = $1 AND closed_state IS NULL AND revision_no = 1`,
    [consumer.agentId],
  );
  const amounts = { stamps: 1_210, bond_stamps: 200, revision_no: 1, committed_at: new Date() };
  const commitments = [{ ...proposal, ...amounts, agent_id: consumer.agentId }];
  expect(await create({ commitments })).toBe('created');
  await mandate('putMandate', consumer, { approvalAboveStamps: 1_209 });
  const unapproved = `agent ${consumer.agentId} has a mandate that needs an approval of this commitment`;
  expect(await create({ commitments })).toBe(unapproved);
  await mandate('putMandate', consumer, { approvalAboveStamps: 1_210 });
  expect(await create({ commitments })).toBe('created');
  await mandate('putMandate', consumer, { validUntil: '2090-01-01T00:00:00.000Z' });
  expect(await create({ commitments })).toBe('created');
  expect(await create({ commitments }, new Date('2090-01-01T00:00:00.000Z'))).toBe(refused);
  await mandate('revokeMandate', consumer);
  expect(await create({ commitments })).toBe(refused);
  expect(await auditOf(app)).toEqual([]);
});

test('should not report a trade that is newer than the transaction that sets the first mandate', async () => {
  const parties = await twoParties(app);
  const { agentId } = parties.provider;
  app.clock.advance(30);
  await startTrade(parties.provider, parties.consumer);
  app.clock.advance(-30);
  await mandate('putMandate', parties.provider);
  const [{ is_newer } = { is_newer: false }] = await app.sql<{ is_newer: boolean }>(
    `SELECT max(t.created_at) > m.updated_at AS is_newer FROM mandate m JOIN trade_participant USING (agent_id)
     JOIN trade t USING (trade_id) WHERE m.agent_id = $1 GROUP BY m.agent_id`,
    [agentId],
  );
  expect(is_newer).toBe(true);
  expect(await auditOf(app)).toEqual([]);
});
