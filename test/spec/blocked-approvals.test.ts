import { propose } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { approvalKeyOf, decide, funded, putMandate, respond } from '../support/mandates';
import { body, restOf, under } from '../support/rest';

/** Acts that an approval blocks, in both APIs. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Blocked {
  readonly operation: string;
  readonly code: string;
}

// @spec NA18
test('An act has the status of the approval that blocks it, and null if another cause blocks it', async () => {
  const [provider, consumer] = await Promise.all([funded(app, 'provider'), funded(app, 'consumer')]);
  await putMandate(consumer, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, consumer);
  const inGraphql = async (operation: string): Promise<Blocked[]> => {
    const { principal: seen } = await consumer.api.queryOrThrow<{
      principal: { proposal: { blockedActions: Blocked[] } };
    }>(
      `query ($key: ID!) { principal { proposal(proposalKey: $key) {
        blockedActions { operation code approvalStatus } } } }`,
      { key: proposalKey },
    );
    return seen.proposal.blockedActions.filter((one) => one.operation === operation);
  };
  const inRest = async (): Promise<Blocked[]> => {
    const found = await restOf(app, consumer).get(`${under(consumer)}/proposals/${proposalKey}`);
    return body<{ blocked_actions: Blocked[] }>(found).blocked_actions.filter(
      ({ operation }) => operation === 'respondToProposal',
    );
  };
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(await inGraphql('respondToProposal')).toMatchObject([
    { code: 'APPROVAL_REQUIRED', approvalStatus: 'PENDING' },
  ]);
  expect(await inRest()).toMatchObject([{ code: 'approval_required', approval_status: 'pending' }]);
  expect(await inGraphql('createTrade')).toMatchObject([{ approvalStatus: null }]);
  const { principal: waiting } = await consumer.api.queryOrThrow<{ principal: { attention: unknown[] } }>(
    '{ principal { attention { kind action { operation } } } }',
  );
  expect(waiting.attention).toContainEqual({ kind: 'RESPOND', action: null });
  await decide(consumer, approvalKey, 'DENY');
  expect(await inGraphql('respondToProposal')).toMatchObject([{ code: 'APPROVAL_REQUIRED', approvalStatus: 'DENIED' }]);
  expect(await inRest()).toMatchObject([{ code: 'approval_required', approval_status: 'denied' }]);
});
