import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook, WebhookError } from 'agent-trading-client';
import { folder, read } from './connect.mjs';

const secrets = JSON.parse(read(`${folder}/webhook-secrets.json`)) as Record<string, string>;
const handled = new Set<string>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const { id, payload } = verifyWebhook({ headers: request.headers, body, secrets });
    // A program of your own stores the event here: after the answer, nothing sends it again.
    response.writeHead(204).end();
    // A delivery can arrive twice, with the same id.
    if (handled.has(id)) return;
    handled.add(id);
    console.log(payload.type, payload.subject_key);
  } catch (error) {
    // Anyone can send a request, also a part of one, so no error may end the process.
    if (!response.headersSent) response.writeHead(400).end();
    console.log('refused:', error instanceof WebhookError ? error.code : error);
  }
}

const port = Number(process.env['WEBHOOK_PORT'] ?? '4010');
const server = createServer((request, response) => void receive(request, response));
server.listen(port, '127.0.0.1', () => console.log('waiting for webhooks'));
