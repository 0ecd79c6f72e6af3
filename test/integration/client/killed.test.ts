import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startTestApp, type TestApp } from '../../support/app';
import { balances, buyTickets, createParty, type Party, propose } from '../../support/actors';
import { build } from '../../support/built';
import { newFolder } from '../../support/folder';
import { type HeldAt, type HoldingProxy, startHoldingProxy } from '../../support/held-answers';

/** A client process that gets SIGKILL in the middle of a mutation, and runs again with the same intent. */

const CLIENT = join(resolve(__dirname, '..', '..', '..'), 'dist', 'packages', 'client', 'src', 'index.mjs');
let app: TestApp;
let proxy: HoldingProxy;
let party: Party;
let folder: string;

beforeAll(async () => {
  await build();
  app = await startTestApp();
  proxy = await startHoldingProxy(app.url);
  folder = newFolder('killed');
  party = await createParty(app, 'Killed');
  await buyTickets(party);
});
afterAll(async () => {
  await proxy.stop();
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

/** Writes a program whose only work is one expression of `ats` and `intent`. */
function program(name: string, work: string): string {
  const file = join(folder, `${name}.mjs`);
  const text = `import { createClient } from ${JSON.stringify(CLIENT)};
    const [url, apiKey, signingSecret, agentId, intent] = process.argv.slice(2);
    // The signature names the address of the service, and the proxy passes the request on.
    const ats = createClient({ url, credential: { apiKey, signingSecret }, agentId });
    console.log(JSON.stringify(await ${work}));`;
  writeFileSync(file, text);
  return file;
}

function start(file: string, { credential, agentId }: Party, intent: string): ChildProcess {
  const { apiKey, signingSecret } = credential;
  const args = [file, proxy.url, apiKey, signingSecret, agentId, intent];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((settle) => child.once('exit', settle));
  child.kill('SIGKILL');
  await ended;
}

async function result(child: ChildProcess): Promise<unknown> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((settle) => child.once('close', settle));
  return JSON.parse(output);
}

// @spec CL8
it.each<[string, HeldAt]>([
  ['before the service got the request', 'request'],
  ['after the commit and before the answer', 'answer'],
])('should have one effect if the process is killed %s and runs again with the same key', async (_name, at) => {
  const file = program('reserve', 'ats.money.reserveBond({ amountStamps: 10 }, { idempotencyKey: intent })');
  const before = await balances(party);
  proxy.holdNext(at);
  const first = start(file, party, `bond-${at}`);
  await proxy.held();
  await kill(first);
  const afterKill = (await balances(party)).bondAvailableStamps - before.bondAvailableStamps;
  expect(afterKill).toBe(at === 'answer' ? 10 : 0);
  const expected = before.bondAvailableStamps + 10;
  expect(await result(start(file, party, `bond-${at}`))).toMatchObject({ bondAvailableStamps: expected });
  expect((await balances(party)).bondAvailableStamps).toBe(expected);
});

// @spec CL8
it('should start one trade if the process is killed after each answer in turn and runs again', async () => {
  const provider = await createParty(app, 'Provider');
  await buyTickets(provider);
  const { proposalKey } = await propose(provider, party);
  await provider.api.acceptAndStart(proposalKey);
  const file = program('start', 'ats.acceptAndStart(intent)');
  // Each run gets one call further: accept, create, activate.
  for (let run = 1; run <= 3; run += 1) {
    proxy.holdNext('answer');
    const child = start(file, party, proposalKey);
    await proxy.held();
    await kill(child);
  }
  expect(await result(start(file, party, proposalKey))).toMatchObject({ proposalKey, state: 'EXECUTING' });
  expect((await party.api.trades.list({ filter: { proposalKey } })).nodes).toHaveLength(1);
});
