import fc from 'fast-check';
import { Refusal } from '../../../src/domain/errors/errors';
import { checkNotificationUrl } from '../../../src/domain/parties/notification-url';

function passes(url: string | null, allowPrivate = false): boolean {
  try {
    checkNotificationUrl(url, { allowPrivate });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).members['fields']).toEqual([
      { pointer: '/notification_url', detail: expect.any(String) as string },
    ]);
    return false;
  }
}

test.each([
  null,
  'https://agent.example/hook?x=1',
  'https://agent.example:443/',
  'https://agent.example:8443/',
  'https://agent.example:80/',
  'https://agent.example:8080/',
  'https://agent.example:1024/',
  'https://agent.example:65535/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://müller.example/',
])('checkNotificationUrl accepts %s', (url) => {
  expect(passes(url)).toBe(true);
});

// @spec A14
test.each([
  ['http', 'http://agent.example/'],
  ['another scheme', 'ftp://agent.example/'],
  ['a text that is not a URL', 'agent.example'],
  ['an empty text', ''],
  ['user information', 'https://me@agent.example/'],
  ['user information with a secret', 'https://me:pw@agent.example/'],
  ['a fragment', 'https://agent.example/#a'],
  ['an empty fragment', 'https://agent.example/#'],
  ['white space', ' https://agent.example/'],
  ['a line break that a parser removes', 'https://agent.ex\nample/'],
  ['a backslash that a parser changes', 'https:\\\\agent.example/'],
  ['port 22', 'https://agent.example:22/'],
  ['port 1023', 'https://agent.example:1023/'],
  ['port 0', 'https://agent.example:0/'],
  ['more than 2048 characters', `https://agent.example/${'a'.repeat(2048)}`],
  ['localhost', 'https://localhost/'],
  ['localhost with a dot', 'https://localhost./'],
  ['a name under localhost', 'https://a.LOCALHOST/'],
])('checkNotificationUrl rejects %s', (_reason, url) => {
  expect(passes(url)).toBe(false);
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.0.0.1.',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::8.8.8.8]',
  '[64:ff9b::808:808]',
  '[fc00::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:808:808::1]',
  '[3fff::1]',
  '[fd20:ce::254]',
  '[::ffff:168.63.129.16]',
  '100.100.100.200',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '[2620:4f:8000::1]',
])('an IP literal that is not global unicast is invalid: %s', (host) => {
  expect(passes(`https://${host}/`)).toBe(false);
  expect(passes(`https://${host}/`, true)).toBe(true);
});

test.each([
  '168.63.129.15',
  '168.63.129.17',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '198.17.0.1',
  '198.20.0.1',
  '223.255.255.255',
])('an address next to a reserved network is valid: %s', (host) => {
  expect(passes(`https://${host}/`)).toBe(true);
});

test('ATS_WEBHOOK_ALLOW_PRIVATE allows only http and private hosts in addition', () => {
  expect(passes('http://127.0.0.1:9000/hook', true)).toBe(true);
  expect(passes('http://localhost:9000/hook', true)).toBe(true);
  expect(passes('ftp://agent.example/', true)).toBe(false);
  expect(passes('http://me@agent.example/', true)).toBe(false);
});

test('every text passes or gets a validation error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.ipV6().map((ip) => `https://[${ip}]/`),
      ),
      (url) => void passes(url),
    ),
  );
});
