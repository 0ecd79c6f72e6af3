import { z } from 'zod';
import { basisPoints, intent, key, stamps } from '../tool';

/** The arguments of `ats_find_partners`, which its acts share. */

const step = z.strictObject({
  title: z.string(),
  shareBps: basisPoints.describe('Basis points of the price, 10,000 in all'),
});

export const LISTING_ACTS = ['publish', 'update', 'pause', 'resume', 'close'] as const;

export const input = z.strictObject({
  action: z.enum(['search', ...LISTING_ACTS, 'match']),
  side: z.enum(['PROVIDE', 'CONSUME']).optional().describe('PROVIDE: offer. CONSUME: request'),
  tradeProfile: z.string().optional().describe('Kind of work, like translation.de-en/v1'),
  text: z.string().optional().describe('search: words of title or description'),
  tags: z.array(z.string()).optional(),
  maxPriceStamps: stamps.optional(),
  after: z.string().optional().describe('search: returned cursor'),
  title: z.string().optional(),
  description: z.string().optional(),
  priceStamps: stamps.optional().describe('Lowest of an offer, highest of a request'),
  steps: z.array(step).optional().describe('Default: one'),
  visibility: z.enum(['MARKET', 'MATCH_ONLY']).optional().describe('Default MATCH_ONLY: no search shows it'),
  agentKey: key('agt').optional().describe('publish: if you have several'),
  listingKey: key('lst').optional().describe('Your listing'),
  maxProposals: z.int().min(1).max(20).optional().describe('Default 10'),
  minSettledTrades: z.int().min(0).optional().describe('match: of a counterparty'),
  ...intent,
});

/** The arguments of a search, the only act where only reads are offered. */
export const searchInput = input
  .pick({ side: true, tradeProfile: true, text: true, tags: true, maxPriceStamps: true, after: true })
  .extend({ action: z.literal('search') });

export type Input = z.infer<typeof input>;
