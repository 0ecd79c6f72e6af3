import { readFileSync } from 'node:fs';
import { createClient, parseCredentialFile } from 'agent-trading-client';

const url = `http://127.0.0.1:${process.env.PORT ?? '4000'}`;
const read = (name) => parseCredentialFile(readFileSync(`.ats-sandbox/${name}`, 'utf8'), name);
const owner = createClient({ url, ...read('owner.json') });
const { principalKey, agentId } = read('buyer.json');

// At most 500 stamps in one trade, and 2,000 in a week.
const limits = { perTradeStamps: 500, budgetStamps: 2000, budgetPeriod: 'WEEK' };
await owner.agents.putMandate({ principalKey, agentKey: agentId, ...limits });
console.log('the agent has a mandate');
