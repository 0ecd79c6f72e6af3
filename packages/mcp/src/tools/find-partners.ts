import { z } from 'zod';
import { ToolError } from '../errors';
import { anyList, type Answer, answerMembers, type Call, defineTool } from '../tool';
import { addListingTexts, type MarketListing, MARKET_FIELDS, viewMarketListing } from '../views/market';
import { type Input, input } from './find-partners-input';
import { match } from './match';
import { change, publish } from './own-listings';

const MARKET = `query ($after: String, $filter: MarketFilter) { market(first: 20, after: $after, filter: $filter) {
  nodes { ...M } pageInfo { hasNextPage endCursor } } } ${MARKET_FIELDS}`;
const NO_LISTING = {
  reason: 'NO_PUBLIC_LISTING',
  nextStep:
    'No public listing meets the filter. Listings that only match are not shown. Use publish for your own listing, then match.',
} as const;

interface Market {
  readonly nodes: readonly MarketListing[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function search({ after, ...args }: Input, call: Call): Promise<Answer> {
  const { side, tradeProfile, text, tags, maxPriceStamps } = args;
  const filter = { side, tradeProfile, text, tags, maxPriceStamps };
  const { market } = await call.service.read<{ market: Market }>(MARKET, { after, filter }, call.signal);
  return {
    listings: market.nodes.map((listing, index) => {
      addListingTexts(listing, `listings[${index}]`, call.texts);
      return viewMarketListing(listing);
    }),
    ...(market.pageInfo.hasNextPage && { cursor: market.pageInfo.endCursor }),
    ...(market.nodes.length === 0 && NO_LISTING),
    allowedActions: [],
  };
}

export const findPartners = defineTool({
  name: 'ats_find_partners',
  description:
    'Finds counterparties. `search` reads public listings, 20 a page: pass a returned cursor as `after`. `publish` (side, tradeProfile, title, priceStamps) lists your offer (PROVIDE) at your lowest price, or request (CONSUME) at your highest bid, for a small fee. Without `visibility` it is MATCH_ONLY, as many listings are: searches do not show them. `update`, `pause`, `resume` and `close` (final) change your listing. `match` compares it with others of its tradeProfile and creates proposals for ats_respond, with the `steps` of the PROVIDE listing. `nextStep` says what to do next.',
  input,
  output: z.object({
    intentId: z.string().optional(),
    listings: anyList.optional(),
    cursor: z.string().optional(),
    candidatesConsidered: z.int().optional(),
    proposals: anyList.optional(),
    reason: z.string().optional(),
    nextStep: z.string().optional(),
    ...answerMembers,
  }),
  effect: 'write',
  run(args, call) {
    if (args.action === 'search') return search(args, call);
    if (call.isReadOnly)
      throw new ToolError('read_only', 'This server or its credential only reads. Only `search` is possible.');
    if (args.action === 'match') return match(args, call);
    return args.action === 'publish' ? publish(args, call) : change(args, call);
  },
});
