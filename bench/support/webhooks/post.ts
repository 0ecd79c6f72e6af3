import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'undici';

const key = randomBytes(32);

/** Signs a webhook with a fixed key, sends it and returns its status. @throws Error if the status is not 2xx */
export async function post(pool: Pool, id: string, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const { statusCode, body: answer } = await pool.request({
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
  await answer.dump();
  if (statusCode < 200 || statusCode > 299) throw new Error(`a webhook was answered with ${String(statusCode)}`);
  return statusCode;
}
