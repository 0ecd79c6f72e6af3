import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const saved = readCredential(`${folder}/owner.json`);
const { principalKey = '' } = saved;
const owner = createClient({ url, ...saved });

// The newest request of an agent. It has the terms and the stamps that the agent would commit.
const { nodes } = await owner.agents.approvals({ principalKey, filter: { statuses: ['PENDING'] }, first: 1 });
const [request] = nodes;
if (!request) throw new Error('no agent asks for an approval');
const { approvalKey, committedStamps, terms } = request;
const price = terms.steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0);

// DENY refuses it. Without a decision it expires.
await owner.agents.decideApproval({ principalKey, approvalKey, decision: 'APPROVE' });
console.log('approved', committedStamps, 'for a price of', price);
