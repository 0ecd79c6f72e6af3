import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type Peer, untilReady } from '../peers/start';
import type { Serve } from './floor';

/** Starts the floor. Resolves when it answers. It ends together with this process. */
export async function startFloor(what: Serve): Promise<Peer> {
  const child = fork(join(__dirname, 'floor.ts'), [], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
    // Structured clone, because JSON has no dates, bigints and buffers.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(what);
  return untilReady('floor.ts', child);
}
