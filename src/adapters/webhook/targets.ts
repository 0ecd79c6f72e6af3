import './own-fetch-first';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import { MAX_CONCURRENT_ATTEMPTS } from '../../domain/events/webhook';
import { withoutContinue } from './continue-filter';
import type { ResolvingAddressGuard } from './guard';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_POOLS = 1000;
const KEEP_ALIVE_MS = 4_000;

/** Connects to checked addresses only, and reads no `100 Continue`. */
function connectorOf(guard: ResolvingAddressGuard, timeout: number): buildConnector.connector {
  const connect = buildConnector({ lookup: guard.lookup, timeout });
  return (options, done) => {
    connect(options, (...[error, socket]) => {
      if (error) done(error, null);
      else done(null, withoutContinue(socket));
    });
  };
}

/** The parsed URL of an endpoint with its own connections. */
export class Target {
  readonly hostname: string;
  /** Path and query. */
  readonly path: string;
  /** Whether the URL itself is allowed; the addresses are checked at every attempt. */
  readonly permitted: boolean;
  private readonly origin: string;
  private openedPool: Pool | undefined;

  /** @throws TypeError if `url` is not a URL */
  constructor(
    readonly url: string,
    private readonly guard: ResolvingAddressGuard,
    private readonly timeoutMs: number,
  ) {
    const { hostname, pathname, search, origin } = new URL(url);
    this.hostname = hostname;
    this.path = `${pathname}${search}`;
    this.origin = origin;
    this.permitted = guard.permits(url);
  }

  get pool(): Pool {
    this.openedPool ??= new Pool(this.origin, {
      connections: MAX_CONCURRENT_ATTEMPTS,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The attempt has its own timeout for everything. A connect must not outlive its attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectorOf(this.guard, this.timeoutMs),
    });
    return this.openedPool;
  }

  /** Closes the connections after the running attempts. */
  release(): void {
    this.openedPool?.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.openedPool?.destroy();
  }
}

/** The targets of the most recently used endpoints. */
export class Targets {
  private readonly targets = new LRUCache<string, Target>({ max: MAX_POOLS, dispose: (target) => target.release() });

  constructor(
    private readonly guard: ResolvingAddressGuard,
    private readonly timeoutMs: number,
  ) {}

  targetFor(endpoint: string, url: string): Target {
    const cached = this.targets.get(endpoint);
    if (cached?.url === url) return cached;
    const target = new Target(url, this.guard, this.timeoutMs);
    this.targets.set(endpoint, target);
    return target;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.stop()));
  }
}
