import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const { operator } = createClient({ url, ...readCredential(`${folder}/operator.json`) });

// The most urgent dispute that waits for a verdict.
const { nodes } = await operator.trades({ filter: { awaiting: 'VERDICT' }, first: 1 });
const [dispute] = nodes;
if (!dispute) throw new Error('no dispute waits for a verdict');
const { tradeKey } = dispute;

// One trade has the delivery, the results of the checkpoint and the rebuttal, too.
const [step] = (await operator.trade({ tradeKey }))?.steps ?? [];
console.log('the consumer says', step?.checkpointStatus);
console.log('the provider says', step?.rebuttal?.statement);

// The settlement that a verdict would make, with the amounts of both sides.
const preview = await operator.preview({ tradeKey, of: 'VERDICT', verdictCoverageBps: 10_000 });
console.log('with full coverage the cause is', preview?.failureCause);

// PASS overturns the checkpoint, and FAIL upholds it. In place of both, coverageBps says how much was delivered.
await operator.evaluate({ tradeKey, verdict: 'PASS', reason: 'The receipt names all five pages.' });
console.log('the verdict is PASS');
