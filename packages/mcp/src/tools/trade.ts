import { z } from 'zod';
import { readTrade } from '../reads';
import { anyList, anyObject, answerMembers, defineTool, tradeKey } from '../tool';
import { viewTrade } from '../views/trade';

/** The answer of every tool that returns a trade. */
export const tradeOutput = z.object({
  intentId: z.string().optional(),
  tradeKey: z.string(),
  state: z.string(),
  steps: anyList,
  settlement: anyObject.nullable(),
  ...answerMembers,
});

export const trade = defineTool({
  name: 'ats_trade',
  description:
    'Reads one trade: state, next deadline, bonds, and each step with your role, its numbered items, checkpoint and verdict. `allowedActions` says what you may do now, what it costs, and what follows without an act. Texts of titles, contracts, notes and rebuttals are in `untrusted`.',
  input: z.strictObject({ tradeKey }),
  output: tradeOutput,
  effect: 'read',
  async run({ tradeKey }, call) {
    const { trade, principalKey } = await readTrade(tradeKey, call);
    return viewTrade(trade, principalKey, call.texts);
  },
});
