import { ConnectionRate } from '../../../src/api/connections/connection-rate';

describe('New connections', () => {
  let nowMs = 0;
  let rate: ConnectionRate;

  beforeEach(() => {
    nowMs = 0;
    const limits = { newConnections: 4, newConnectionsPerAddress: 2 };
    rate = new ConnectionRate(limits, () => nowMs);
  });

  /** Opens connections of an address, and returns how many were admitted. */
  const open = (address: string, count: number): number =>
    Array.from({ length: count }, () => rate.admits(address)).filter(Boolean).length;

  it('should be admitted in a burst of five seconds, then at the rate of their address', () => {
    expect(open('192.0.2.1', 50)).toBe(10);
    nowMs = 1_000;
    expect(open('192.0.2.1', 50)).toBe(2);
    nowMs = 60_000;
    expect(open('192.0.2.1', 50)).toBe(10);
  });

  it('should be admitted at the rate of all addresses together', () => {
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => open(address, 50))).toEqual([10, 10, 0]);
    nowMs = 1_000;
    expect(open('192.0.2.3', 50)).toBe(4);
  });

  it('should use no permit of others when their address is past its rate', () => {
    expect(open('192.0.2.1', 1_000)).toBe(10);
    expect(open('192.0.2.2', 1_000)).toBe(10);
  });

  it('should count the addresses of one IPv6 network together', () => {
    expect(open('2001:db8::1', 6) + open('2001:db8::2', 6)).toBe(10);
  });
});
