import { createClient, type Signer } from '../../src/client';
import type { ErrorCode } from '../../src/domain/catalogue';
import { createSchema } from '../../src/graphql/schema';
import { answered, callOf, heard, type Operation, operationsOf } from '../support/access';
import { startTestApp, type TestApp } from '../support/app';
import { newId } from '../support/ledger';
import { codeOf, mutate, provisioned, type ProvisionedParty } from '../support/parties';
import { until } from '../support/world';

/** Contract §2: who may call what. Every operation of the schema, called by everyone there is. */

const CALLERS = [
  'owner',
  'viewer',
  'other human',
  'own agent',
  'other agent',
  'revoked',
  'operator',
  'console',
] as const;
type CallerName = (typeof CALLERS)[number];

/** The words of the table below; anything else in it is a code. */
const WORDS: Readonly<Record<string, ErrorCode | 'done'>> = {
  yes: 'done',
  owners: 'principal_owner_required',
  denied: 'principal_access_denied',
  platform: 'platform_only',
  acting: 'acting_headers_required',
  '401': 'credential_invalid',
};

/**
 * What a call about the owner's principal is answered with. `console` is the console without acting headers. A code of
 * the operation's own, such as trade_not_found, says that the caller was let in and the sample was not there.
 */
const TABLE = `
  operation                 | owner  | viewer | other human | own agent | other agent | revoked | operator | console
  node                      | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  nodes                     | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  service                   | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  ticketPacks               | yes    | yes    | yes         | yes       | yes         | 401     | yes      | yes
  ticketPurchase            | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | checkout_session_not_found | 401 | checkout_session_not_found | checkout_session_not_found
  actingPrincipal           | yes    | principal_not_found | yes | platform | platform   | 401     | platform | acting
  actingPrincipals          | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  sessionCheck              | session_invalid | session_invalid | session_invalid | platform | platform | 401 | platform | session_invalid
  wallet                    | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  principal                 | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  operatorTrades            | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorTrade             | platform | platform | platform | platform | platform   | 401     | yes      | platform
  operatorLog               | platform | platform | platform | platform | platform   | 401     | yes      | platform
  parkedPurchases           | platform | platform | platform | platform | platform   | 401     | yes      | platform
  flaggedPayments           | platform | platform | platform | platform | platform   | 401     | yes      | platform
  provisionPrincipal        | yes    | yes    | yes         | platform  | platform    | 401     | platform | acting
  renamePrincipal           | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  setEconomicAnchor         | platform | platform | platform | platform | platform   | 401     | yes      | platform
  createCredential          | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  rotateCredential          | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  revokeCredential          | credential_not_found | owners | denied | credential_not_found | denied | 401 | denied | acting
  registerAgent             | yes    | owners | denied      | owners    | denied      | 401     | owners   | acting
  updateAgentNotificationUrl | agent_not_found | owners | denied | owners | denied    | 401     | owners   | acting
  setAgentEventTypes        | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied  | acting
  rotateWebhookSigningKey   | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied | acting
  redeliverWebhook          | webhook_delivery_not_found | owners | denied | webhook_delivery_not_found | denied | 401 | denied | acting
  putBinding                | yes    | owners | denied      | platform  | platform    | 401     | platform | acting
  removeBinding             | binding_not_found | owners | denied | platform | platform | 401   | platform | acting
  fundPrincipal             | wallet_insufficient_balance | owners | denied | platform | platform | 401 | platform | acting
  returnFunds               | yes    | owners | denied      | platform  | platform    | 401     | platform | acting
  reserveBond               | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  releaseBond               | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  purchaseTickets           | yes    | owners | denied      | yes       | denied      | 401     | denied   | acting
  publishListing            | agent_not_found | owners | denied | agent_not_found | denied | 401 | denied  | acting
  updateListing             | listing_not_found | owners | denied | listing_not_found | denied | 401 | denied | acting
  runMatch                  | listing_not_found | owners | denied | listing_not_found | denied | 401 | denied | acting
  respondToProposal         | proposal_not_found | owners | denied | proposal_not_found | denied | 401 | denied | acting
  createTrade               | proposal_not_found | owners | denied | proposal_not_found | denied | 401 | denied | acting
  activateTrade             | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  withdrawFromTrade         | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  publishDeliveryContract   | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  submitCheckpoint          | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  fileRebuttal              | trade_not_found | owners | denied | trade_not_found | denied | 401 | denied  | acting
  evaluateTrade             | platform | platform | platform | platform | platform   | 401     | trade_not_found | platform
  settleTrade               | platform | platform | platform | platform | platform   | 401     | trade_not_found | platform
  events                    | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  tradeCompleted            | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
  tradeFailed               | yes    | yes    | denied      | yes       | denied      | 401     | yes      | acting
`;

