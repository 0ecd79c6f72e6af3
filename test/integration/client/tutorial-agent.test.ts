import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useTestApp } from '../../support/app';
import { build } from '../../support/built';
import { newFolder } from '../../support/folder';
import { twoParties } from '../../support/trades';
import { activate, mutate, type Party, propose, publishContract, startTrade } from '../../support/actors';

/** The agent of docs/tutorial: it follows `allowedActions` and knows no rule. */

const ROOT = join(__dirname, '..', '..', '..');
const PROGRAM = join('docs', 'tutorial', 'agent.mjs');

const app = useTestApp();
beforeAll(build);

interface Config {
  readonly party: Party;
  readonly checks: Readonly<Record<string, string>>;
  readonly trades: number;
  /** Output at which the program is stopped. */
  readonly stopAt?: string;
}

/** Runs the program until it has finished its trades. Returns its exit code and output. */
function run(folder: string, { party, checks, trades, stopAt }: Config): Promise<readonly [number | null, string]> {
  const { credential, agentId, principalKey } = party;
  const file = join(folder, `${principalKey}.json`);
  writeFileSync(file, JSON.stringify({ url: app.url, credential, agentId, principalKey, checks, trades }));
  const child = spawn(process.execPath, [PROGRAM, file], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
    if (stopAt !== undefined && output.includes(stopAt)) child.kill();
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve([code, output])));
}

/** Rules the disputes whose step has this word in its title, by the acts that the service offers to operators. */
async function ruleUntil(ended: () => boolean): Promise<void> {
  const read = `{ operatorTrades(awaiting: VERDICT) { nodes { steps { title rebuttalFiledAt }
    allowedActions { operation input } } } }`;
  while (!ended()) {
    const { operatorTrades } = await app.operator.queryOrThrow<{
      operatorTrades: {
        nodes: {
          steps: { title: string; rebuttalFiledAt: string | null }[];
          allowedActions: { operation: string; input: { verdict?: string } }[];
        }[];
      };
    }>(read);
    for (const { steps, allowedActions } of operatorTrades.nodes) {
      const [step] = steps;
      if (!step?.rebuttalFiledAt) continue;
      const verdict = step.title.includes('delivered') ? 'PASS' : 'FAIL';
      const act = allowedActions.find(({ input }) => input.verdict === verdict);
      if (act) await mutate(app.operator, act.operation, { ...act.input, reason: 'Seen.' }, 'trade { id }');
    }
    await sleep(100);
  }
}

// @spec NA8
test('an agent of 40 lines that only follows allowedActions finishes trades on both sides, wins and loses disputes', async () => {
  const lines = readFileSync(join(ROOT, PROGRAM), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  const { provider: ann, consumer: ben } = await twoParties(app);
  const deals: readonly (readonly [Party, Party, string])[] = [
    [ann, ben, 'Good pages'],
    [ben, ann, 'Good words'],
    [ann, ben, 'Lie: delivered'],
    [ben, ann, 'Bad: missing'],
    [ann, ben, 'Bad: nothing'],
  ];
  for (const [provider, consumer, title] of deals) {
    await propose(provider, consumer, { price: 500, steps: [{ title, shareBps: 10_000 }] });
  }
  const checks = {
    ...{ 'Good pages': 'CONFIRMED', 'Good words': 'CONFIRMED' },
    ...{ 'Lie: delivered': 'FAILED', 'Bad: missing': 'FAILED', 'Bad: nothing': 'FAILED' },
  };
  const folder = newFolder('agents');
  let isOver = false;
  const agents = Promise.all([ann, ben].map((party) => run(folder, { party, checks, trades: deals.length })));
  const ended = agents.finally(() => (isOver = true));
  await ruleUntil(() => isOver);
  for (const [code, output] of await ended) expect([code, output]).toEqual([0, output]);
  const { principal } = await ann.api.queryOrThrow<{
    principal: {
      trades: {
        nodes: {
          steps: { title: string }[];
          settlement: { failureCause: string | null; faultPrincipalKey: string | null };
        }[];
      };
    };
  }>('{ principal { trades { nodes { steps { title } settlement { failureCause faultPrincipalKey } } } } }');
  const ends: Record<string, unknown> = Object.fromEntries(
    principal.trades.nodes.map(({ steps, settlement }) => [steps[0]?.title ?? '', Object.values(settlement)]),
  );
  expect(ends).toEqual({
    'Good pages': [null, null],
    'Good words': [null, null],
    'Lie: delivered': ['VERDICT_OVERTURNED', ben.principalKey],
    'Bad: missing': ['DELIVERY_FAILED', ben.principalKey],
    'Bad: nothing': ['DELIVERY_FAILED', ann.principalKey],
  });
});

// @spec NA8
test('the agent of the tutorial reports a step without a finding, and does not confirm it', async () => {
  const { provider, consumer } = await twoParties(app);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  const stopAt = 'No finding for the step "';
  const checks = { 'Another title': 'CONFIRMED' };
  const end = await run(newFolder('agents'), { party: consumer, checks, trades: 1, stopAt });
  expect(end).toEqual([null, expect.stringContaining(stopAt)]);
});
