import { createSchema } from '../../src/api/graphql/schema';
import { restCalls } from '../../src/operations/rest-calls';
import { type Party, principal } from '../support/actors';
import { useTestApp } from '../support/app';
import { twoParties } from '../support/trades';

/** Which operations are acts of which caller. */

interface Acts {
  readonly allowedActions: readonly { readonly operation: string }[];
  readonly blockedActions: readonly { readonly operation: string; readonly code: string }[];
}

const ACTS = 'allowedActions { operation } blockedActions { operation }';

const app = useTestApp({ ATS_ROLE: 'api' });
let consumer: Party;
beforeAll(async () => {
  ({ consumer } = await twoParties(app));
});

/** Mutations of objects without acts, of the platform, and of a sandbox. */
const WITHOUT_ACTS = [
  ...[
    'updateAgentCard',
    'retireAgent',
    'updateAgentNotificationUrl',
    'setAgentEventTypes',
    'putMandate',
    'revokeMandate',
  ],
  ...['revokeCredential', 'removeBinding', 'rotateWebhookSigningKey', 'redeliverWebhook', 'resolvePayment'],
  ...['provisionPrincipal', 'activatePolicy', 'advanceClock', 'grantTickets', 'spawnCounterparty', 'injectFault'],
];

// @spec NA15
test('Each mutation is an act of a principal, trade, proposal, listing or approval, or is named as none', () => {
  const mutations = Object.keys(createSchema().getMutationType()?.getFields() ?? {});
  expect([...Object.keys(restCalls), ...WITHOUT_ACTS].sort()).toEqual(mutations.sort());
});

// @spec NA15
test('An operator is offered the limits of a principal, and nothing of its parties', async () => {
  const read = `query ($key: ID!) { principal(principalKey: $key) { allowedActions { operation restPath } blockedActions { code } } }`;
  const { principal: seen } = await app.operator.queryOrThrow<{ principal: Acts }>(read, {
    key: consumer.principalKey,
  });
  const restPath = `/api/v1/principals/${consumer.principalKey}/economic-anchor`;
  expect(seen.allowedActions).toEqual([{ operation: 'setEconomicAnchor', restPath }]);
  expect(new Set(seen.blockedActions.map(({ code }) => code)).size).toBeGreaterThan(0);
  const own = await principal<Acts>(consumer.api, ACTS);
  expect([...own.allowedActions, ...own.blockedActions].map(({ operation }) => operation)).not.toContain(
    'setEconomicAnchor',
  );
});
