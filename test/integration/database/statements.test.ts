import { useTestApp } from '../../support/app';
import { richPushedParty } from '../../support/webhook-agents';
import { statementsOf } from '../../support/statements';
import {
  activate,
  buyTickets,
  checkpoint,
  createParty,
  type Party,
  publishContract,
  settled,
  startTrade,
  until,
} from '../../support/actors';

/** The number of SQL statements of a query does not grow with the number of rows. */

const TRADES = 6;

const app = useTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
let provider: Party;
let consumer: Party;
const tradeKeys: string[] = [];

beforeAll(async () => {
  // No server listens on this port, so every attempt of a delivery fails.
  provider = await richPushedParty(app, 'http://127.0.0.1:1024/');
  consumer = await createParty(app, 'Consumer');
  await buyTickets(consumer);
  for (let n = 0; n < TRADES; n += 1) {
    const trade = await startTrade(provider, consumer);
    tradeKeys.push(trade.tradeKey);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    await settled(trade);
  }
  const ended = () => app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM webhook_attempt`);
  await until(ended, ([row]) => (row?.n ?? 0) >= TRADES);
}, 120_000);

const STEPS = `steps { title provider { displayName } consumer { displayName } contract { summary } checkpointResults { itemId } rebuttal { statement } }`;
const TRADE = `tradeKey proposalKey participants { principalKey bondStamps } ${STEPS} settlement { outcome evidence }`;

it.each([
  [
    'trades with their steps, what was written about them, and settlements',
    1,
    (n: number) => `trades(first: ${String(n)}) { nodes { ${TRADE} } }`,
  ],
  ['trades with steps alone', 1, (n: number) => `trades(first: ${String(n)}) { nodes { steps { title } } }`],
  // One event may be of no trade; ten are of some.
  ['events and their trades', 10, (n: number) => `events(first: ${String(n)}) { nodes { type trade { ${TRADE} } } }`],
  ['postings', 1, (n: number) => `postings(first: ${String(n)}) { nodes { kind tradeKey balanceAfterStamps } }`],
])('%s: as many statements for many as for few', async (_, few, selection) => {
  const ask = (n: number) =>
    statementsOf(app, `{ principal(principalKey: "${provider.principalKey}") { ${selection(n)} } }`);
  expect(await ask(40)).toBe(await ask(few));
});

it('deliveries and their attempts', async () => {
  const ask = (n: number) =>
    statementsOf(
      app,
      `{ principal(principalKey: "${provider.principalKey}") { agents { nodes { webhookDeliveries(first: ${String(n)}) { nodes { state type attempts { error } } } } } } }`,
    );
  expect(await ask(40)).toBe(await ask(1));
});

it('the graph of who trades with whom', async () => {
  const ask = () =>
    statementsOf(app, `{ principal(principalKey: "${provider.principalKey}") { tradeGraph { edges { trades } } } }`);
  const before = await ask();
  const other = await createParty(app, 'Another');
  await buyTickets(other);
  await startTrade(provider, other);
  expect(await ask()).toBe(before);
});

it('any things by their ids', async () => {
  const ask = (ids: readonly string[]) =>
    statementsOf(app, `{ nodes(ids: ${JSON.stringify(ids)}) { id ... on Trade { ${TRADE} } } }`);
  expect(await ask(tradeKeys)).toBe(await ask(tradeKeys.slice(0, 1)));
});

it('a filter without a member reads no time, and one that compares with it reads it', async () => {
  const ask = (args: string) =>
    statementsOf(
      app,
      `{ principal(principalKey: "${provider.principalKey}") { trades(first: 2${args}) { nodes { tradeKey } } } }`,
    );
  const plain = await ask('');
  expect(await ask(', filter: {}')).toBe(plain);
  expect(await ask(', filter: { states: null, awaitingMe: null }')).toBe(plain);
  expect(await ask(', filter: { awaitingMe: true }')).toBe(plain + 1);
});
