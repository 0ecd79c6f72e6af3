import { checks } from '../../../src/ledger/audit';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { type Party, proposed, type ProposalAnswer } from '../../support/market';
import { pushedTo } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { buyTickets, createParty, until } from '../../support/actors';

/** The audit finds events that were never written, although the numbering has no gap. */

const TTL = 1000;
let app: TestApp;
let receiver: Receiver;
let owner: Connection;
/** The start of the recent audit. Earlier events are checked by the whole audit only. */
let since: Date;

interface Talk {
  readonly provider: Party;
  readonly consumer: Party;
  readonly proposal: ProposalAnswer;
}
const talks: Record<'ended' | 'expired' | 'agreed' | 'refused' | 'countered' | 'fresh', Talk> = {} as never;

const accept = async ({ provider, consumer, proposal: { proposalKey } }: Talk): Promise<void> => {
  await consumer.respond(proposalKey, 'ACCEPT');
  await provider.respond(proposalKey, 'ACCEPT');
};

const counter = async ({ provider, proposal: { proposalKey, currentRevision } }: Talk): Promise<void> => {
  const { steps, coverageThresholdBps, bondBps } = currentRevision.terms;
  await provider.respond(proposalKey, 'COUNTER', { terms: { steps, coverageThresholdBps, bondBps } });
};

const numbered = (): Promise<unknown> =>
  until(
    () => owner.sql('SELECT FROM event WHERE sequence IS NULL'),
    (waiting) => waiting.length === 0,
  );

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.on('/gone', (_request, response) => response.writeHead(410).end());
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_PROPOSAL_TTL_SECONDS: String(TTL) });
  owner = await Connection.open(app.ownerUrl);
  for (const name of ['ended', 'expired'] as const) talks[name] = await proposed(app);
  await accept(talks.ended);
  await counter(talks.expired);
  app.clock.advance(TTL);
  await until(
    () => owner.sql(`SELECT FROM proposal WHERE close_reason = 'expired'`),
    (closed) => closed.length === 2,
  );
  for (const name of ['agreed', 'refused', 'countered'] as const) talks[name] = await proposed(app);
  await numbered();
  app.clock.advance(1);
  const [row] = await owner.sql<{ at: Date }>(`SELECT max(created_at) + interval '1 ms' AS at FROM event`);
  since = row?.at ?? new Date(0);
  talks.fresh = await proposed(app);
  await accept(talks.agreed);
  await counter(talks.countered);
  await counter(talks.fresh);
  await talks.refused.consumer.respond(talks.refused.proposal.proposalKey, 'REJECT');
  const party = await createParty(app, 'gone');
  await pushedTo(app, party, receiver.url('/gone'), ['TICKETS_CREDITED']);
  await buyTickets(party);
  await until(
    () => owner.sql(`SELECT FROM event WHERE type = 'webhook.disabled'`),
    (rows) => rows.length === 1,
  );
  await numbered();
});
afterAll(async () => {
  await owner.close();
  await app.stop();
  await receiver.stop();
});

/** The findings after this damage, in a whole or recent audit. The damage is rolled back. */
async function foundBy(damage: string, scope: 'whole' | 'recent' = 'whole'): Promise<string[]> {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    if (scope === 'recent') {
      await owner.sql(`SET LOCAL ats.audit_height = '1'; SET LOCAL ats.audit_since = '${since.toISOString()}'`);
    }
    const found: string[] = [];
    for (const check of checks.filter(({ id }) => /^[TEDK]/.test(id))) {
      found.push(...(await check.run(owner)).map(({ detail }) => `${check.id} ${detail.replace(/^.*: /, '')}`));
    }
    return found;
  } finally {
    await owner.sql('ROLLBACK');
  }
}

/** Deletes events and renumbers the others of their principals. */
const never = (where: string): string => `DROP INDEX event_sequence; DELETE FROM event WHERE ${where};
  UPDATE event e SET sequence = n.place
  FROM (SELECT event_id, row_number() OVER (PARTITION BY principal_id ORDER BY sequence) AS place FROM event) n
  WHERE n.event_id = e.event_id AND n.place <> e.sequence;
  UPDATE event_head h SET sequence = (SELECT count(*) FROM event e WHERE e.principal_id = h.principal_id)`;

