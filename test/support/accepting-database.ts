import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Waits until a server accepts a connection. @throws Error that names the program, after 10 s */
export async function untilAccepting(url: string, program: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error(`${program} did not start within 10 s`);
}
