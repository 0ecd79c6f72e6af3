import { ADDRCONFIG } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isCallableAddress, isNotificationUrlAllowed } from '../../domain/parties/notification-url';
import type { AddressGuard } from '../../operations/ports';

export type AddressErrorCode = 'address_forbidden' | 'name_not_resolved';

/** A host that webhooks may not call. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(readonly code: AddressErrorCode) {
    super(code);
  }
}

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface GuardOptions {
  /** ATS_WEBHOOK_ALLOW_PRIVATE: allows all addresses and names of the local network. */
  readonly allowPrivate: boolean;
  /** Name servers that replace the system's: `127.0.0.1:5353`. */
  readonly nameServers?: readonly string[];
}

/** Protects our own network from webhook URLs (SSRF). */
export interface ResolvingAddressGuard extends AddressGuard {
  /** Checks a URL without a DNS lookup. */
  permits(url: string): boolean;
  /** Resolves a host (`URL.hostname`) and checks all its addresses. @throws AddressRefused */
  resolveAllowed(hostname: string): Promise<readonly Address[]>;
  /** Lookup hook of a socket. The socket dials the checked address, even if DNS changes meanwhile. */
  readonly lookup: LookupFunction;
}

const RESOLVE_TIMEOUT_MS = 2000;

/** The global IPv6 range; ipaddr.js calls addresses outside of it `unicast` too. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Checks for a global unicast address, by the library's ranges and by the domain's list of networks. */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns ::ffff:a.b.c.d into its IPv4 address, which a socket would dial.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || !isCallableAddress(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6);
}

export function createGuard(options: GuardOptions): ResolvingAddressGuard {
  const resolve = options.allowPrivate ? resolveLocally : resolverOf(options.nameServers);
  const resolveAllowed = async (hostname: string): Promise<readonly Address[]> => {
    const literal = literalOf(hostname);
    const addresses = literal ? [literal] : await resolve(hostname);
    // One forbidden address refuses the host, because the socket may dial any of them.
    if (!options.allowPrivate && !addresses.every(({ address }) => isGlobal(address))) {
      throw new AddressRefused('address_forbidden');
    }
    if (addresses.length === 0) throw new AddressRefused('name_not_resolved');
    return addresses;
  };
  return {
    permits: (url) => isNotificationUrlAllowed(url, options),
    resolveAllowed,
    lookup: lookupOf(resolveAllowed),
    async forbids(url) {
      try {
        await resolveAllowed(new URL(url).hostname);
        return false;
      } catch (error) {
        if (error instanceof AddressRefused) return error.code === 'address_forbidden';
        throw error;
      }
    },
  };
}

/** Returns the address of an IP literal, which never reaches a lookup hook. */
function literalOf(hostname: string): Address | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const family = isIP(address);
  return family === 4 || family === 6 ? { address, family } : undefined;
}

function lookupOf(resolveAllowed: ResolvingAddressGuard['resolveAllowed']): LookupFunction {
  return (hostname, { all }, done) => {
    resolveAllowed(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) done(null, [...addresses]);
        else if (first) done(null, first.address, first.family);
      },
      (error: unknown) => done(error as Error, '', 0),
    );
  };
}

/** Resolves with c-ares, because getaddrinfo blocks a pool thread while a name server is silent. */
function resolverOf(nameServers: readonly string[] | undefined): (name: string) => Promise<Address[]> {
  return async (name) => {
    // One resolver for each query, because `cancel` ends all queries of a resolver.
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
    if (nameServers) resolver.setServers(nameServers);
    const timer = setTimeout(() => resolver.cancel(), RESOLVE_TIMEOUT_MS);
    try {
      const [four, six] = await Promise.all([
        resolver.resolve4(name).catch(() => []),
        resolver.resolve6(name).catch(() => []),
      ]);
      return [
        ...four.map((address) => ({ address, family: 4 as const })),
        ...six.map((address) => ({ address, family: 6 as const })),
      ];
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Resolves with the system's resolver, which knows `localhost` and local names. */
async function resolveLocally(name: string): Promise<Address[]> {
  const addresses = await lookup(name, { all: true, hints: ADDRCONFIG }).catch(() => []);
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
