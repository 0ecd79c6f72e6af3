import { accept, mutate, type Party, propose } from '../support/actors';
import { useTestApp } from '../support/app';
import { approvalKeyOf, approvalsOf, decide, funded, putMandate, respond, termsOf } from '../support/mandates';
import { codeOf, refusalOf } from '../support/parties';
import { auditOf, decisionsOf } from '../support/trades';

/** Specification: what stays after a denial of an owner, and after a revocation of a mandate. */
const app = useTestApp();
let provider: Party;
beforeAll(async () => {
  provider = await funded(app, 'provider');
});
// Also the checks M1, A8, A9 and E2: commitments, mandates, decisions and their events.
afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

async function consumerWith(limits: Record<string, unknown>): Promise<Party> {
  const party = await funded(app, 'consumer');
  await putMandate(party, limits);
  return party;
}

const revoke = ({ owner, principalKey, agentKey }: Party) =>
  mutate(owner, 'revokeMandate', { principalKey, agentKey }, 'agent { agentKey }');

const create = ({ api }: Party, proposalKey: string) => mutate(api, 'createTrade', { proposalKey }, 'trade { id }');

async function accepted(consumer: Party): Promise<string> {
  const deal = await propose(provider, consumer);
  await accept(deal, provider, consumer);
  return deal.proposalKey;
}

// @spec MA14
test('a commitment stays denied at its revision, also after requests for other terms', async () => {
  const consumer = await consumerWith({ approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, consumer);
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  await decide(consumer, approvalKey, 'DENY');
  const counter = async (price: number) =>
    approvalKeyOf(respond(consumer, proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, price) }));
  await decide(consumer, await counter(900), 'DENY');
  await counter(800);
  const denied = { code: 'approval_required', approvalKey, approvalStatus: 'DENIED' };
  expect(await refusalOf(respond(consumer, proposalKey, 'ACCEPT'))).toMatchObject(denied);
  expect(await decisionsOf(consumer, proposalKey)).toEqual(['COUNTER', 'REJECT']);
  const statuses = (await approvalsOf(consumer)).map(({ status }) => status);
  expect(statuses).toEqual(['PENDING', 'DENIED', 'DENIED']);
  await respond(provider, proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, 1_000) });
  const next = await refusalOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(next).toMatchObject({ approvalStatus: 'PENDING' });
});

// @spec MA34
test('a request and an approval end with a revocation of the mandate, also for the next mandate', async () => {
  const consumer = await consumerWith({ approvalAboveStamps: 0 });
  const deals = [await propose(provider, consumer), await propose(provider, consumer)];
  const keys: string[] = [];
  for (const { proposalKey } of deals) keys.push(await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT')));
  const [waiting = '', approved = ''] = keys;
  await decide(consumer, approved, 'APPROVE');
  await revoke(consumer);
  const ended = async () => {
    expect((await approvalsOf(consumer)).map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED']);
    expect(await refusalOf(decide(consumer, waiting, 'APPROVE'))).toMatchObject({
      ...{ status: 409, code: 'approval_state_conflict', approvalStatus: 'EXPIRED' },
    });
  };
  await ended();
  await putMandate(consumer, { approvalAboveStamps: 0 });
  await ended();
  const again = await approvalKeyOf(respond(consumer, deals[1]?.proposalKey ?? '', 'ACCEPT'));
  expect(again).not.toBe(approved);
  expect(await approvalsOf(consumer, { statuses: ['PENDING'] })).toMatchObject([{ approvalKey: again }]);
});

// @spec MA34
test('a mandate that is set after a revocation decides again about what was accepted before', async () => {
  const consumer = await consumerWith({});
  const [first, second] = [await accepted(consumer), await accepted(consumer)];
  await revoke(consumer);
  await putMandate(consumer, { perTradeStamps: 1_209 });
  expect(await refusalOf(create(consumer, first))).toMatchObject({
    ...{ status: 409, code: 'mandate_exceeded', limit: 'per_trade_stamps' },
  });
  expect(await refusalOf(create(provider, first))).toMatchObject({ code: 'trade_settlement_rejected' });
  await putMandate(consumer, { perTradeStamps: 1_210 });
  expect(await codeOf(create(provider, first))).toBe('done');
  // A lower limit without a revocation does not affect what the agent has committed under this mandate.
  const third = await accepted(consumer);
  await putMandate(consumer, { perTradeStamps: 1 });
  expect(await codeOf(create(provider, third))).toBe('done');
  expect(await refusalOf(create(provider, second))).toMatchObject({ code: 'trade_settlement_rejected' });
});
