import { idFromKeyOrUuid } from '../../src/domain/keys';
import { createClient } from '../../src/client';
import { startTestApp, type TestApp } from '../support/app';
import {
  accept,
  activate,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  startTrade,
  until,
} from '../support/actors';
import { funded, putMandate } from '../support/mandates';
import { refusalOf } from '../support/parties';
import { auditOf } from '../support/trades';

/** Calls that arrived before an outage was noticed, and run while a process opens the service after it. */

const PROPOSAL_TTL = 259_200;

let app: TestApp;
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  const withoutRepeats = async (name: string): Promise<Party> => {
    const party = await funded(app, name);
    const { credential, agentId } = party;
    return { ...party, api: createClient({ url: app.url, credential, agentId, retry: { attempts: 1 } }) };
  };
  [provider, consumer] = [await withoutRepeats('provider'), await withoutRepeats('consumer')];
});
afterEach(() => app.stop());

/** Begins to open the service after an outage, and keeps the opening waiting for a proposal. Returns how to let it end. */
async function slowOpening(): Promise<() => Promise<void>> {
  const holder = await app.ownerConnection();
  await holder.query({ text: 'BEGIN' });
  // The opening locks proposals by id. It waits for the first, so it holds none that the calls need.
  await holder.query({ text: 'SELECT FROM proposal ORDER BY proposal_id LIMIT 1 FOR UPDATE' });
  const outage = PROPOSAL_TTL + 60;
  app.clock.advance(outage);
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - make_interval(secs => $1)`, [outage]);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await until(
    () => app.sql(waiting),
    ({ length }) => length > 0,
  );
  return async () => {
    await holder.query({ text: 'ROLLBACK' });
    await until(
      () => app.sql('SELECT FROM closed_period'),
      ({ length }) => length > 0,
    );
  };
}

const unavailable = { status: 503, code: 'service_unavailable' };

// @spec CH6
test('should refuse a call after a deadline while the service opens after an outage, and accept it afterwards', async () => {
  await propose(provider, consumer);
  const proposal = await propose(provider, consumer);
  const [contract, idle] = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
  await activate(contract);
  const settle = { tradeKey: idle.tradeKey };
  const calls = [
    () => publishContract(contract),
    () => accept(proposal, consumer),
    () => mutate(app.operator, 'settleTrade', settle, 'trade { state }'),
  ];
  const end = await slowOpening();
  const answers = await Promise.all(calls.map((call) => refusalOf(call())));
  expect(answers).toMatchObject([unavailable, unavailable, unavailable]);
  await end();
  for (const call of calls.slice(0, 2)) await call();
  await activate(idle);
  expect(await auditOf(app)).toEqual([]);
});

// @spec CH4, MA3
test('should end no expired proposal while the service opens after an outage', async () => {
  await propose(provider, consumer);
  await putMandate(consumer, { budgetStamps: 5_000 });
  const [expired, later] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(expired, consumer);
  const laterId = idFromKeyOrUuid('prp', later.proposalKey);
  await app.sql(`UPDATE proposal SET expires_at = expires_at + interval '1 day' WHERE proposal_id = $1`, [laterId]);
  const end = await slowOpening();
  expect(await refusalOf(accept(later, consumer))).toMatchObject(unavailable);
  type Own = { listings: { nodes: { listingKey: string }[] } };
  const { listings } = await principal<Own>(consumer.api, 'listings(first: 2) { nodes { listingKey } }');
  for (const { listingKey } of listings.nodes)
    await mutate(consumer.api, 'runMatch', { listingKey }, 'matchRun { proposals { proposalKey } }');
  const states = 'SELECT state FROM proposal ORDER BY proposal_id';
  expect(await app.sql(states)).toEqual([{ state: 'proposed' }, { state: 'proposed' }, { state: 'proposed' }]);
  await end();
  await accept(expired, provider);
});
