import { z } from 'zod';
import { defineTool, intent, ITEM, itemNo, stepNo, tradeKey } from '../tool';
import { actOn, itemIdOf, readOwnTrade, stepOf } from './step-acts';
import { actOutput } from './trade';

const result = z.strictObject({ item: itemNo.describe(ITEM), met: z.boolean(), note: z.string().optional() });

/** Why the user is asked again, although the agreement was confirmed. */
const FINAL = 'This is a decision of its own: it is final, and the agreement did not release the escrow.';

export const checkDelivery = defineTool({
  name: 'ats_check_delivery',
  description:
    'Consumer: gives the verdict on a delivery. Check the artifacts first. CONFIRMED passes the step, and its price goes to the provider; it is final. FAILED contests it, and the provider may rebut. A false FAILED can cost your bond.',
  input: z.strictObject({
    tradeKey,
    stepNo,
    status: z.enum(['CONFIRMED', 'FAILED']),
    results: z.array(result).optional().describe('An item left out is not met'),
    ...intent,
  }),
  output: actOutput,
  effect: 'write',
  async run({ tradeKey, stepNo, status, results }, call) {
    const own = await readOwnTrade(tradeKey, call);
    const step = stepOf(own.trade, stepNo);
    if (status === 'CONFIRMED') {
      const stamps = step.priceStamps;
      const summary = `CONFIRMED for step ${stepNo} of ${tradeKey}. Up to ${stamps} stamps in escrow go to the provider. ${FINAL}`;
      // The stamps are in escrow already. A refusal would only make the caller miss the deadline.
      call.permit({ stamps, summary, isCommitment: false });
    }
    const checks = results?.map(({ item, ...rest }) => ({ itemId: itemIdOf(step, item), ...rest }));
    return actOn(own, 'submitCheckpoint', { stepNo, status, ...(checks && { results: checks }) }, call);
  },
});
