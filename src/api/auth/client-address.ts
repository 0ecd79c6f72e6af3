import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Finds the client of a request that may have passed proxies of the operator (ATS_TRUSTED_PROXIES). */
export class TrustedProxies {
  /** Tells whether an address belongs to a trusted proxy. */
  readonly includes: (address: string | undefined) => boolean;

  /** @param list addresses, networks in CIDR notation, and `loopback`, `linklocal` and `uniquelocal` */
  constructor(private readonly list: readonly string[] = []) {
    const trusts = list.length === 0 ? () => false : proxyAddress.compile([...list]);
    this.includes = (address) => address !== undefined && trusts(address, 0);
  }

  /**
   * Returns the address of the client: the socket's peer, or the nearest untrusted address of `X-Forwarded-For`.
   * Clients can forge the header, so it counts only from a trusted proxy.
   */
  clientAddress(request: IncomingMessage): string {
    const peer = request.socket.remoteAddress ?? '';
    if (this.list.length === 0 || request.headers['x-forwarded-for'] === undefined) return peer;
    const address = withoutPort(proxyAddress(request, (hop) => this.includes(withoutPort(hop))));
    return isIP(address) === 0 ? peer : address;
  }

  /** Returns the host that the client sent, if a trusted proxy forwards it in `X-Forwarded-Host`. */
  forwardedHost(request: IncomingMessage): string | undefined {
    const host = request.headers['x-forwarded-host'];
    return typeof host === 'string' && this.includes(request.socket.remoteAddress) ? host : undefined;
  }
}

/** Some proxies append the port of the client: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
function withoutPort(address: string): string {
  const [, version6, version4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return version6 ?? version4 ?? address;
}

const PREFIX_BITS = 64;

/**
 * Returns the key of a budget that belongs to an address.
 * An IPv6 client chooses the lower 64 bits of its address itself, so they do not count.
 */
export function budgetOfAddress(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${String(PREFIX_BITS)}`).toString();
}
