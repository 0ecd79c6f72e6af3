import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const client = createClient({ url, ...readCredential(`${folder}/operator.json`) });

interface Step {
  readonly checkpointStatus: string;
  readonly rebuttal: { readonly statement: string } | null;
}
interface Disputes {
  readonly operatorTrades: {
    readonly nodes: readonly { readonly tradeKey: string; readonly steps: readonly Step[] }[];
  };
}

// The most urgent dispute that waits for a verdict. An operator also reads the delivery and the evidence.
const { operatorTrades } = await client.queryOrThrow<Disputes>(`{
  operatorTrades(filter: { awaiting: VERDICT }, first: 1) {
    nodes { tradeKey steps { checkpointStatus rebuttal { statement } } } } }`);
const [dispute] = operatorTrades.nodes;
if (!dispute) throw new Error('no dispute waits for a verdict');
const { tradeKey, steps } = dispute;
console.log('the consumer says', steps[0]?.checkpointStatus);
console.log('the provider says', steps[0]?.rebuttal?.statement);

// PASS overturns the checkpoint, and FAIL upholds it. In place of both, coverageBps says how much was delivered.
await client.operator.evaluate({ tradeKey, verdict: 'PASS', reason: 'The receipt names all five pages.' });
console.log('the verdict is PASS');
