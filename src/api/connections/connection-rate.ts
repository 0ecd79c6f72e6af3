/** Limit of new connections per second, by address and in all. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../settings/settings';
import { budgetOfAddress } from '../auth/client-address';

/** Unused connections of this time add up, so that many clients may connect after a restart. */
const BURST_SECONDS = 5;
const MAX_ADDRESSES = 100_000;

/** Permits that return at a rate, up to those of `BURST_SECONDS`. */
class TokenBucket {
  private tokens: number;

  constructor(
    private readonly perSecond: number,
    private updatedAtMs: number,
  ) {
    this.tokens = perSecond * BURST_SECONDS;
  }

  hasToken(nowMs: number): boolean {
    const returned = ((nowMs - this.updatedAtMs) / 1000) * this.perSecond;
    this.tokens = Math.min(this.perSecond * BURST_SECONDS, this.tokens + returned);
    this.updatedAtMs = nowMs;
    return this.tokens >= 1;
  }

  take(): void {
    this.tokens -= 1;
  }
}

/** Decides whether an address may open one more connection now. */
export class ConnectionRate {
  private readonly all: TokenBucket;
  // Bounded by `maxSize`: with `max` the library allocates 3 MB at once.
  private readonly addresses = new LRUCache<string, TokenBucket>({ maxSize: MAX_ADDRESSES });

  constructor(
    private readonly limits: Pick<Settings, 'newConnections' | 'newConnectionsPerAddress'>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.all = new TokenBucket(limits.newConnections, nowMs());
  }

  /** Counts a connection. A refused one uses no permit of the other clients. */
  admits(address: string): boolean {
    const key = budgetOfAddress(address);
    const now = this.nowMs();
    let bucket = this.addresses.get(key);
    if (!bucket) {
      bucket = new TokenBucket(this.limits.newConnectionsPerAddress, now);
      this.addresses.set(key, bucket, { size: 1 });
    }
    if (!bucket.hasToken(now) || !this.all.hasToken(now)) return false;
    bucket.take();
    this.all.take();
    return true;
  }
}

/**
 * Resets the connections that are not admitted, before any listener sees them.
 * So they cost no parser and no answer. A listener of its own would come after the parser was attached.
 */
export function refuseConnections(server: Server, admits: (address: string) => boolean): void {
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
  // A connection is announced again after a deferred request or an upgrade that is not supported.
  const admitted = new WeakSet<Socket>();
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'connection') return emit(event, ...args);
    const socket = args[0] as Socket;
    if (!admitted.has(socket) && !admits(socket.remoteAddress ?? '')) {
      // A reset leaves no closed connection in the kernel's memory.
      socket.resetAndDestroy();
      return true;
    }
    admitted.add(socket);
    return emit(event, ...args);
  };
}