const rows = new Map<string, Record<CallerName, string>>();
for (const line of TABLE.trim().split('\n').slice(1)) {
  const [operation = '', ...cells] = line.split('|').map((cell) => cell.trim());
  const codes = CALLERS.map((caller, at) => [caller, WORDS[cells[at] ?? ''] ?? cells[at]] as const);
  rows.set(operation, Object.fromEntries(codes) as Record<CallerName, string>);
}

const operations = operationsOf(createSchema());

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('Every operation of the schema has its row, and every row its operation', () => {
  expect([...rows.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
});

type Everyone = Record<CallerName, Signer>;

interface World {
  readonly principalKey: string;
  readonly signers: Everyone;
}

let worlds = 0;

/** A principal with tickets, bond, events and everyone who may look at it, or may not. */
async function newWorld(): Promise<World> {
  const name = `world-${String((worlds += 1))}`;
  const party = await provisioned(app, `${name}-owner`, 1000n);
  const stranger = await provisioned(app, `${name}-stranger`);
  const { principalKey } = party;
  const viewer = { principalKey, provider: 'test', subject: `${name}-viewer`, role: 'VIEWER' };
  await mutate(party.owner, 'putBinding', viewer, 'binding { id }');
  await mutate(party.agent, 'reserveBond', { amountStamps: 100 }, 'principal { id }');
  await tell(party);
  const acting = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });
  return {
    principalKey,
    signers: {
      owner: acting(`${name}-owner`),
      viewer: acting(`${name}-viewer`),
      'other human': acting(`${name}-stranger`),
      'own agent': { credential: party.credential },
      'other agent': { credential: stranger.credential },
      revoked: { credential: await revoked(party) },
      operator: { credential: app.operatorCredential },
      console: { credential: app.console },
    },
  };
}

async function revoked({ owner, principalKey }: ProvisionedParty) {
  const { credential } = await mutate<{ credential: ProvisionedParty['credential'] }>(
    owner,
    'createCredential',
    { principalKey },
    'credential { credentialId apiKey signingSecret createdAt }',
  );
  const input = { principalKey, credentialId: credential.credentialId };
  await mutate(owner, 'revokeCredential', input, 'credential { status }');
  return credential;
}

/** One event for each subscription, numbered by the relay. */
async function tell({ principalId, principalKey, agent }: ProvisionedParty): Promise<void> {
  const told = { 'trade.completed': 'TRADE_COMPLETED', 'trade.failed': 'TRADE_FAILED' };
  for (const type of Object.keys(told)) {
    await app.sql(
      `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at) VALUES ($1, $2, $3, $4, '{}', now())`,
      [newId(), principalId, type, principalKey],
    );
  }
  const types = async () =>
    (
      await agent.query<{ principal: { events: { nodes: { type: string }[] } } }>(
        '{ principal { events { nodes { type } } } }',
      )
    ).principal.events.nodes.map(({ type }) => type);
  await until(types, (seen) => Object.values(told).every((type) => seen.includes(type)));
}

async function answerTo(operation: Operation, caller: CallerName, { principalKey, signers }: World): Promise<string> {
  const call = callOf(operation, principalKey);
  if (operation.kind === 'subscription') return heard(app.url, signers[caller], call);
  const client = createClient({ url: app.url, ...signers[caller], retry: { attempts: 1 } });
  return answered(client, operation.kind, call);
}

describe('Who may call', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const answers: Partial<Record<CallerName, string>> = {};
    for (const caller of CALLERS) {
      // A rotation ends the credentials of whoever comes after it.
      const rotates = name === 'rotateCredential' && rows.get(name)?.[caller] === 'done';
      const own = rotates ? await newWorld() : world;
      answers[caller] = await answerTo(operation, caller, own);
    }
    expect(answers).toEqual(rows.get(name));
  });
});

test('Acting headers on any credential but the console’s are 403 platform_only, whatever is asked and whoever is named', async () => {
  const { principalKey, signers } = await newWorld();
  for (const caller of ['own agent', 'operator'] as const) {
    for (const subject of ['world-1-owner', 'nobody-at-all']) {
      const acting = { provider: 'test', subject };
      const client = createClient({ url: app.url, ...signers[caller], acting, retry: { attempts: 1 } });
      expect(await codeOf(client.query('{ service { version } }'))).toBe('platform_only');
      expect(await codeOf(client.query(`{ principal(principalKey: "${principalKey}") { id } }`))).toBe('platform_only');
      expect(await codeOf(mutate(client, 'reserveBond', { amountStamps: 1 }, 'principal { id }'))).toBe(
        'platform_only',
      );
    }
  }
});

test('Nobody else’s principal can be told from one that does not exist', async () => {
  const { principalKey, signers } = await newWorld();
  const agent = createClient({ url: app.url, ...signers['other agent'], retry: { attempts: 1 } });
  const ask = (key: string) =>
    agent.query(`{ principal(principalKey: "${key}") { id } }`).then(
      () => 'done',
      (error: unknown) => String(error),
    );
  const answers = await Promise.all([ask(principalKey), ask(principalKey.slice(0, -4) + '0000'), ask('nonsense')]);
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('principal_access_denied');
});
