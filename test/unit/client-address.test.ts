import type { IncomingMessage } from 'node:http';
import { budgetOfAddress, TrustedProxies } from '../../src/api/auth/client-address';

function request(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
}

const forwarded = (peer: string, chain: string) => request(peer, { 'x-forwarded-for': chain });

describe('The address of a client', () => {
  test.each([
    ['no proxy is trusted', undefined, '10.0.0.1', '192.0.2.1', '10.0.0.1'],
    ['the peer is no trusted proxy', ['10.0.0.1'], '10.0.0.2', '192.0.2.1', '10.0.0.2'],
    ['the peer is a trusted address', ['10.0.0.1'], '10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['the peer is in a trusted network', ['10.0.0.0/8'], '10.9.9.9', '192.0.2.1', '192.0.2.1'],
    ['the peer is this machine', ['loopback'], '127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['the peer is an IPv4 address in IPv6', ['10.0.0.1'], '::ffff:10.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['a client forges the start of the chain', ['10.0.0.1'], '10.0.0.1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['two proxies are trusted', ['10.0.0.1', '10.0.0.2'], '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['the proxy adds a port', ['loopback'], '127.0.0.1', '192.0.2.1:5000', '192.0.2.1'],
    ['the proxy adds a port to IPv6', ['loopback'], '::1', '[2001:db8::1]:5000', '2001:db8::1'],
    ['the header is no address', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
  ])('if %s', (_, trusted, peer, chain, expected) => {
    expect(new TrustedProxies(trusted).clientAddress(forwarded(peer, chain))).toBe(expected);
  });

  test('is the peer without a header', () => {
    expect(new TrustedProxies(['loopback']).clientAddress(request('127.0.0.1'))).toBe('127.0.0.1');
  });
});

test('The forwarded host counts only from a trusted proxy', () => {
  const headers = { 'x-forwarded-host': 'trade.example' };
  const proxies = new TrustedProxies(['10.0.0.1']);
  expect(proxies.forwardedHost(request('10.0.0.1', headers))).toBe('trade.example');
  expect(proxies.forwardedHost(request('10.0.0.2', headers))).toBeUndefined();
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['', ''],
])('The budget of the address %s belongs to %s', (address, budget) => {
  expect(budgetOfAddress(address)).toBe(budget);
});
