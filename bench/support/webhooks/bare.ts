import { Pool } from 'undici';
import { post } from './post';

/** Signs and sends the same bytes from an undici pool in its own process, and does nothing else. */

export interface Send {
  readonly url: string;
  readonly body: string;
  readonly webhooks: number;
  readonly connections: number;
}

let pool: Pool | undefined;

process.on('message', ({ url, body, webhooks, connections }: Send) => {
  const open = (pool ??= new Pool(url, { connections }));
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < webhooks) await post(open, `evt_${String(next++).padStart(26, '0')}`, body);
  };
  void Promise.all(Array.from({ length: connections }, sender));
});
process.on('disconnect', () => process.exit());
