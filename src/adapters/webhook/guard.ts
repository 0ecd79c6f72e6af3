import { ADDRCONFIG } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isNotificationUrlAllowed } from '../../domain/parties/notification-url';
import type { AddressGuard } from '../../operations/ports';

/** The guard against webhooks that reach into our own network (SSRF). Source: events.md §2. */

export type AddressFault = 'address_forbidden' | 'name_not_resolved';

/** Why a host is not dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(readonly fault: AddressFault) {
    super(fault);
  }
}

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface GuardOptions {
  /** ATS_WEBHOOK_ALLOW_PRIVATE: everything may be called, and names are those of this machine too. */
  readonly allowPrivate: boolean;
  /** Name servers other than the system's: `127.0.0.1:5353`. */
  readonly nameServers?: readonly string[];
}

export interface ResolvingAddressGuard extends AddressGuard {
  /** Whether a URL may be called as far as it tells without a look-up. */
  permits(url: string): boolean;
  /** What may be dialled for a host (`URL.hostname`). @throws AddressRefused */
  resolveAllowed(hostname: string): Promise<readonly Address[]>;
  /** The same where a socket asks for it: what was vetted is what is dialled, whatever the name says a moment later. */
  readonly lookup: LookupFunction;
}

const RESOLVE_MS = 2000;

/** Inside `unicast` as ipaddr.js names it, and still not for us: its ranges are those of 2000::/3 alone. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is global unicast, by the IANA special-purpose registries. */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Unmaps ::ffff:a.b.c.d: to whoever dials it, it is the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6);
}

export function createGuard(options: GuardOptions): ResolvingAddressGuard {
  const resolve = options.allowPrivate ? resolveHere : resolverOf(options.nameServers);
  const vetted = async (hostname: string): Promise<readonly Address[]> => {
    const literal = literalOf(hostname);
    const addresses = literal ? [literal] : await resolve(hostname);
    // One bad answer spoils all: which of them would be dialled is up to chance.
    if (!options.allowPrivate && !addresses.every(({ address }) => isGlobal(address))) {
      throw new AddressRefused('address_forbidden');
    }
    if (addresses.length === 0) throw new AddressRefused('name_not_resolved');
    return addresses;
  };
  return {
    permits: (url) => isNotificationUrlAllowed(url, options),
    resolveAllowed: vetted,
    lookup: lookupOf(vetted),
    async forbids(url) {
      try {
        await vetted(new URL(url).hostname);
        return false;
      } catch (error) {
        if (error instanceof AddressRefused) return error.fault === 'address_forbidden';
        throw error;
      }
    },
  };
}

/** An IP literal never reaches a lookup hook, so it is looked at here. */
function literalOf(hostname: string): Address | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const family = isIP(address);
  return family === 4 || family === 6 ? { address, family } : undefined;
}

function lookupOf(vetted: ResolvingAddressGuard['resolveAllowed']): LookupFunction {
  return (hostname, { all }, done) => {
    vetted(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) done(null, [...addresses]);
        else if (first) done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as Error, '', 0);
      },
    );
  };
}

/** c-ares and not getaddrinfo, which holds one of the few threads of the pool for as long as a dead name takes. */
function resolverOf(nameServers: readonly string[] | undefined): (name: string) => Promise<Address[]> {
  const create = (): Resolver => {
    const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 });
    if (nameServers) resolver.setServers(nameServers);
    return resolver;
  };
  return async (name) => {
    // One for each question: what is cancelled then is nobody else's.
    const resolver = create();
    const timer = setTimeout(() => {
      resolver.cancel();
    }, RESOLVE_MS);
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

/** The names of this machine and its network, for development: `localhost` is one of them. */
async function resolveHere(name: string): Promise<Address[]> {
  const found = await lookup(name, { all: true, hints: ADDRCONFIG }).catch(() => []);
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
