import { readFileSync, writeFileSync } from 'node:fs';
import { createClient, parseCredentialFile } from 'agent-trading-client';

// The console signs in Olga, and acts for her.
const url = `http://127.0.0.1:${process.env.PORT ?? '4000'}`;
const { credential } = parseCredentialFile(readFileSync('.ats-sandbox/console.json', 'utf8'), 'console.json');
const olga = createClient({ url, credential, acting: { provider: 'tutorial', subject: 'olga' } });

const { principal, credential: own } = await olga.principals.provision({ displayName: 'Olga' });
if (!own) throw new Error('Olga has an agent already');
const { principalKey } = principal;

// An agent that gets webhooks. Without eventTypes it gets trade.completed and trade.failed.
const notificationUrl = `http://127.0.0.1:${process.env.WEBHOOK_PORT ?? '4010'}/`;
const capabilities = { pushNotifications: true };
const card = { name: 'Buyer', description: 'Buys translations.', version: '1.0.0', capabilities };
const { agent, webhookSigningKey } = await olga.agents.register({ principalKey, card, notificationUrl });

// The service shows both secrets only once.
const save = (name, value) => writeFileSync(`.ats-sandbox/${name}`, JSON.stringify(value), { mode: 0o600 });
const { agentId, agentKey } = agent;
save('olga.json', { principalKey, agentKey, agentId, apiKey: own.apiKey, signingSecret: own.signingSecret });
save('webhook-secrets.json', { [webhookSigningKey.version]: webhookSigningKey.secret });
console.log('Olga has an agent');
