import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard, isGlobal } from '../../../src/adapters/webhook/guard';
import type { WebhookSender } from '../../../src/operations/ports';
import { type NameServer, startNameServer, type Zone } from '../../support/name-server';
import { type Receiver, startReceiver } from '../../support/receiver';

/** SSRF: addresses other than global unicast are never called. */

const PUBLIC = '93.184.215.14';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.hostile.test': ['127.0.0.1'],
  'private10.hostile.test': ['10.1.2.3'],
  'private172.hostile.test': ['172.16.0.1'],
  'private192.hostile.test': ['192.168.1.1'],
  'metadata.hostile.test': ['169.254.169.254'],
  'cgnat.hostile.test': ['100.64.0.1'],
  'zero.hostile.test': ['0.0.0.0'],
  'second.hostile.test': [PUBLIC, '127.0.0.1'],
  'six.hostile.test': [PUBLIC, '::1'],
  'mapped.hostile.test': ['::ffff:127.0.0.1'],
  'nat64.hostile.test': ['64:ff9b::7f00:1'],
  'sixtofour.hostile.test': ['2002:7f00:1::'],
  'teredo.hostile.test': ['2001:0:7f00:1::1'],
  'ula.hostile.test': ['fd00:ec2::254'],
  'azure.hostile.test': ['168.63.129.16'],
  'azure6.hostile.test': ['::ffff:168.63.129.16'],
  'google6.hostile.test': ['fd20:ce::254'],
  'public.test': [PUBLIC],
};
const ZONE: Zone = (name, type, nth) => {
  if (name === 'silent.test') return undefined;
  if (name === 'rebinding.test') return type === 'A' ? [nth === 1 ? PUBLIC : '127.0.0.1'] : [];
  return (NAMES[name] ?? []).filter((address) => address.includes(':') === (type === 'AAAA'));
};

const LITERALS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '100.100.100.200',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '127。0。0。1',
];

let receiver: Receiver;
let names: NameServer;
let sender: WebhookSender;
let open: WebhookSender;

beforeAll(async () => {
  receiver = await startReceiver();
  names = await startNameServer(ZONE);
  const guard = createGuard({ allowPrivate: false, nameServers: [names.address] });
  sender = createSender({ guard, timeoutSeconds: 4, version: '1' });
  open = createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 4, version: '1' });
});
afterAll(async () => {
  await sender.stop();
  await open.stop();
  await receiver.stop();
  await names.stop();
});

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const send = (by: WebhookSender, url: string) =>
  by.send({ endpoint: url, url, webhookId: 'evt_1', body: '{}', secret: SECRET, keyVersion: 1 });

const HOSTILE = [...LITERALS, ...Object.keys(NAMES).filter((name) => name.includes('hostile'))];

test('should try at least 30 hostile hosts', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(30));

// @spec WH18
// @id webhook-hostile-hosts
test.each(HOSTILE)('nothing connects to %s, and a registration is refused', async (host) => {
  const before = receiver.connections();
  for (const scheme of ['http', 'https']) {
    const url = `${scheme}://${host}:${String(receiver.port)}/hook`;
    expect(await send(sender, url)).toMatchObject({ status: null, error: 'address_forbidden' });
  }
  const guard = createGuard({ allowPrivate: false, nameServers: [names.address] });
  expect(await guard.forbids(`https://${host}/hook`)).toBe(true);
  expect(receiver.connections()).toBe(before);
});

test('with ATS_WEBHOOK_ALLOW_PRIVATE the receiver responds', async () => {
  expect(await send(open, receiver.url('/open'))).toMatchObject({ status: 204, error: null });
  expect(await send(open, `http://localhost:${String(receiver.port)}/open`)).toMatchObject({ status: 204 });
});

test.each(['http://public.test/', 'https://public.test:25/', 'https://somebody@public.test/'])(
  'an attempt refuses %s, even if the URL was registered under another rule',
  async (url) => {
    const questionCount = names.questions.length;
    expect(await send(sender, url)).toMatchObject({ status: null, error: 'address_forbidden' });
    expect(names.questions).toHaveLength(questionCount);
  },
);

// @id webhook-name-rebinding
test('DNS rebinding fails, because the socket dials a checked address', async () => {
  const before = receiver.connections();
  const answer = await send(sender, `https://rebinding.test:${String(receiver.port)}/hook`);
  expect(answer).toMatchObject({ status: null, error: 'address_forbidden' });
  expect(names.questions.filter((one) => one === 'A rebinding.test').length).toBeGreaterThanOrEqual(2);
  expect(receiver.connections()).toBe(before);
});

test('a public name is allowed, and its address is dialled', async () => {
  const guard = createGuard({ allowPrivate: false, nameServers: [names.address] });
  expect(await guard.resolveAllowed('public.test')).toEqual([{ address: PUBLIC, family: 4 }]);
  expect(await guard.forbids('https://public.test/')).toBe(false);
  const dialled = await new Promise((resolve) =>
    guard.lookup('public.test', { all: true }, (_error, addresses) => resolve(addresses)),
  );
  expect(dialled).toEqual([{ address: PUBLIC, family: 4 }]);
});

test('a silent name server costs 2 s, and an unknown name has no address', async () => {
  const startedAt = performance.now();
  expect(await send(sender, 'https://silent.test/')).toMatchObject({ error: 'name_not_resolved' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await send(sender, 'https://absent.test/')).toMatchObject({ error: 'name_not_resolved' });
});

test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is global unicast', (address) =>
  expect(isGlobal(address)).toBe(true),
);
