import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const owner = createClient({ url, ...readCredential(`${folder}/owner.json`) });
const { principalKey = '', agentId = '' } = readCredential(`${folder}/buyer.json`);

// At most 500 stamps in one trade, and 2,000 in a week.
const limits = { perTradeStamps: 500, budgetStamps: 2000, budgetPeriod: 'WEEK' } as const;
await owner.agents.putMandate({ principalKey, agentKey: agentId, ...limits });
console.log('the agent has a mandate');
