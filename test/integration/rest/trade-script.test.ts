import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../support/app';
import { balances, buyTickets, createParty, type Party, principal } from '../../support/actors';
import { newFolder } from '../../support/folder';

/** Runs docs/examples/trade.sh. It needs curl and openssl. */

const SCRIPT = join(__dirname, '..', '..', '..', 'docs', 'examples', 'trade.sh');
const TIMEOUT_MS = 90_000;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  const missing = ['curl', 'openssl'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  expect(missing).toEqual([]);
  app = await startTestApp();
  folder = newFolder('script');
}, TIMEOUT_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

/** Writes a credential file like `ats demo --save`. */
function saveCredential(name: string, { principalKey, agentId, credential }: Party): string {
  const file = join(folder, `${name}.json`);
  const content = {
    principal_key: principalKey,
    agent_id: agentId,
    api_key: credential.apiKey,
    signing_secret: credential.signingSecret,
  };
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  return file;
}

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    execFile('sh', [SCRIPT, ...args], { timeout: TIMEOUT_MS }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });

// @spec R9
it(
  'The script completes a whole trade with curl and openssl, from two listings to the settlement',
  async () => {
    const [provider, consumer] = [await createParty(app, 'provider'), await createParty(app, 'consumer')];
    for (const party of [provider, consumer]) await buyTickets(party);
    const before = await balances(provider);
    const { code, stdout, stderr } = await run(
      app.url,
      saveCredential('provider', provider),
      saveCredential('consumer', consumer),
    );
    expect([code, stderr]).toEqual([0, stderr]);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'completed', own: { paid_stamps: 100, received_stamps: 0 } });
    const { trades } = await principal<{ trades: { nodes: object[] } }>(provider.api, 'trades { nodes { state } }');
    expect(trades.nodes).toEqual([{ state: 'COMPLETED' }]);
    const after = await balances(provider);
    expect(after.ticketBalanceStamps).toBeGreaterThan(before.ticketBalanceStamps);
    for (const { credential } of [provider, consumer]) expect(stdout + stderr).not.toContain(credential.signingSecret);
  },
  TIMEOUT_MS,
);

it(
  'should end with the problem when a request is refused',
  async () => {
    const poor = await createParty(app, 'poor');
    const other = await createParty(app, 'other');
    const credential = { ...poor.credential, signingSecret: other.credential.signingSecret };
    const { code, stderr } = await run(
      app.url,
      saveCredential('wrong', { ...poor, credential }),
      saveCredential('other', other),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('"code":"credential_invalid"')]);
  },
  TIMEOUT_MS,
);
