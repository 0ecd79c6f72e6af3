import { z } from 'zod';
import { ToolError } from '../errors';
import { anyList, type Answer, answerMembers, basisPoints, type Call, defineTool, intent, key, stamps } from '../tool';
import { ACTION_FIELDS, type AllowedAction, viewActions } from '../views/actions';
import { type Proposal, PROPOSAL_FIELDS, TERMS_FIELDS, viewProposal } from '../views/proposal';
import { addListingTexts, type MarketListing, MARKET_FIELDS, viewMarketListing } from '../views/market';

const step = z.strictObject({ title: z.string(), shareBps: basisPoints });
const side = z.enum(['PROVIDE', 'CONSUME']);

const input = z.strictObject({
  action: z.enum(['search', 'publish', 'match']),
  side: side.optional(),
  tradeProfile: z.string().optional(),
  text: z.string().optional(),
  tags: z.array(z.string()).optional(),
  maxPriceStamps: stamps.optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  priceStamps: stamps.optional(),
  steps: z.array(step).optional(),
  visibility: z.enum(['MARKET', 'MATCH_ONLY']).optional(),
  agentKey: key('agt').optional(),
  listingKey: key('lst').optional(),
  maxProposals: z.int().min(1).max(20).optional(),
  minSettledTrades: z.int().min(0).optional(),
  ...intent,
});
type Input = z.infer<typeof input>;

const MARKET = `query ($filter: MarketFilter) { market(first: 20, filter: $filter) { nodes { ...M } } } ${MARKET_FIELDS}`;
const AGENTS = '{ service { listingFeeStamps } principal { agents(first: 2) { nodes { agentKey } } } }';
const PUBLISH = `mutation ($input: PublishListingInput!) { publishListing(input: $input) {
  listing { listingKey state side priceStamps allowedActions { ...A } } } } ${ACTION_FIELDS}`;
const MATCH = `mutation ($input: RunMatchInput!) { runMatch(input: $input) {
  matchRun { matchRunId candidatesConsidered proposals { ...P } } } } ${PROPOSAL_FIELDS} ${TERMS_FIELDS} ${ACTION_FIELDS}`;
const SELF = '{ service { activationFeeBps } principal { principalKey } }';

async function search({ side, tradeProfile, text, tags, maxPriceStamps }: Input, call: Call): Promise<Answer> {
  const filter = { side, tradeProfile, text, tags, maxPriceStamps };
  const { market } = await call.service.read<{ market: { nodes: MarketListing[] } }>(MARKET, { filter }, call.signal);
  return {
    listings: market.nodes.map((listing, index) => {
      addListingTexts(listing, `listings[${index + 1}]`, call.texts);
      return viewMarketListing(listing);
    }),
    allowedActions: [],
  };
}

async function publish(args: Input, call: Call): Promise<Answer> {
  const { side, tradeProfile, title, priceStamps, description, tags, steps, visibility } = args;
  if (side === undefined || tradeProfile === undefined || title === undefined || priceStamps === undefined) {
    throw new ToolError('invalid_arguments', 'publish needs side, tradeProfile, title and priceStamps.');
  }
  type Data = { service: { listingFeeStamps: number }; principal: { agents: { nodes: { agentKey: string }[] } } };
  const { service, principal } = await call.service.read<Data>(AGENTS, {}, call.signal);
  const agentKey = args.agentKey ?? call.service.agentId ?? soleAgent(principal.agents.nodes);
  const fee = service.listingFeeStamps;
  call.permit({ stamps: fee, summary: `This publishes a listing for a fee of ${fee} stamps.`, isCommitment: true });
  const listing = { agentId: agentKey, side, tradeProfile, title, priceStamps, description, tags, steps, visibility };
  type Published = { publishListing: { listing: { allowedActions: AllowedAction[] } } };
  const { publishListing } = await call.service.mutate<Published>(PUBLISH, { input: listing }, call);
  const { allowedActions, ...published } = publishListing.listing;
  return { intentId: call.intentId, listings: [published], allowedActions: viewActions(allowedActions) };
}

function soleAgent(agents: readonly { readonly agentKey: string }[]): string {
  const [first, second] = agents;
  if (first && !second) return first.agentKey;
  throw new ToolError(
    'agent_needed',
    'Your principal has no agent or several. Name one in agentKey; ats_overview lists them.',
  );
}

async function match({ listingKey, maxProposals, minSettledTrades }: Input, call: Call): Promise<Answer> {
  if (listingKey === undefined) {
    throw new ToolError('invalid_arguments', 'match needs listingKey, the key of one of your listings.');
  }
  type Self = { service: { activationFeeBps: number }; principal: { principalKey: string } };
  const self = await call.service.read<Self>(SELF, {}, call.signal);
  const variables = { input: { listingKey, maxProposals, minSettledTrades } };
  type Data = { runMatch: { matchRun: { candidatesConsidered: number; proposals: Proposal[] } } };
  const { matchRun } = (await call.service.mutate<Data>(MATCH, variables, call)).runMatch;
  const viewer = { principalKey: self.principal.principalKey, feeBps: self.service.activationFeeBps };
  return {
    intentId: call.intentId,
    candidatesConsidered: matchRun.candidatesConsidered,
    proposals: matchRun.proposals.map((proposal, index) =>
      viewProposal(proposal, { ...viewer, field: `proposals[${index + 1}].` }, call.texts),
    ),
    allowedActions: [],
  };
}

export const findPartners = defineTool({
  name: 'ats_find_partners',
  description:
    'Finds counterparties. `search` reads public listings by side, tradeProfile, text, tags and maxPriceStamps. `publish` lists your own offer (PROVIDE) or request (CONSUME) for a small fee: side, tradeProfile, title and priceStamps, your lowest price or highest bid. `match` compares your listing (listingKey) with all others and creates proposals; answer them with ats_respond. Both sides need the same tradeProfile.',
  input,
  output: z.object({
    intentId: z.string().optional(),
    listings: anyList.optional(),
    candidatesConsidered: z.int().optional(),
    proposals: anyList.optional(),
    ...answerMembers,
  }),
  effect: 'write',
  run(args, call) {
    if (args.action === 'search') return search(args, call);
    if (call.isReadOnly)
      throw new ToolError('read_only', 'This server runs with --read-only. Only `search` is possible.');
    return args.action === 'publish' ? publish(args, call) : match(args, call);
  },
});
