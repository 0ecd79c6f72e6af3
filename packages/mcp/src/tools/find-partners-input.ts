import { z } from 'zod';
import { basisPoints, intent, key, stamps } from '../tool';

/** The arguments of `ats_find_partners`, which its acts share. */

const step = z.strictObject({ title: z.string(), shareBps: basisPoints });

export const LISTING_ACTS = ['publish', 'update', 'pause', 'resume', 'close'] as const;

export const input = z.strictObject({
  action: z.enum(['search', ...LISTING_ACTS, 'match']),
  side: z.enum(['PROVIDE', 'CONSUME']).optional(),
  tradeProfile: z.string().optional(),
  text: z.string().optional(),
  tags: z.array(z.string()).optional(),
  maxPriceStamps: stamps.optional(),
  after: z.string().optional(),
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

export type Input = z.infer<typeof input>;
