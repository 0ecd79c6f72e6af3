import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const owner = createClient({ url, ...readCredential(`${folder}/owner.json`) });
const { principalKey = '', agentId = '' } = readCredential(`${folder}/buyer.json`);

// A mandate replaces the one before. Above 500 stamps, the owner approves each commitment.
const limits = { perTradeStamps: 1500, budgetStamps: 2000, budgetPeriod: 'WEEK', approvalAboveStamps: 500 } as const;
await owner.agents.putMandate({ principalKey, agentKey: agentId, ...limits });
console.log('above 500 stamps the agent asks');
