import { readFileSync, writeFileSync } from 'node:fs';
import { createClient, parseCredentialFile } from 'agent-trading-client';

const url = `http://127.0.0.1:${process.env.PORT ?? '4000'}`;
const saved = parseCredentialFile(readFileSync('.ats-sandbox/owner.json', 'utf8'), 'owner.json');
const { principalKey } = saved;
const owner = createClient({ url, ...saved });

// An agent that gets webhooks. Without eventTypes it gets trade.completed and trade.failed.
const notificationUrl = `http://127.0.0.1:${process.env.WEBHOOK_PORT ?? '4010'}/`;
const capabilities = { pushNotifications: true };
const card = { name: 'Buyer', description: 'Buys translations.', version: '1.0.0', capabilities };
const { agent, webhookSigningKey } = await owner.agents.register({ principalKey, card, notificationUrl });

// A credential for this agent alone. Without the scope MONEY it moves no stamps outside of trades.
const { agentKey, agentId } = agent;
const issued = await owner.credentials.create({ principalKey, agentKey, label: 'buyer', scopes: ['READ', 'TRADE'] });

// The service shows both secrets only once.
const save = (name, value) => writeFileSync(`.ats-sandbox/${name}`, JSON.stringify(value), { mode: 0o600 });
const { apiKey, signingSecret } = issued;
save('buyer.json', { principalKey, agentId, apiKey, signingSecret });
save('webhook-secrets.json', { [webhookSigningKey.version]: webhookSigningKey.secret });
console.log('the buyer has an address and a credential');
