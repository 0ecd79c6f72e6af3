import { keyOf } from '../../../src/domain/keys';
import { ShiftedClock } from '../../../src/database/connection/clock';
import { applyEffects } from '../../../src/database/repositories/decisions';
import type { Database } from '../../../src/database/transactions/database';
import { idempotencyRetention, credentialUse } from '../../../src/workers/retention';
import { listingExpiry, proposalExpiry } from '../../../src/workers/proposal-expiry';
import { A, acceptedProposal, B, plannedStep } from '../../unit/domain/setup';
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
  await insertListing(listing, 'active', null);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

async function insertListing(id: string, state: string, expiresAt: Date | null): Promise<void> {
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

/** Creates a proposal in a state, which expires in some seconds. */
async function insertProposal(state: 'proposed' | 'accepted', seconds: number): Promise<string> {
  const data = acceptedProposal([plannedStep(A, B, 100)]);
  await store.inTransaction(async (tx) => {
    const expiresAt = new Date(tx.now.getTime() + seconds * 1000);
    const { matchRunId, proposalId } = data.proposal;
    const run = { matchRunId, principalId: A.id, listingId: listing, state: 'completed' } as const;
    await applyEffects(tx, {
      matchRuns: [{ ...run, candidatesConsidered: 1, createdAt: tx.now }],
      proposals: [{ ...data.proposal, state, expiresAt }],
      revisions: [data.revision],
      proposalParticipants: data.participants,
    });
    return proposalId;
  });
  return data.proposal.proposalId;
}

const row = (id: string) => owner.sql('SELECT state, close_reason FROM proposal WHERE proposal_id = $1', id);

// @spec PR16, PR17
test('should reject an expired proposal with close_reason expired, also an accepted one without a trade, and emit events', async () => {
  const [open, agreed, unexpired] = [
    await insertProposal('proposed', 10),
    await insertProposal('accepted', 10),
    await insertProposal('proposed', 100),
  ];
  const services = testServices();
  await proposalExpiry(store, services).run();
  expect(await row(open)).toEqual([{ state: 'proposed', close_reason: null }]);
  clock.advance(11);
  await proposalExpiry(store, services).run();
  expect(await row(open)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(agreed)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(unexpired)).toEqual([{ state: 'proposed', close_reason: null }]);
  const events = await owner.sql(
    `SELECT principal_id, data->>'state' AS state FROM event WHERE subject_key = $1 ORDER BY 1`,
    keyOf('prp', open),
  );
  expect(events).toEqual([A.id, B.id].sort().map((id) => ({ principal_id: id, state: 'rejected' })));
  expect(services.woken).toEqual(['relay', 'relay']);
  // The next run finds nothing.
  await proposalExpiry(store, services).run();
  expect(services.woken).toHaveLength(2);
});

test('should expire the other proposals when one fails, and retry that one', async () => {
  const [failing, other] = [await insertProposal('proposed', 1), await insertProposal('proposed', 2)];
  await owner.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON proposal FOR EACH ROW WHEN (old.proposal_id = '${failing}') EXECUTE FUNCTION refuse()`,
  );
  clock.advance(3);
  const services = testServices();
  await expect(proposalExpiry(store, services).run()).rejects.toThrow('not this one');
  expect(await row(other)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
  expect(await row(failing)).toEqual([{ state: 'proposed', close_reason: null }]);
  await owner.sql('DROP FUNCTION refuse CASCADE');
  await proposalExpiry(store, services).run();
  expect(await row(failing)).toEqual([{ state: 'rejected', close_reason: 'expired' }]);
});

// @spec L11
test('should show an expired listing as closed, and later close its row', async () => {
  const [active, paused, unexpired] = [newId(), newId(), newId()];
  const expiresAt = new Date((await store.now()).getTime() + 5_000);
  await insertListing(active, 'active', expiresAt);
  await insertListing(paused, 'paused', expiresAt);
  await insertListing(unexpired, 'active', new Date(expiresAt.getTime() + 60_000));
  clock.advance(6);
  await listingExpiry(store).run();
  const states = await owner.sql<{ listing_id: string; state: string }>('SELECT listing_id, state FROM listing');
  expect(new Map(states.map((one) => [one.listing_id, one.state]))).toEqual(
    new Map([
      [listing, 'active'],
      [active, 'closed'],
      [paused, 'closed'],
      [unexpired, 'active'],
    ]),
  );
});

test('should delete expired answers of idempotency keys', async () => {
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

test('should keep last_used_at accurate to the minute, and never decrease it', async () => {
  const id = newId();
  await owner.sql(
    `INSERT INTO credential (credential_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at) VALUES ($1, 'operator', 'ak', '', 'k', now())`,
    id,
  );
  const used = new Map([[id, new Date('2026-11-20T09:30:45.678Z')]]);
  const task = credentialUse(store, { drainLastUsed: () => new Map(used) });
  const readLastUsed = () => owner.sql('SELECT last_used_at FROM credential');
  await task.run();
  expect(await readLastUsed()).toEqual([{ last_used_at: new Date('2026-11-20T09:30:00.000Z') }]);
  used.set(id, new Date('2026-11-20T09:29:59.000Z'));
  await task.run();
  expect(await readLastUsed()).toEqual([{ last_used_at: new Date('2026-11-20T09:30:00.000Z') }]);
  // The stop of the task writes pending values.
  used.set(id, new Date('2026-11-20T09:31:00.000Z'));
  await task.onStop?.();
  expect(await readLastUsed()).toEqual([{ last_used_at: new Date('2026-11-20T09:31:00.000Z') }]);
});
