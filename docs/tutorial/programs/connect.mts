import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, parseCredentialFile } from 'agent-trading-client';

// The agent that acts: the file in the first argument, or the agent of the sandbox.
const file = process.argv[2] ?? '.ats-sandbox/agent.json';
const saved = parseCredentialFile(readFileSync(file, 'utf8'), file);

export const agentId = saved.agentId ?? '';
export const ats = createClient({ url: `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`, ...saved });

/** Reads again until there is a result. */
export async function until<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found != null) return found;
    await sleep(200);
  }
}
