import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readIdentity } from './state';

export const HOST = '127.0.0.1';
const STATE_FILE = 'stripe-stand-in.jsonl'; // style-ok: existing data folders have this name

export function stateFile(dataDir: string): string {
  return join(dataDir, STATE_FILE);
}

/** Finds the Stripe mock of this data folder, running or stopped. */
export function locateStripeMock(
  dataDir: string,
): { readonly apiBase: string; readonly secretKey: string } | undefined {
  const path = stateFile(dataDir);
  const identity = existsSync(path) ? readIdentity(path) : undefined;
  if (identity === undefined || identity.port === 0) return undefined;
  return { apiBase: `http://${HOST}:${String(identity.port)}`, secretKey: identity.secretKey };
}
