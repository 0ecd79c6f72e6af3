import { type Client, createClient, type Credential } from '../../src/client';
import { useTestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../support/actors';
import { approvalKeyOf, decide, funded, putMandate, respond } from '../support/mandates';
import { codeOf, refusalOf } from '../support/parties';
import { auditOf } from '../support/trades';

/** The retirement of an agent with a mandate, and the acts that it ends. Price 1000, fee 10, bond 200: a consumer commits 1210. */
const app = useTestApp();
let provider: Party;
let consumer: Party;
beforeAll(async () => {
  [provider, consumer] = [await funded(app, 'provider'), await funded(app, 'consumer')];
  await putMandate(consumer, { budgetStamps: 10_000, approvalAboveStamps: 1_500 });
});

interface Use {
  readonly usedStamps: number;
  readonly headroomStamps: number;
  readonly openTradeCount: number;
}

async function use(): Promise<Use | undefined> {
  const { agents } = await principal<{ agents: { nodes: { mandate: Use }[] } }>(
    consumer.api,
    'agents { nodes { mandate { usedStamps headroomStamps openTradeCount } } }',
  );
  return agents.nodes[0]?.mandate;
}

const kinds = async (): Promise<string[]> =>
  (await principal<{ attention: { kind: string }[] }>(consumer.api, 'attention { kind }')).attention.map(
    ({ kind }) => kind,
  );

// @spec A32
test('releases what its open proposals reserve, keeps what its open trade reserves, and no approval lets it commit', async () => {
  const trade = await startTrade(provider, consumer);
  const accepted = await propose(provider, consumer);
  await accept(accepted, consumer);
  const large = await propose(provider, consumer, { price: 2_000 });
  const approvalKey = await approvalKeyOf(respond(consumer, large.proposalKey, 'ACCEPT'));
  expect(await use()).toEqual({ usedStamps: 2_420, headroomStamps: 7_580, openTradeCount: 2 });
  expect(await kinds()).toContain('APPROVAL');

  const { owner, principalKey, agentKey } = consumer;
  await mutate(owner, 'retireAgent', { principalKey, agentKey }, 'agent { retiredAt }');
  expect(await kinds()).toEqual(['ACTIVATE']);
  const left = { usedStamps: 1_210, headroomStamps: 8_790, openTradeCount: 1 };
  expect(await until(use, (found) => found?.openTradeCount === 1)).toEqual(left);

  expect(await codeOf(decide(consumer, approvalKey, 'APPROVE'))).toBe('approval_state_conflict');
  expect(await codeOf(respond(consumer, large.proposalKey, 'ACCEPT'))).toBe('agent_retired');
  expect(await refusalOf(respond(provider, accepted.proposalKey, 'ACCEPT'))).toMatchObject({
    code: 'proposal_state_conflict',
    currentState: 'REJECTED',
  });
  const create = mutate(provider.api, 'createTrade', { proposalKey: accepted.proposalKey }, 'trade { id }');
  expect(await codeOf(create)).toBe('trade_proposal_not_fully_accepted');
  expect(await use()).toEqual(left);

  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'CONFIRMED' });
  await settled(trade, consumer);
  // Price and fee were paid, and the bond came back.
  expect(await use()).toEqual({ usedStamps: 1_010, headroomStamps: 8_990, openTradeCount: 0 });
  expect(await auditOf(app)).toEqual([]);
});

interface Acts {
  readonly allowedActions: readonly { operation: string; input: Record<string, unknown> }[];
  readonly blockedActions: readonly { operation: string; input: { decision?: string } | null; code: string }[];
}
const ACTS = 'allowedActions { operation input } blockedActions { operation input code }';
const retire = ({ owner, principalKey, agentKey }: Party) =>
  mutate(owner, 'retireAgent', { principalKey, agentKey }, 'agent { retiredAt }');

// @spec NA2
test('blocks an acceptance and the creation of a trade with the code of the call', async () => {
  const party = await funded(app, 'retired');
  const [open, accepted] = [await propose(party, provider), await propose(party, provider)];
  await accept(accepted, party, provider);
  await retire(party);
  const blocked = async (by: Party, proposalKey: string): Promise<string[]> => {
    const found = await principal<{ proposal: Acts }>(by.api, `proposal(proposalKey: "${proposalKey}") { ${ACTS} }`);
    return found.proposal.blockedActions.map(({ operation, input, code }) =>
      [operation, input?.decision ?? '', code].join(' '),
    );
  };
  expect(await blocked(party, open.proposalKey)).toEqual([
    'respondToProposal ACCEPT AGENT_RETIRED',
    'respondToProposal COUNTER AGENT_RETIRED',
    'respondToProposal REJECT PROPOSAL_STATE_CONFLICT',
    'createTrade  AGENT_RETIRED',
  ]);
  expect(await codeOf(respond(party, open.proposalKey, 'REJECT'))).toBe('proposal_state_conflict');
  expect(await blocked(party, accepted.proposalKey)).toContain('createTrade  AGENT_RETIRED');
  expect(await blocked(provider, accepted.proposalKey)).toContain('createTrade  TRADE_PROPOSAL_NOT_FULLY_ACCEPTED');
});

// @spec NA2
test('offers no listing to a credential of the agent, although another agent of the principal can publish one', async () => {
  const party = await funded(app, 'two');
  const { owner, principalKey, agentKey } = party;
  const card = { name: 'Second', capabilities: {} };
  const registered = await mutate<{ agent: { agentId: string; agentKey: string } }>(
    owner,
    'registerAgent',
    { principalKey, card },
    'agent { agentId agentKey }',
  );
  const boundTo = async (key: string) => {
    const input = { principalKey, agentKey: key };
    const selection = 'credential { apiKey signingSecret }';
    const { credential } = await mutate<{ credential: Credential }>(owner, 'createCredential', input, selection);
    return createClient({ url: app.url, credential });
  };
  const published = async (client: Client) => {
    const { allowedActions, blockedActions } = await principal<Acts>(client, ACTS);
    const isListing = ({ operation }: { operation: string }): boolean => operation === 'publishListing';
    return [allowedActions.find(isListing)?.input, blockedActions.find(isListing)?.code];
  };
  const [first, second] = [await boundTo(agentKey), await boundTo(registered.agent.agentKey)];
  // With two agents, the act of a credential of one still names its agent.
  expect(await published(second)).toEqual([{ principalKey, agentId: registered.agent.agentId }, undefined]);
  await retire(party);
  expect(await published(first)).toEqual([undefined, 'AGENT_RETIRED']);
  expect(await published(second)).toEqual([{ principalKey, agentId: registered.agent.agentId }, undefined]);
});
