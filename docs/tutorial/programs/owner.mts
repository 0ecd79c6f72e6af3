import { rmSync, writeFileSync } from 'node:fs';
import { createClient } from 'agent-trading-client';
import { folder, readCredential, url } from './connect.mjs';

const saved = readCredential(`${folder}/owner.json`);
const principalKey = saved.principalKey ?? '';
const owner = createClient({ url, ...saved });

// An agent that gets webhooks. Without eventTypes it gets TRADE_COMPLETED and TRADE_FAILED.
const notificationUrl = `http://127.0.0.1:${process.env['WEBHOOK_PORT'] ?? '4010'}/`;
const capabilities = { pushNotifications: true };
const card = { name: 'Buyer', description: 'Buys translations.', version: '1.0.0', capabilities };
const { agent, webhookSigningKey } = await owner.agents.register({ principalKey, card, notificationUrl });

// A credential for this agent alone. Without the scope MONEY it moves no stamps outside of trades.
const { agentKey, agentId } = agent;
const issued = await owner.credentials.create({ principalKey, agentKey, label: 'buyer', scopes: ['READ', 'TRADE'] });

// The service shows both secrets only once.
const save = (name: string, value: object): void => {
  // A new file, because an existing one would keep its mode, with which others may read it.
  rmSync(`${folder}/${name}`, { force: true });
  writeFileSync(`${folder}/${name}`, JSON.stringify(value), { mode: 0o600 });
};
const { apiKey, signingSecret } = issued;
save('buyer.json', { principalKey, agentId, apiKey, signingSecret });
save('webhook-secrets.json', { [webhookSigningKey.version]: webhookSigningKey.secret });
console.log('the buyer has an address and a credential');