const of = (type: string, name: keyof typeof talks, ...to: ('provider' | 'consumer')[]): string => {
  const { proposal, ...parties } = talks[name];
  const ids = to.map((side) => `'${parties[side].principalId}'`).join();
  return `type = '${type}' AND data->>'proposal_id' = '${proposal.proposalId}' AND principal_id IN (${ids})`;
};

test('should find nothing if every participant got its events', async () => {
  expect(await foundBy('')).toEqual([]);
  expect(await foundBy('', 'recent')).toEqual([]);
});

/** [event type, proposal, whether a recent audit finds it]. */
test.each([
  ['proposal.created', 'fresh', true],
  ['proposal.created', 'agreed', false],
  ['proposal.countered', 'fresh', true],
  ['proposal.countered', 'countered', true],
  ['proposal.countered', 'expired', false],
  ['proposal.accepted', 'agreed', true],
  ['proposal.accepted', 'ended', false],
  ['proposal.rejected', 'refused', true],
  ['proposal.rejected', 'expired', false],
  ['proposal.rejected', 'ended', false],
] as const)('%s of a proposal (%s) should be found if one participant did not get it', async (type, name, recently) => {
  const damage = never(of(type, name, 'consumer'));
  expect(await foundBy(damage)).toEqual([`E2 it has 0 \`${type}\` events`]);
  expect(await foundBy(damage, 'recent')).toEqual(recently ? [`E2 it has 0 \`${type}\` events`] : []);
});

test.each([
  ['proposal.created', 'fresh', true],
  ['proposal.countered', 'fresh', true],
  ['proposal.countered', 'countered', true],
  // No row has the time of an answer to a revision, so only the whole audit can expect its event.
  ['proposal.accepted', 'agreed', false],
  ['proposal.rejected', 'refused', false],
  ['proposal.rejected', 'expired', false],
] as const)('%s of a proposal (%s) should be found if no participant got it', async (type, name, recently) => {
  const damage = never(of(type, name, 'provider', 'consumer'));
  const both = [`E2 it has 0 \`${type}\` events`, `E2 it has 0 \`${type}\` events`];
  expect(await foundBy(damage)).toEqual(both);
  expect(await foundBy(damage, 'recent')).toEqual(recently ? both : []);
});

const again = (where: string, columns = 'created_at, log_no'): string =>
  `INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at, log_no)
   SELECT (left(event_id::text, 24) || right(gen_random_uuid()::text, 12))::uuid, principal_id, type, subject_key, trade_id, data, ${columns}
   FROM event WHERE ${where}`;

test('should find an event of a proposal that was written twice', async () => {
  const damage = again(of('proposal.accepted', 'agreed', 'provider'));
  expect(await foundBy(damage)).toEqual(['E2 it has 2 `proposal.accepted` events']);
  expect(await foundBy(damage, 'recent')).toEqual(['E2 it has 2 `proposal.accepted` events']);
});

test('should find an endpoint that was disabled without an event', async () => {
  const damage = never(`type = 'webhook.disabled'`);
  const found = [expect.stringMatching(/^E2 .*webhook\.disabled/) as string];
  expect(await foundBy(damage)).toEqual(found);
  expect(await foundBy(damage, 'recent')).toEqual(found);
  expect(await foundBy('UPDATE agent SET notifications_disabled_at = NULL')).toEqual([]);
});

/** An event without a number, this much older than the newest numbered one. */
const waiting = (age: string, written = '1'): string =>
  again(`type = 'webhook.disabled'`, `(SELECT max(created_at) FROM event) - interval '${age}', ${written}`);

test('should find an event that the relay has skipped', async () => {
  const found = [expect.stringMatching(/^E1 .*webhook\.disabled.* has no number/) as string];
  expect(await foundBy(waiting('5 minutes 1 s'))).toEqual(found);
  expect(await foundBy(waiting('5 minutes 1 s'), 'recent')).toEqual(found);
  expect(await foundBy(waiting('1 day', `nextval('event_log_no')`))).toEqual(found);
  expect(await foundBy(waiting('4 minutes 59 s'))).toEqual([]);
});

test('should accept events that wait for a number, or whose clock was set back', async () => {
  const unnumbered = 'DELETE FROM event_head; UPDATE event SET sequence = NULL';
  expect((await foundBy(unnumbered)).filter((one) => one.startsWith('E1'))).toEqual([]);
  // The service's clock is ahead of that of the database, as before a clock is set back.
  expect(await foundBy(waiting('5 minutes 1 s', `nextval('event_log_no')`))).toEqual([]);
});
