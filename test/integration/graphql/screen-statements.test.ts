import { setImmediate } from 'node:timers/promises';
import { OperationTypeNode } from 'graphql';
import { ResilientClient } from '../../../src/database/connection/resilient-client';
import {
  activate,
  buyTickets,
  checkpoint,
  createParty,
  mutate,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../../support/actors';
import { startTestApp } from '../../support/app';
import { type BuiltProcess, builtWorker } from '../../support/built';
import { setAnchor } from '../../support/quotas';
import { publish, screens, ScreenWorld } from './screen-world';

/** The number of SQL statements of a screen does not grow with the number of rows that it shows. */

/** Pages of the screens show up to 50 rows. */
const MORE = 12;

/** Limits that leave room for all rows. */
const WIDE = {
  ...{ maxOpenTrades: 1_000, bondLimitStamps: 10_000_000, dailySpendLimitStamps: 10_000_000 },
  ...{ matchRunsPerDay: 2_000, openProposalsPerCounterparty: 1_000, changesPerDay: 10_000 },
};

const queries = screens.filter(({ operation }) => operation === OperationTypeNode.QUERY);

let world: ScreenWorld;
let workers: BuiltProcess;
beforeAll(async () => {
  const app = await startTestApp({ ATS_ROLE: 'api', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  const { ownerUrl: DATABASE_URL, dataDir: ATS_DATA_DIR } = app;
  workers = await builtWorker({ DATABASE_URL, ATS_DATA_DIR, ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  world = await ScreenWorld.open(app);
  for (const party of [world.provider, world.consumer]) await setAnchor(world.app, party.principalKey, WIDE);
  await addRows();
}, 120_000);
afterAll(async () => {
  await workers.kill('SIGTERM');
  await world.app.stop();
});

/** Adds a row of each kind that a screen shows: trades in each state, a proposal, a listing, an agent and a purchase. */
async function addRows(): Promise<void> {
  const { provider, consumer } = world;
  await buyTickets(consumer);
  const completed = await startTrade(provider, consumer);
  await activate(completed);
  await publishContract(completed);
  await checkpoint(completed);
  await settled(completed);
  const withdrawn = await startTrade(provider, consumer);
  await activate(withdrawn);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: withdrawn.tradeKey }, 'trade { id }');
  const open = await startTrade(provider, consumer);
  await activate(open);
  await publishContract(open);
  await propose(provider, consumer);
  await publish(provider, `statements.${completed.tradeKey}`);
  await mutate(consumer.api, 'purchaseTickets', { pack: 'STARTER' }, 'purchase { sessionId }');
}

/** This process compares the clocks with it once a second, so an answer on a slow machine has it once more. */
const EACH_SECOND = 'now';

interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Whether a statement starts only when no other one runs. */
type IsLate = (text: string) => boolean;

/** Runs the work and returns the statements of this process. The workers are another one. */
async function statementsDuring(work: () => Promise<unknown>, isLate: IsLate = () => false): Promise<string[]> {
  const clients: { query?: (...args: unknown[]) => unknown } = ResilientClient.prototype;
  const { query } = clients;
  const statements: string[] = [];
  let running = 0;
  const untilOthersEnd = async (): Promise<void> => {
    for (let idleTurns = 0; idleTurns < 10; idleTurns = running > 0 ? 0 : idleTurns + 1) await setImmediate();
  };
  clients.query = function (this: unknown, ...args) {
    const [statement] = args as [string | Statement];
    const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    if (name !== EACH_SECOND) statements.push(name ?? text);
    const run = (): unknown => {
      running += 1;
      const result = query?.apply(this, args);
      const end = () => (running -= 1);
      void Promise.resolve(result).then(end, end);
      return result;
    };
    return isLate(text) ? untilOthersEnd().then(run) : run();
  };
  try {
    await work();
    return statements;
  } finally {
    delete clients.query;
  }
}

/** Waits until the workers have settled the withdrawn trades and numbered all events. A feed shows the newest events. */
async function untilWorkersEnd(): Promise<void> {
  const left = () =>
    world.app.sql<{ n: number }>(
      `SELECT (SELECT count(*) FROM trade WHERE withdrawn_at IS NOT NULL AND settled_at IS NULL)
        + (SELECT count(*) FROM event WHERE sequence IS NULL) AS n`,
    );
  await until(left, ([row]) => Number(row?.n) === 0);
}

/** The fewest statements of some answers. The first one also fills caches. */
async function fewestOf(name: string, query: string, isLate?: IsLate): Promise<string[]> {
  const headers = await world.headersOf(name);
  const answers: string[][] = [];
  for (let n = 0; n < 3; n += 1) {
    answers.push(await statementsDuring(() => world.answerOf(name, query, headers), isLate));
  }
  return answers.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

const statementsOf = async (name: string, query: string, isLate?: IsLate): Promise<number> =>
  (await fewestOf(name, query, isLate)).length;

/** The number of statements of each screen. The statements themselves are printed if the test fails. */
async function screenStatements(): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const { name, query } of queries) {
    const statements = await fewestOf(name, query);
    numbers.set(name, statements.length);
    printed.push(`${name}: ${statements.toSorted().join(', ')}`);
  }
  return numbers;
}
const printed: string[] = [];

// @spec G16
test('Each screen takes as many statements for one row of each kind as for many', async () => {
  const deliveries = () => world.app.sql<{ n: number }>('SELECT count(*)::int AS n FROM webhook_attempt');
  await until(deliveries, ([row]) => (row?.n ?? 0) > 0);
  await untilWorkersEnd();
  const few = await screenStatements();
  for (let n = 0; n < MORE; n += 1) await addRows();
  await untilWorkersEnd();
  const many = await screenStatements();
  const isSame = [...few].every(([name, number]) => many.get(name) === number);
  if (!isSame) process.stderr.write(`${printed.toSorted().join('\n')}\n`);
  expect(many).toEqual(few);
  expect(few.size).toBe(16);
}, 240_000);

// @spec G16
test('The inbox takes as many statements if one of its two lists has other proposals, whichever list is read first', async () => {
  const { query } = queries.find(({ name }) => name === 'Inbox') ?? { query: '' };
  const inbox = (proposals: number, isLate?: IsLate): Promise<number> =>
    statementsOf('Inbox', query.replace('first: 20', `first: ${String(proposals)}`), isLate);
  const { app, consumer } = world;
  const rare = await createParty(app, 'Rare');
  await buyTickets(rare);
  await propose(rare, consumer);
  const isAttention: IsLate = (text) => text.includes('AS subject');
  const isPage: IsLate = (text) => text.includes('AS sort_0');
  const same = await inbox(50);
  expect([await inbox(1), await inbox(1, isAttention), await inbox(1, isPage)]).toEqual([same, same, same]);
});
