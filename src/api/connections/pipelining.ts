/** Limit of pipelined requests (RFC 9112 §9.3.2). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inputTurns } from '../work/turns';
import { handleAsPlainHttp, stopReading } from './other-upgrades';

/** A request as Node's parser creates it. */
interface ParsedRequest extends IncomingMessage {
  upgrade?: boolean;
}

/** The HTTP parser that Node attaches to a connection. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: (request: ParsedRequest, keepAlive: boolean) => number } | null;
}

// The parser stops after the headers, as for an upgrade.
const STOP_PARSING = 2;

const deferredRequests = new WeakSet<IncomingMessage>();

/** Whether the request only waits for earlier answers of its connection. It is not an upgrade. */
export function isDeferred(request: IncomingMessage): boolean {
  return deferredRequests.has(request);
}

/** The requests of a connection. */
interface ConnectionState {
  running: number;
  /** The turn of the event loop in which the last request started. */
  turn: number;
  startedInTurn: number;
}

/**
 * Limits the requests that run at the same time on one connection, and those that it starts in one turn of the event loop.
 *
 * Node starts every request of the received bytes in one turn, and each chunk of 64 KiB holds hundreds. Requests that need
 * no I/O also end in this turn. So the parser stops at the first request past the limit, and continues in a later turn,
 * when the earlier ones are answered. Node stops parsing only for upgrades, so such a request is treated like an upgrade
 * that is not supported.
 *
 * @param onDeferred called when a request has to wait
 */
export function limitPipelining(http: Server, maxRequests: number, onDeferred: () => void): void {
  const states = new WeakMap<Socket, ConnectionState>();
  const turns = new TurnCounter();
  const stateOf = (socket: Socket): ConnectionState => {
    const state = states.get(socket) ?? { running: 0, turn: 0, startedInTurn: 0 };
    states.set(socket, state);
    return state;
  };
  http.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    if (!parser) return;
    const { onIncoming } = parser;
    const state = stateOf(socket);
    parser.onIncoming = (request, keepAlive) => {
      const startedInTurn = state.turn === turns.current ? state.startedInTurn : 0;
      if (request.upgrade === true || (state.running < maxRequests && startedInTurn < maxRequests)) {
        return onIncoming(request, keepAlive);
      }
      deferredRequests.add(request);
      request.upgrade = true;
      onDeferred();
      return STOP_PARSING;
    };
  });
  http.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = stateOf(socket);
    const turn = turns.use();
    state.startedInTurn = state.turn === turn ? state.startedInTurn + 1 : 1;
    state.turn = turn;
    state.running += 1;
    response.once('close', () => (state.running -= 1));
  });
  http.on('upgrade', (request, socket, head) => {
    if (!isDeferred(request)) return;
    stopReading(socket);
    // Node listens to errors of a connection only while it parses.
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    // One connection continues in a turn: with many of them, a turn would otherwise start all their requests.
    void inputTurns.next().then(() => {
      socket.off('error', ignore);
      handleAsPlainHttp(http, request, socket, head);
    });
  });
}

/** Numbers the turns of the event loop in which it is used. */
class TurnCounter {
  private turn = 1;
  private isEnding = false;

  get current(): number {
    return this.turn;
  }

  /** Returns the current turn, which ends before the next turn's I/O. */
  use(): number {
    if (!this.isEnding) {
      this.isEnding = true;
      setImmediate(() => {
        this.turn += 1;
        this.isEnding = false;
      });
    }
    return this.turn;
  }
}
