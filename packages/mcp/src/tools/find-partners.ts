import { z } from 'zod';
import { readOnly } from '../errors';
import { type Answer, answerMembers, type Call, defineTool, type Tool } from '../tool';
import { addListingTexts, type MarketListing, MARKET_FIELDS, viewMarketListing } from '../views/market';
import { type Input, input, searchInput } from './find-partners-input';
import { match } from './match';
import { change, publish } from './own-listings';

const MARKET = `query ($after: String, $filter: MarketFilter) { market(first: 20, after: $after, filter: $filter) {
  nodes { ...M } pageInfo { hasNextPage endCursor } } } ${MARKET_FIELDS}`;
const NONE = 'No public listing meets the filter. Listings that only match are not shown.';
const noListing = (isReadOnly: boolean) => ({
  reason: 'NO_PUBLIC_LISTING',
  nextStep: isReadOnly ? NONE : `${NONE} Use publish for your own listing, then match.`,
});

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
    ...(market.nodes.length === 0 && noListing(call.isReadOnly)),
    allowedActions: [],
  };
}

export const findPartners = defineTool({
  name: 'ats_find_partners',
  description:
    'Finds counterparties. `search` reads public listings, 20 a page. `publish` (needs side, tradeProfile, title, priceStamps) lists your offer or request for a small fee. Many listings are MATCH_ONLY: searches do not show them. `update`, `pause`, `resume` and `close` (final) change your listing. `match` compares it with others of its tradeProfile and creates proposals for ats_respond, with the `steps` of the PROVIDE listing.',
  input,
  output: z.object({
    ...answerMembers,
  }),
  effect: 'write',
  run(args, call) {
    if (args.action === 'search') return search(args, call);
    if (call.isReadOnly) throw readOnly('Only `search` is possible.', call.service);
    if (args.action === 'match') return match(args, call);
    return args.action === 'publish' ? publish(args, call) : change(args, call);
  },
});

/** As `tools/list` shows it where only reads are offered. */
export const searchPartners: Tool = {
  ...findPartners,
  description:
    'Finds counterparties: `search` reads public listings, 20 a page. Many listings are MATCH_ONLY: searches do not show them. This server only reads, so it neither publishes nor matches.',
  input: searchInput,
};
