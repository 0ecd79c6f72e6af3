import { useTestApp } from '../support/app';
import { accept, createTrade, mutate, type Party, principal, propose } from '../support/actors';
import { refusal } from '../support/exchange';
import { termsOf } from '../support/mandates';
import { twoParties } from '../support/trades';

/** An acceptance cannot be taken back, so no policy that is announced later may reach the terms that a party accepted. */

const DAY = 86_400;

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;
beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/** Announces a policy, and returns a function that passes its notice. */
async function announce(policyVersion: string): Promise<() => void> {
  const effectiveAt = new Date(Date.now() + app.clock.offsetMs() + (DAY + 60) * 1000).toISOString();
  await mutate(app.operator, 'activatePolicy', { policyVersion, effectiveAt }, 'policy { version }');
  return () => {
    app.clock.advance(DAY + 61);
  };
}

interface Acts {
  readonly allowedActions: readonly { readonly operation: string; readonly input: { readonly decision?: string } }[];
  readonly blockedActions: readonly object[];
}
async function actsOf(party: Party, proposalKey: string): Promise<Acts> {
  const acts = 'allowedActions { operation input } blockedActions { operation code detail }';
  const { proposal } = await principal<{ proposal: Acts }>(
    party.api,
    `proposal(proposalKey: "${proposalKey}") { ${acts} }`,
  );
  return proposal;
}

// @spec PR27
test('starts no trade and takes no acceptance by a revision from before the announcement of the active policy', async () => {
  const [accepted, open] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(accepted, provider, consumer);
  await accept(open, consumer);
  const passNotice = await announce('slash_policy_v1');
  const later = await propose(provider, consumer);
  await accept(later, provider, consumer);
  passNotice();

  const detail =
    'The active policy slash_policy_v1 was announced after this revision, so its parties have not agreed to it.';
  await refusal(createTrade(consumer, accepted.proposalKey), 'proposal_state_conflict');
  await refusal(accept(open, provider), 'proposal_state_conflict');
  expect((await actsOf(consumer, accepted.proposalKey)).blockedActions).toContainEqual({
    operation: 'createTrade',
    code: 'PROPOSAL_STATE_CONFLICT',
    detail,
  });
  const { allowedActions } = await actsOf(provider, open.proposalKey);
  expect(allowedActions.map(({ input }) => input.decision)).toEqual(['COUNTER', 'REJECT']);

  // A counter with the knowledge of the policy, and a proposal after its announcement.
  const counter = { proposalKey: open.proposalKey, decision: 'COUNTER', terms: termsOf(provider, consumer, 1000) };
  await mutate(provider.api, 'respondToProposal', counter, 'proposal { state }');
  await accept(open, consumer);
  await createTrade(consumer, open.proposalKey);
  await createTrade(consumer, later.proposalKey);
  expect(await app.sql('SELECT DISTINCT policy_version FROM trade')).toEqual([{ policy_version: 'slash_policy_v1' }]);
});

// @spec PR27
test('starts a trade after another announcement of the policy that was active when its terms were made', async () => {
  const passFirst = await announce('slash_policy_v1');
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider, consumer);
  passFirst();
  await createTrade(consumer, proposalKey);
});
