import { readFileSync, writeFileSync } from 'node:fs';
import { createClient, parseCredentialFile } from 'agent-trading-client';

// The console acts for Olga again.
const url = `http://127.0.0.1:${process.env.PORT ?? '4000'}`;
const { credential } = parseCredentialFile(readFileSync('.ats-sandbox/console.json', 'utf8'), 'console.json');
const olga = createClient({ url, credential, acting: { provider: 'tutorial', subject: 'olga' } });
const { principalKey, agentKey, agentId } = JSON.parse(readFileSync('.ats-sandbox/olga.json', 'utf8'));

// At most 500 stamps in one trade, and 2,000 in a week.
const limits = { perTradeStamps: 500, budgetStamps: 2000, budgetPeriod: 'WEEK' };
await olga.agents.putMandate({ principalKey, agentKey, ...limits });

// A credential for this agent alone. Without the scope MONEY it moves no stamps outside of trades.
const label = 'buyer with a mandate';
const issued = await olga.credentials.create({ principalKey, agentKey, label, scopes: ['READ', 'TRADE'] });
const { apiKey, signingSecret } = issued;
writeFileSync('.ats-sandbox/buyer.json', JSON.stringify({ agentId, apiKey, signingSecret }), { mode: 0o600 });
console.log('the agent has a mandate and a credential of its own');
