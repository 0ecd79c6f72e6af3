/** Limit of open connections by address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { RateLimited } from '../auth/rate-limit';
import { OpenCounter } from './open-counter';

/** Refuses the requests of connections past the limit of their address. */
export class ConnectionLimit {
  private readonly open: OpenCounter;
  private readonly counted = new WeakSet<Socket>();
  private readonly refused = new WeakSet<Socket>();

  /**
   * @param onRefused called for each connection past the limit
   * @param isExempt tells whether an address has no limit
   */
  constructor(
    maximum: number,
    private readonly onRefused: () => void,
    private readonly isExempt: (address: string) => boolean = () => false,
  ) {
    this.open = new OpenCounter(maximum);
  }

  /** Counts the connections of a server. */
  attach(http: Server): void {
    http.on('connection', (socket: Socket) => {
      // A connection is announced again after a deferred request or an upgrade that is not supported.
      if (this.counted.has(socket)) return;
      this.counted.add(socket);
      const address = socket.remoteAddress ?? '';
      if (this.isExempt(address)) return;
      if (this.open.isFull(address)) {
        this.refused.add(socket);
        this.onRefused();
      }
      socket.once('close', this.open.add(address));
    });
  }

  /** Returns the 429 for a request of a connection past the limit. */
  refusalOf(socket: Socket): RateLimited | undefined {
    if (!this.refused.has(socket)) return undefined;
    const { maximum } = this.open;
    const headers = { 'retry-after': '1', connection: 'close' };
    return new RateLimited(
      'connections',
      headers,
      `Your address already has ${String(maximum)} connections. Close some, then try again.`,
    );
  }
}
