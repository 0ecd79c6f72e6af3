import { z } from 'zod';
import { readTrade } from '../reads';
import { anyList, answerMembers, defineTool, tradeKey } from '../tool';
import { viewTrade } from '../views/trade';

/** The answer of every tool that returns a trade. */
export const tradeOutput = z.object({
  tradeKey: z.string(),
  state: z.string(),
  steps: anyList,
  ...answerMembers,
});

/** The answer of an act on a trade. It has the steps too, but the list of tools must be short. */
export const actOutput = tradeOutput.omit({ steps: true });

export const trade = defineTool({
  name: 'ats_trade',
  description:
    'Reads a trade: state, deadline, bonds, and steps with your role, numbered items, checkpoint and verdict. `allowedActions` says what you may do now, its cost to you, and what follows without it; `blockedActions` what is refused and why. `outcome`, `netStamps` and `fault` are those of the whole trade if no party acts afterwards.',
  input: z.strictObject({ tradeKey }),
  output: tradeOutput,
  effect: 'read',
  async run({ tradeKey }, call) {
    const { trade, principalKey } = await readTrade(tradeKey, call);
    return viewTrade(trade, principalKey, call.texts);
  },
});
