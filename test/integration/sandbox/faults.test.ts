import { auditDatabase } from '../../../src/cli/audit';
import { ApiError, createClient } from '../../../src/client';
import { readSettings } from '../../../src/settings/settings';
import { createParty, mutate, type Party, principal } from '../../support/actors';
import { codeOf } from '../../support/parties';
import { type Receiver, startReceiver } from '../../support/receiver';
import { pushedTo } from '../../support/webhook-agents';
import { until } from '../../support/service';
import { advance, grant, useSandbox } from './support';

/** Faults that a developer injects into a sandbox. */

const app = useSandbox({ ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '600,600' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

async function trader(): Promise<Party> {
  const party = await createParty(app, 'Trainee');
  await grant(party);
  return party;
}

const inject = (party: Party, kind: string, count = 1): Promise<unknown> =>
  mutate(party.api, 'injectFault', { kind, count }, 'fault { kind count principalKey }');

const bond = async ({ api }: Party): Promise<number> =>
  (await principal<{ bondAvailableStamps: number }>(api, 'bondAvailableStamps')).bondAvailableStamps;

/** A client that sends each request once. */
const impatient = (party: Party) =>
  createClient({ url: app.url, credential: party.credential, agentId: party.agentId, retry: { attempts: 1 } });

const RESERVE = 'mutation { reserveBond(input: {amountStamps: 10}) { principal { bondAvailableStamps } } }';

// @spec SB13
test('should close the connection after the commit, and answer the repeated request', async () => {
  const party = await trader();
  expect(await inject(party, 'DROP_AFTER_COMMIT')).toEqual({
    fault: { kind: 'DROP_AFTER_COMMIT', count: 1, principalKey: party.principalKey },
  });
  const key = { idempotencyKey: 'dropped' };
  await expect(impatient(party).mutate(RESERVE, {}, key)).rejects.toThrow(TypeError);
  expect(await bond(party)).toBe(10);
  expect(await impatient(party).mutate(RESERVE, {}, key)).toEqual({
    reserveBond: { principal: { bondAvailableStamps: 10 } },
  });
  expect(await bond(party)).toBe(10);
});

// @spec SB13
test('should answer 503 after the commit, as often as it was injected', async () => {
  const party = await trader();
  await inject(party, 'ERROR_AFTER_COMMIT', 2);
  for (const attempt of ['one', 'two']) {
    const refused = impatient(party).mutate(RESERVE, {}, { idempotencyKey: attempt });
    await expect(refused).rejects.toMatchObject({
      status: 503,
      code: 'service_unavailable',
    } satisfies Partial<ApiError>);
  }
  expect(await bond(party)).toBe(20);
  await impatient(party).mutate(RESERVE, {}, { idempotencyKey: 'three' });
  expect(await bond(party)).toBe(30);
});

// @spec SB13
test('should have one effect for one call of the client package, whatever is injected', async () => {
  const party = await trader();
  await inject(party, 'DROP_AFTER_COMMIT');
  await inject(party, 'ERROR_AFTER_COMMIT');
  await mutate(party.api, 'reserveBond', { amountStamps: 10 }, 'principal { id }');
  await mutate(party.api, 'reserveBond', { amountStamps: 10 }, 'principal { id }');
  expect(await bond(party)).toBe(20);
});

test('should answer slowly, and leave refused requests and other principals alone', async () => {
  const [party, other] = [await trader(), await trader()];
  await inject(party, 'SLOW');
  const refused = mutate(party.api, 'reserveBond', { amountStamps: 10 ** 9 }, 'principal { id }');
  expect(await codeOf(refused)).toBe('principal_bond_insufficient_balance');
  await mutate(other.api, 'reserveBond', { amountStamps: 10 }, 'principal { id }');
  const left = () => app.sql<{ remaining: number }>(`SELECT remaining FROM sandbox_fault WHERE kind = 'slow'`);
  expect(await left()).toEqual([{ remaining: 1 }]);
  const startedAt = performance.now();
  await mutate(party.api, 'reserveBond', { amountStamps: 10 }, 'principal { id }');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2_900);
  expect(await left()).toEqual([{ remaining: 0 }]);
});

// @spec SB13
test('should send a webhook twice with one id', async () => {
  const path = '/duplicated';
  const party = await pushedTo(app, await createParty(app, 'Pushed'), receiver.url(path), ['TICKETS_CREDITED']);
  await inject(party, 'DUPLICATE_WEBHOOK');
  await grant(party, 'STARTER');
  await until(() => receiver.of(path).length >= 2, 'both copies');
  const ids = receiver.of(path).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});

// @spec SB13
test('should deliver a webhook after the next one', async () => {
  const path = '/reordered';
  const party = await pushedTo(app, await createParty(app, 'Pushed'), receiver.url(path), ['TICKETS_CREDITED']);
  await inject(party, 'REORDER_WEBHOOKS');
  await grant(party, 'STARTER');
  const consumed = () => app.sql(`SELECT FROM sandbox_fault WHERE kind = 'reorder_webhooks' AND remaining = 0`);
  await until(async () => (await consumed()).length === 1, 'the first attempt');
  await grant(party, 'GROWTH');
  await advance(party, { seconds: 3_600 });
  await until(() => receiver.of(path).length >= 2, 'both webhooks');
  const sequences = receiver.of(path).map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
  // The second event comes first.
  expect(sequences[0]).toBeGreaterThan(sequences[1] ?? 0);
});

// @spec SB13
test('should leave the counterparties and their creation alone, if a fault is for all callers', async () => {
  const party = await trader();
  await mutate(party.owner, 'injectFault', { kind: 'ERROR_AFTER_COMMIT', count: 1 }, 'fault { kind }');
  const input = { strategy: 'HONEST', side: 'PROVIDE', tradeProfile: 'faults.none', seed: 1 };
  await mutate(party.api, 'spawnCounterparty', input, 'counterparty { seed }');
  await expect(impatient(party).mutate(RESERVE, {}, { idempotencyKey: 'for-all' })).rejects.toMatchObject({
    status: 503,
  });
});

test('should refuse an unusual count and an unknown principal', async () => {
  const party = await trader();
  for (const count of [0, 101]) expect(await codeOf(inject(party, 'SLOW', count))).toBe('validation_failed');
  const input = { kind: 'SLOW', count: 1, principalKey: 'prn_00000000000000000000000000' };
  expect(await codeOf(mutate(party.api, 'injectFault', input, 'fault { kind }'))).toBe('principal_not_found');
});

// @spec SB8
test('should leave a clean audit after all of it', async () => {
  const party = await trader();
  await advance(party, { seconds: 86_400 });
  const settings = readSettings({ ATS_ENV: 'test', ATS_DATA_DIR: app.dataDir });
  const { outcomes } = await auditDatabase(app.ownerUrl, settings);
  expect(outcomes.flatMap(({ check, findings }) => findings.map(({ detail }) => `${check.id} ${detail}`))).toEqual([]);
});
