import { startTestApp, type TestApp } from '../support/app';
import { auditOf, fundedParties } from '../support/trades';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** The owners of counterparties decide about the discount of a principal at fault. No worker runs here. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
});
afterAll(async () => {
  expect(await auditOf(app)).toEqual([]);
  await app.stop();
});

const CHECKPOINT_WINDOW = 259_200;

const settle = ({ tradeKey }: StartedTrade) => mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }');

async function contested(provider: Party, consumer: Party): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  return trade;
}

/** The slash of a bond of 200 stamps. */
async function slashOf(trade: StartedTrade): Promise<unknown> {
  app.clock.advance(CHECKPOINT_WINDOW);
  await settle(trade);
  const { slashAmount } = await settled(trade);
  return slashAmount;
}

/** Completes three trades with two others, which make a good record. */
async function completeThree(provider: Party, one: Party, two: Party): Promise<void> {
  for (const consumer of [one, two, two]) {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    await settle(trade);
  }
}

async function bind({ owner, principalKey }: Party, subject: string): Promise<void> {
  const input = { principalKey, provider: 'test', subject, role: 'OWNER' };
  await mutate(owner, 'putBinding', input, 'binding { role }');
}

/** Removes the binding of the party's own human. */
async function removeOwn({ principalKey, subject }: Party, by: Party): Promise<void> {
  const document = `{ principal(principalKey: "${principalKey}") { bindings { nodes { bindingId subject } } } }`;
  interface Answer {
    readonly principal: { readonly bindings: { readonly nodes: { bindingId: string; subject: string }[] } };
  }
  const { principal } = await by.owner.queryOrThrow<Answer>(document);
  const bindingId = principal.bindings.nodes.find((node) => node.subject === subject)?.bindingId;
  await mutate(by.owner, 'removeBinding', { principalKey, bindingId }, 'binding { role }');
}

/** Leaves the principal to an owner who never acts for it. */
async function leave(party: Party): Promise<void> {
  await bind(party, `nobody-${party.principalKey}`);
  await removeOwn(party, party);
}

// @spec SE66
test('A consumer that makes the human of the provider its owner takes no discount away', async () => {
  const [provider, one, two] = (await fundedParties(app, 'Provider', 'One', 'Two')) as [Party, Party, Party];
  await completeThree(provider, one, two);
  const trade = await contested(provider, one);
  await bind(one, provider.subject);
  expect(await slashOf(trade)).toBe(50);
});

// @spec SE66
test('A consumer whose owner leaves takes no discount away', async () => {
  const [provider, one, two] = (await fundedParties(app, 'Provider', 'One', 'Two')) as [Party, Party, Party];
  await completeThree(provider, one, two);
  const trade = await contested(provider, one);
  await leave(one);
  expect(await slashOf(trade)).toBe(50);
});

// @spec SE66
test('Principals whose owners have never acted for them make no good record', async () => {
  const [provider, one, two] = (await fundedParties(app, 'Provider', 'One', 'Two')) as [Party, Party, Party];
  for (const party of [one, two]) await leave(party);
  await completeThree(provider, one, two);
  const [victim] = (await fundedParties(app, 'Victim')) as [Party];
  expect(await slashOf(await contested(provider, victim))).toBe(100);
});

// @spec SE66
test('An owner counts from its first act as an owner', async () => {
  const [provider, one, two] = (await fundedParties(app, 'Provider', 'One', 'Two')) as [Party, Party, Party];
  await completeThree(provider, one, two);
  const trade = await contested(provider, one);
  await bind(one, two.subject);
  const rename = { principalKey: one.principalKey, displayName: 'One' };
  await mutate(app.consoleFor(two.subject), 'renamePrincipal', rename, 'principal { displayName }');
  await removeOwn(one, two);
  expect(await slashOf(trade)).toBe(100);
});
