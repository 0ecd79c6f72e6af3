import { idFromKeyOrUuid } from '../../../src/domain/keys';
import { accept, createTrade, type Party, propose } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { funded, putMandate, respond } from '../../support/mandates';
import { codeOf, plainClient } from '../../support/parties';
import { auditOf } from '../../support/trades';

/** No worker runs here, so nothing ends the expired proposals. */
const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
beforeAll(async () => {
  provider = await funded(app, 'provider');
});

interface Use {
  readonly usedStamps: number;
  readonly openTradeCount: number;
  readonly openBondStamps: number;
}

async function useOf({ api, agentKey }: Party): Promise<Use> {
  const { principal } = await api.queryOrThrow<{ principal: { agent: { mandate: Use } } }>(
    'query ($key: ID!) { principal { agent(agentKey: $key) { mandate { usedStamps openTradeCount openBondStamps } } } }',
    { key: agentKey },
  );
  return principal.agent.mandate;
}

// @spec MA3
test('a mandate does not count an expired proposal that no worker has ended', async () => {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { maxOpenTrades: 1, budgetStamps: 2_000, bondStamps: 300 });
  await accept(await propose(provider, consumer), consumer);
  expect(await useOf(consumer)).toEqual({ usedStamps: 1_210, openTradeCount: 1, openBondStamps: 200 });
  app.clock.advance(30 * 86_400);
  expect(await useOf(consumer)).toEqual({ usedStamps: 0, openTradeCount: 0, openBondStamps: 0 });
  await accept(await propose(provider, consumer), consumer);
  expect(await useOf(consumer)).toEqual({ usedStamps: 1_210, openTradeCount: 1, openBondStamps: 200 });
});

// @spec MA4, MA11
test('nothing commits while another transaction can keep an expired proposal open', async () => {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { budgetStamps: 2_000 });
  const [first, second] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(first, consumer);
  const later = `UPDATE proposal SET expires_at = expires_at + interval '1 hour' WHERE proposal_id = $1`;
  await app.sql(later, [idFromKeyOrUuid('prp', second.proposalKey)]);
  // As an acceptance by all that began before the expiry.
  const other = await app.ownerConnection();
  await other.query({ text: 'BEGIN' });
  await other.query({ text: later, values: [idFromKeyOrUuid('prp', first.proposalKey)] });
  app.clock.advance(259_200);
  const once = { api: plainClient(app, consumer.credential) };
  expect(await codeOf(respond(once, second.proposalKey, 'ACCEPT'))).toBe('service_unavailable');
  await other.query({ text: 'COMMIT' });
  expect(await codeOf(respond(consumer, second.proposalKey, 'ACCEPT'))).toBe('mandate_exceeded');
  expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_210, openTradeCount: 1 });
  expect(await auditOf(app)).toEqual([]);
});

// @spec MA33
test('an expired proposal that another transaction holds costs only its own stamps of the mandate', async () => {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { budgetStamps: 4_000, maxOpenTrades: 3 });
  const [first, second] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(first, consumer);
  const [firstId, secondId] = [first, second].map(({ proposalKey }) => idFromKeyOrUuid('prp', proposalKey));
  await app.sql(`UPDATE proposal SET expires_at = expires_at + interval '1 hour' WHERE proposal_id = $1`, [secondId]);
  const other = await app.ownerConnection();
  await other.query({ text: 'BEGIN' });
  await other.query({ text: 'SELECT FROM proposal WHERE proposal_id = $1 FOR NO KEY UPDATE', values: [firstId] });
  app.clock.advance(259_200);
  await accept(second, provider);
  const once = { api: plainClient(app, consumer.credential) };
  expect(await codeOf(respond(once, second.proposalKey, 'ACCEPT'))).toBe('done');
  // The mandates of all participants decide about a trade, also if another one creates it.
  await createTrade(provider, second.proposalKey);
  await other.query({ text: 'COMMIT' });
  expect(await useOf(consumer)).toMatchObject({ usedStamps: 1_210, openTradeCount: 1 });
  expect(await auditOf(app)).toEqual([]);
});

// @spec MA3, CH4
test('an acceptance ends no expired proposal while the ledger is halted, and is refused', async () => {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { budgetStamps: 2_000 });
  const [first, second] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(first, consumer);
  const ids = [first, second].map(({ proposalKey }) => idFromKeyOrUuid('prp', proposalKey));
  await app.sql(`UPDATE proposal SET expires_at = expires_at + interval '1 hour' WHERE proposal_id = $1`, [ids[1]]);
  await app.sql(`INSERT INTO ledger_halt (reason) VALUES ('test')`);
  app.clock.advance(259_200);
  const once = { api: plainClient(app, consumer.credential) };
  expect(await codeOf(respond(once, second.proposalKey, 'ACCEPT'))).toBe('service_unavailable');
  const state = 'SELECT state FROM proposal WHERE proposal_id = $1';
  expect(await app.sql(state, [ids[0]])).toEqual([{ state: 'proposed' }]);
  await app.sql('DELETE FROM ledger_halt');
  expect(await codeOf(respond(consumer, second.proposalKey, 'ACCEPT'))).toBe('done');
  expect(await app.sql(state, [ids[0]])).toEqual([{ state: 'rejected' }]);
});
