import './own-fetch-first';
import { Pool } from 'undici';
import { ATTEMPTS_AT_ONCE } from '../../domain/webhook';
import type { Guard } from './guard';

const HEADER_BYTES = 16 * 1024;
/** Connections are kept for the next delivery; those of endpoints that have none are let go. */
const POOLS = 1000;
const KEEP_ALIVE_MS = 4_000;

/** Connections of each endpoint's own. Those used longest ago are let go when there are too many. */
export class Pools {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly guard: Guard,
    private readonly timeoutMs: number,
  ) {}

  of(endpoint: string, origin: string): Pool {
    const key = `${endpoint} ${origin}`;
    const pool = this.pools.get(key) ?? this.open(origin);
    // The last one used is the last of the map.
    this.pools.delete(key);
    this.pools.set(key, pool);
    this.trim();
    return pool;
  }

  async stop(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  private open(origin: string): Pool {
    return new Pool(origin, {
      connections: ATTEMPTS_AT_ONCE,
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

  private trim(): void {
    for (const [key, pool] of this.pools) {
      if (this.pools.size <= POOLS) return;
      this.pools.delete(key);
      // Lets what is under way end first.
      pool.close().catch(() => undefined);
    }
  }
}
