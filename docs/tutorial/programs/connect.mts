import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, parseCredentialFile } from 'agent-trading-client';

const { ATS_DATA_DIR, ATS_CREDENTIAL, ATS_URL, PORT = '4000' } = process.env;
/** The folder with the files of the sandbox. */
export const folder = ATS_DATA_DIR ?? '.ats-sandbox';
export const url = ATS_URL ?? `http://127.0.0.1:${PORT}`;

/** Reads a file, or ends the program and says what to do. */
export function read(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  console.error(`There is no file ${file}. If your sandbox runs in another folder, set ATS_DATA_DIR to its .ats-sandbox.
For another service, set ATS_CREDENTIAL to the file of your credential, and ATS_URL to the address.
Chapter 3 of the tutorial makes operator.json, and chapter 4 makes buyer.json.`);
  process.exit(1);
}

export const readCredential = (file: string) => parseCredentialFile(read(file), file);

// The agent that acts: the file in the first argument, or that of ATS_CREDENTIAL, or the agent of the sandbox.
const saved = readCredential(process.argv[2] ?? ATS_CREDENTIAL ?? `${folder}/agent.json`);

export const agentId = saved.agentId ?? '';
export const ats = createClient({ url, ...saved });

/** Reads again until there is a result. */
export async function until<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found != null) return found;
    await sleep(200);
  }
}
