import { keyOf } from '../../../src/domain/keys';
import { ShiftedClock } from '../../../src/database/connection/clock';
import { applyEffects } from '../../../src/database/repositories/facts';
import type { Database } from '../../../src/database/transactions/database';
import { idempotencyRetention, credentialUse } from '../../../src/workers/retention';
import { listingExpiry, proposalExpiry } from '../../../src/workers/proposal-expiry';
import { A, acceptedProposal, B, plannedStep } from '../../unit/domain/facts';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { openStore, testServices } from '../../support/service';

let database: TestDatabase;
let owner: Connection;
let store: Database;
const clock = new ShiftedClock();
const listing = newId();

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  store = await openStore(database.url, clock);
  for (const { id, agent } of [A, B]) {
    await owner.sql(`INSERT INTO principal VALUES ($1, 'P', 100, 1000000, 1000000, now())`, id);
    await owner.sql(
      `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       VALUES ($1, $2, '{}', '{}', false, false, false, '{}', now())`,
      agent,
      id,
    );
  }
  await listed(listing, 'active', null);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

async function listed(id: string, state: string, expiresAt: Date | null): Promise<void> {
  await owner.sql(
    `INSERT INTO listing (listing_id, principal_id, agent_id, trade_profile, side, title, description, tags, price_stamps, steps, expires_at, state, created_at, updated_at)
     VALUES ($1::uuid, $2, $3, 'test-' || $1::text, 'provide', 'T', '', '{}', 1, '[]', $4, $5, now(), now())`,
    id,
    A.id,
    A.agent,
    expiresAt,
    state,
  );
}

/** A proposal in the given state that expires so many seconds from now. */
async function proposed(state: 'proposed' | 'accepted', seconds: number): Promise<string> {
  const facts = acceptedProposal([plannedStep(A, B, 100)]);
  await store.inTransaction(async (tx) => {
    const expiresAt = new Date(tx.now.getTime() + seconds * 1000);
    const { matchRunId, proposalId } = facts.proposal;
    const run = { matchRunId, principalId: A.id, listingId: listing, state: 'completed' } as const;
    await applyEffects(tx, {
      matchRuns: [{ ...run, candidatesConsidered: 1, createdAt: tx.now }],
      proposals: [{ ...facts.proposal, state, expiresAt }],
      revisions: [facts.revision],
      proposalParticipants: facts.participants,
    });
    return proposalId;
  });
  return facts.proposal.proposalId;
}

const row = (id: string) => owner.sql('SELECT state, close_reason FROM proposal WHERE proposal_id = $1', id);

// @spec PR16, PR17
test('a proposal past its time becomes rejected with close_reason expired, accepted ones without a trade too; participants are told', async () => {
  const [open, agreed, young] = [
    await proposed('proposed', 10),
    await proposed('accepted', 10),
    await proposed('proposed', 100),
  ];
  const services = testServices();
  await proposalExpiry(store, services).run();
  expect(await row(open)).toEqual([{ state: 'proposed', close_reason: null }]);
  clock.advance(11);
  await proposalExpiry(store, services).run();
  expect(await row(open)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(agreed)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(young)).toEqual([{ state: 'proposed', close_reason: null }]);
  const told = await owner.sql(
    `SELECT principal_id, data->>'state' AS state FROM event WHERE subject_key = $1 ORDER BY 1`,
    keyOf('prp', open),
  );
  expect(told).toEqual([A.id, B.id].sort().map((id) => ({ principal_id: id, state: 'rejected' })));
  expect(services.woken).toEqual(['relay', 'relay']);
  // Once: the next round finds nothing.
  await proposalExpiry(store, services).run();
  expect(services.woken).toHaveLength(2);
});

test('a proposal whose end fails keeps no other from its own, and is tried again', async () => {
  const [stuck, other] = [await proposed('proposed', 1), await proposed('proposed', 2)];
  await owner.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON proposal FOR EACH ROW WHEN (old.proposal_id = '${stuck}') EXECUTE FUNCTION refuse()`,
  );
  clock.advance(3);
  const services = testServices();
  await expect(proposalExpiry(store, services).run()).rejects.toThrow('not this one');
  expect(await row(other)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(stuck)).toEqual([{ state: 'proposed', close_reason: null }]);
  await owner.sql('DROP FUNCTION refuse CASCADE');
  await proposalExpiry(store, services).run();
  expect(await row(stuck)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
});

// @spec L11
test('an expired listing counts as closed, and its row comes to say so', async () => {
  const [active, paused, young] = [newId(), newId(), newId()];
  const soon = new Date((await store.now()).getTime() + 5_000);
  await listed(active, 'active', soon);
  await listed(paused, 'paused', soon);
  await listed(young, 'active', new Date(soon.getTime() + 60_000));
  clock.advance(6);
  await listingExpiry(store).run();
  const states = await owner.sql<{ listing_id: string; state: string }>('SELECT listing_id, state FROM listing');
  expect(new Map(states.map((one) => [one.listing_id, one.state]))).toEqual(
    new Map([
      [listing, 'active'],
      [active, 'closed'],
      [paused, 'closed'],
      [young, 'active'],
    ]),
  );
});

test('answers kept for idempotency keys are forgotten past their time', async () => {
  for (const [key, seconds] of [
    ['old', -1],
    ['kept', 60],
  ] as const) {
    await owner.sql(
      `INSERT INTO idempotency_answer (scope, key, fingerprint, status, headers, body, created_at, expires_at)
       VALUES ('s', $1, '', 200, '{}', '{}', now(), $2)`,
      key,
      new Date((await store.now()).getTime() + seconds * 1000),
    );
  }
  await idempotencyRetention(store).run();
  expect(await owner.sql('SELECT key FROM idempotency_answer')).toEqual([{ key: 'kept' }]);
});

test('last_used_at is minute-coarse and never goes back', async () => {
  const id = newId();
  await owner.sql(
    `INSERT INTO credential (credential_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at) VALUES ($1, 'operator', 'ak', '', 'k', now())`,
    id,
  );
  const used = new Map([[id, new Date('2026-11-20T09:30:45.678Z')]]);
  const task = credentialUse(store, { drainLastUsed: () => new Map(used) });
  const lastUse = () => owner.sql('SELECT last_used_at FROM credential');
  await task.run();
  expect(await lastUse()).toEqual([{ last_used_at: new Date('2026-11-20T09:30:00.000Z') }]);
  used.set(id, new Date('2026-11-20T09:29:59.000Z'));
  await task.run();
  expect(await lastUse()).toEqual([{ last_used_at: new Date('2026-11-20T09:30:00.000Z') }]);
  // What is not written yet is written at the end.
  used.set(id, new Date('2026-11-20T09:31:00.000Z'));
  await task.onStop?.();
  expect(await lastUse()).toEqual([{ last_used_at: new Date('2026-11-20T09:31:00.000Z') }]);
});
