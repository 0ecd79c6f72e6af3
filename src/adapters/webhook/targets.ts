import './own-fetch-first';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { MAX_CONCURRENT_ATTEMPTS } from '../../domain/events/webhook';
import type { ResolvingAddressGuard } from './guard';

const HEADER_BYTES = 16 * 1024;
const MAX_TARGETS = 1_000;
const KEEP_ALIVE_MS = 4_000;

/** Where an endpoint's webhooks go: its URL, taken apart once, and connections of its own. */
export class Target {
  readonly hostname: string;
  /** Path and query. */
  readonly path: string;
  /** Whether the URL itself may be called; its addresses are vetted at every attempt. */
  readonly permitted: boolean;
  private readonly origin: string;
  private opened: Pool | undefined;

  /** @throws TypeError for what is no URL */
  constructor(
    readonly url: string,
    guard: ResolvingAddressGuard,
    private readonly open: (origin: string) => Pool,
  ) {
    const { hostname, pathname, search, origin } = new URL(url);
    this.hostname = hostname;
    this.path = `${pathname}${search}`;
    this.origin = origin;
    this.permitted = guard.permits(url);
  }

  get pool(): Pool {
    this.opened ??= this.open(this.origin);
    return this.opened;
  }

  /** Lets what is under way end first. */
  release(): void {
    this.opened?.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.opened?.destroy();
  }
}

/** Caches the targets of all endpoints. A target that is replaced or evicted closes its connections. */
export class Targets {
  private readonly targets = new LRUCache<string, Target>({
    max: MAX_TARGETS,
    dispose: (target) => {
      target.release();
    },
  });

  constructor(
    private readonly guard: ResolvingAddressGuard,
    private readonly timeoutMs: number,
  ) {}

  targetFor(endpoint: string, url: string): Target {
    const known = this.targets.get(endpoint);
    const target = known?.url === url ? known : new Target(url, this.guard, (origin) => this.open(origin));
    if (known !== target) this.targets.set(endpoint, target);
    return target;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.stop()));
  }

  private open(origin: string): Pool {
    return new Pool(origin, {
      connections: MAX_CONCURRENT_ATTEMPTS,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
      // The attempt's own time is the clock of all of it; a connection must not outlive the attempt that wanted it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { lookup: this.guard.lookup, timeout: this.timeoutMs },
    });
  }
}
