import { accept, type Party, propose } from '../support/actors';
import { startTestApp, useTestApp } from '../support/app';
import { approvalKeyOf, decide, funded, putMandate, respond } from '../support/mandates';
import { setAnchor } from '../support/quotas';
import { body, restOf, under } from '../support/rest';

/** Acts that an approval or a limit blocks, in both APIs. */

const app = useTestApp();

interface Blocked {
  readonly operation: string;
  readonly code: string;
  readonly remedy: string;
}

async function inGraphql({ api }: Party, proposalKey: string, operation: string): Promise<Blocked[]> {
  const { principal: seen } = await api.queryOrThrow<{ principal: { proposal: { blockedActions: Blocked[] } } }>(
    `query ($key: ID!) { principal { proposal(proposalKey: $key) {
      blockedActions { operation code reason detail remedy approvalStatus } } } }`,
    { key: proposalKey },
  );
  return seen.proposal.blockedActions.filter((one) => one.operation === operation);
}

async function inRest(party: Party, proposalKey: string): Promise<Blocked[]> {
  const found = await restOf(app, party).get(`${under(party)}/proposals/${proposalKey}`);
  return body<{ blocked_actions: Blocked[] }>(found).blocked_actions.filter(
    ({ operation }) => operation === 'respondToProposal',
  );
}

// @spec NA18
test('An act has the status of the approval that blocks it, and null if another cause blocks it', async () => {
  const [provider, consumer] = await Promise.all([funded(app, 'provider'), funded(app, 'consumer')]);
  await putMandate(consumer, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, consumer);
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(await inGraphql(consumer, proposalKey, 'respondToProposal')).toMatchObject([
    { code: 'APPROVAL_REQUIRED', approvalStatus: 'PENDING' },
  ]);
  expect(await inRest(consumer, proposalKey)).toMatchObject([
    { code: 'approval_required', approval_status: 'pending' },
  ]);
  expect(await inGraphql(consumer, proposalKey, 'createTrade')).toMatchObject([{ approvalStatus: null }]);
  const { principal: waiting } = await consumer.api.queryOrThrow<{ principal: { attention: unknown[] } }>(
    '{ principal { attention { kind action { operation } } } }',
  );
  expect(waiting.attention).toContainEqual({ kind: 'RESPOND', action: null });
  await decide(consumer, approvalKey, 'DENY');
  expect(await inGraphql(consumer, proposalKey, 'respondToProposal')).toMatchObject([
    { code: 'APPROVAL_REQUIRED', approvalStatus: 'DENIED' },
  ]);
  expect(await inRest(consumer, proposalKey)).toMatchObject([{ code: 'approval_required', approval_status: 'denied' }]);
});

// @spec NA20
test('An act that a limit blocks has the name of the limit, and its detail has the amounts', async () => {
  const [provider, consumer] = await Promise.all([funded(app, 'provider'), funded(app, 'consumer')]);
  await putMandate(consumer, { perTradeStamps: 500 });
  const { proposalKey } = await propose(provider, consumer);
  const detail =
    'The mandate of the agent does not allow this trade (per_trade_stamps): it commits 1210 stamps, and 500 are allowed now.';
  expect(await inGraphql(consumer, proposalKey, 'respondToProposal')).toMatchObject([
    { code: 'MANDATE_EXCEEDED', reason: 'per_trade_stamps', detail },
  ]);
  expect(await inRest(consumer, proposalKey)).toMatchObject([
    { code: 'mandate_exceeded', reason: 'per_trade_stamps', detail },
  ]);
  expect(await inGraphql(consumer, proposalKey, 'createTrade')).toMatchObject([{ reason: null }]);
  // A counter is possible, but needs terms that only the caller knows.
  const { principal } = await consumer.api.queryOrThrow<{ principal: { attention: unknown[] } }>(
    '{ principal { attention { kind action { operation } } } }',
  );
  expect(principal.attention).toEqual([{ kind: 'RESPOND', action: null }]);
});

// @spec MA32
test('An approval has the page on which an owner decides, and null without a console, in both APIs', async () => {
  const withConsole = await startTestApp({ ATS_CONSOLE: 'on' });
  try {
    for (const one of [app, withConsole]) {
      const [provider, consumer] = await Promise.all([funded(one, 'provider'), funded(one, 'consumer')]);
      await putMandate(consumer, { approvalAboveStamps: 0 });
      const { proposalKey } = await propose(provider, consumer);
      const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
      const page = `${one.url}/console/${consumer.principalKey}/approvals/${approvalKey}`;
      const url = one === app ? null : page;
      const { principal } = await consumer.api.queryOrThrow<{ principal: { approval: unknown } }>(
        'query ($key: ID!) { principal { approval(approvalKey: $key) { url } } }',
        { key: approvalKey },
      );
      expect(principal.approval).toEqual({ url });
      const [blocked] = await inGraphql(consumer, proposalKey, 'respondToProposal');
      expect(blocked?.remedy.startsWith(`An owner decides at ${page}. `)).toBe(url !== null);
      const found = await restOf(one, consumer).get(`${under(consumer)}/approvals/${approvalKey}`);
      expect(body(found)).toMatchObject({ url });
    }
  } finally {
    await withConsole.stop();
  }
});

// @spec NA20
test('The remedy of an act that a limit blocks has the amount that it names', async () => {
  const [provider, consumer] = await Promise.all([funded(app, 'provider'), funded(app, 'consumer')]);
  const deal = await propose(provider, consumer);
  await accept(deal, provider, consumer);
  await setAnchor(app, consumer.principalKey, { bondLimitStamps: 199 });
  expect(await inGraphql(consumer, deal.proposalKey, 'createTrade')).toMatchObject([
    {
      ...{ code: 'TRADE_SETTLEMENT_REJECTED', reason: 'bond_limit_stamps' },
      remedy: expect.stringContaining('the bond of this trade alone exceeds `maximum` (199).') as string,
    },
  ]);
});
