import { createHmac, randomBytes } from 'node:crypto';
import { Pool } from 'undici';

/** Runs in a process of its own: an undici pool that signs and sends the same bytes, and does nothing else. */

export interface Send {
  readonly url: string;
  readonly body: string;
  readonly webhooks: number;
  readonly connections: number;
}

const key = randomBytes(32);

async function sendOne(pool: Pool, number: number, body: string): Promise<void> {
  const id = `evt_${String(number).padStart(26, '0')}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await pool.request({
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      'x-svc-webhook-key-version': '1',
    },
    body,
  });
  await answer.body.dump();
}

let pool: Pool | undefined;

process.on('message', ({ url, body, webhooks, connections }: Send) => {
  const open = (pool ??= new Pool(url, { connections }));
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < webhooks) await sendOne(open, next++, body);
  };
  void Promise.all(Array.from({ length: connections }, sender));
});
process.on('disconnect', () => process.exit());
