import { startTestApp, type TestApp } from '../../../test/support/app';
import { type ConnectionLog, logConnections } from '../../../test/support/connection-log';
import { type NameServer, startNameServer } from '../../../test/support/name-server';
import { createParty, mutate, type Party } from '../../../test/support/actors';
import { refusalOf } from '../../../test/support/parties';
import { credit, deliveriesEnded, pushedTo, type PushedParty } from '../../../test/support/webhook-agents';
import { type Receiver, startReceiver } from '../../../test/support/receiver';

/**
 * Protection against server-side request forgery, through the whole service.
 * From registration to the last attempt, no connection goes to an address that is not global unicast. The test process
 * sees every connection that it opens, and its name server changes answers.
 */

const PUBLIC = '93.184.215.14';
const ATTEMPTS = 3;

const LITERALS = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
];

/** The addresses of each name after its registration. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'loopback.hostile.test': ['127.0.0.1'],
  'other-loopback.hostile.test': ['127.8.8.8'],
  'zero.hostile.test': ['0.0.0.0'],
  'private10.hostile.test': ['10.1.2.3'],
  'private172.hostile.test': ['172.31.0.1'],
  'private192.hostile.test': ['192.168.1.1'],
  'metadata.hostile.test': ['169.254.169.254'],
  'cgnat.hostile.test': ['100.100.100.200'],
  'among-public.hostile.test': [PUBLIC, '127.0.0.1'],
  'six.hostile.test': ['::1'],
  'six-among-public.hostile.test': [PUBLIC, '::1'],
  'mapped.hostile.test': ['::ffff:127.0.0.1'],
  'nat64.hostile.test': ['64:ff9b::7f00:1'],
  'sixtofour.hostile.test': ['2002:7f00:1::'],
  'ula.hostile.test': ['fd00:ec2::254'],
};
/** Resolves to a public address for the check and to loopback for the connection. */
const REBINDING_HOST = 'flipping.hostile.test';

let app: TestApp;
let receiver: Receiver;
let names: NameServer;
let dials: ConnectionLog;

function zone(name: string, type: 'A' | 'AAAA', nth: number): readonly string[] {
  const isRegistered = nth > 1;
  if (name === REBINDING_HOST) return type === 'AAAA' ? [] : [nth % 2 === 1 ? PUBLIC : '127.0.0.1'];
  const addresses = isRegistered ? (ADDRESSES[name] ?? []) : [PUBLIC];
  return addresses.filter((address) => address.includes(':') === (type === 'AAAA'));
}

beforeAll(async () => {
  receiver = await startReceiver();
  names = await startNameServer(zone);
  dials = logConnections();
  app = await startTestApp({ ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1' }, { nameServers: [names.address] });
});
afterAll(async () => {
  await app.stop();
  dials.stop();
  await names.stop();
  await receiver.stop();
});

const urlOf = (host: string): string => `https://${host}:${String(receiver.port)}/hook`;
const HARMLESS = 'https://harmless.test/hook';

const register = (party: Party, host: string): Promise<PushedParty> =>
  pushedTo(app, party, host === 'harmless' ? HARMLESS : urlOf(host), ['TICKETS_CREDITED']);

/** Connections to anything but the database and the API of this test. */
function strayDials(): string[] {
  const { hostname, port } = new URL(app.ownerUrl);
  const own = new URL(app.url).port;
  return dials.made().filter((dial) => dial !== `${hostname}:${port}` && dial !== `127.0.0.1:${own}`);
}

test('should test at least 30 hostile URLs and record connections', async () => {
  expect(LITERALS.length + Object.keys(ADDRESSES).length + 1).toBeGreaterThanOrEqual(30);
  expect(dials.made().length).toBeGreaterThan(0);
  await fetch(receiver.url('/seen'));
  expect(strayDials()).toEqual([`127.0.0.1:${String(receiver.port)}`]);
});

test('a hostile URL is never dialled at registration, at an update or at an attempt', async () => {
  const before = { dials: strayDials().length, connections: receiver.connections() };
  const party = await createParty(app, 'hostile');
  const agents: PushedParty[] = [];
  for (const host of LITERALS) {
    const error = { code: 'validation_failed', fields: [{ pointer: '/notification_url' }] };
    expect(await refusalOf(register(party, host))).toMatchObject(error);
    const agent = await register(party, 'harmless');
    const patch = { principalKey: party.principalKey, agentKey: agent.agentKey, notificationUrl: urlOf(host) };
    expect(await refusalOf(mutate(party.owner, 'updateAgentNotificationUrl', patch, 'agent { id }'))).toMatchObject(
      error,
    );
    // Simulates a URL that was stored by a version without this check.
    await app.sql('UPDATE agent SET notification_url = $2 WHERE agent_id = $1', [agent.agentId, urlOf(host)]);
    agents.push(agent);
  }
  for (const host of [...Object.keys(ADDRESSES), REBINDING_HOST]) agents.push(await register(party, host));
  await credit(app, party);
  for (const agent of agents) {
    const [delivery] = await deliveriesEnded(agent, 1);
    const refused = { status: null, error: 'ADDRESS_FORBIDDEN' };
    expect(delivery).toMatchObject({ state: 'DEAD', attempts: Array(ATTEMPTS).fill(refused) });
  }
  expect({ dials: strayDials().length, connections: receiver.connections() }).toEqual(before);
  expect(names.questions.filter((query) => query === `A ${REBINDING_HOST}`).length).toBeGreaterThan(ATTEMPTS + 1);
});
