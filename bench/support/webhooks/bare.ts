import { Pool } from 'undici';
import { post } from './post';

/** Runs in a process of its own: an undici pool that signs and sends the same bytes, and does nothing else. */

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
