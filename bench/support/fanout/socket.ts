import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * Minimal WebSocket client. Ten thousand of them share a core with the measured server, so their own cost would distort
 * its result.
 */
export interface FastSocket {
  send(text: string): void;
  end(): void;
}

export interface SocketHandlers {
  /** Runs when the upgrade was accepted. */
  open(socket: FastSocket): void;
  text(frame: Buffer): void;
  closed(why: string): void;
}

// One buffer for all sockets: each read is handled before the next one.
const READ = Buffer.alloc(256 * 1024);
const OPCODE = { text: 0x81, close: 0x88, ping: 0x89, pong: 0x8a } as const;

export function openFast(url: URL, headers: Readonly<Record<string, string>>, handlers: SocketHandlers): void {
  const state: { rest: Buffer | undefined; upgraded: boolean } = { rest: undefined, upgraded: false };
  const take = (length: number): boolean => {
    const read = READ.subarray(0, length);
    let bytes = state.rest ? Buffer.concat([state.rest, read]) : read;
    if (!state.upgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end >= 0) {
        const [status = ''] = bytes.toString('latin1', 0, end).split('\r\n');
        if (!status.includes(' 101 ')) handlers.closed(status);
        state.upgraded = true;
        handlers.open(client);
        bytes = bytes.subarray(end + 4);
      }
    }
    const used = state.upgraded ? frames(socket, bytes, handlers) : 0;
    // A copy, because the next read of any socket overwrites the buffer.
    state.rest = used < bytes.length ? Buffer.from(bytes.subarray(used)) : undefined;
    return true;
  };
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    noDelay: true,
    onread: { buffer: READ, callback: take },
  });
  const client: FastSocket = {
    send: (text) => void socket.write(maskFrame(OPCODE.text, Buffer.from(text))),
    end: () => void socket.destroy(),
  };
  socket.on('error', (error) => handlers.closed(error.message));
  socket.on('close', () => handlers.closed('closed'));
  socket.write(upgrade(url, headers));
}

function upgrade(url: URL, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({
    Host: url.host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': 'graphql-transport-ws',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Handles whole frames and returns their size in bytes. */
function frames(socket: Socket, bytes: Buffer, handlers: SocketHandlers): number {
  let at = 0;
  for (;;) {
    const short = bytes[at + 1];
    if (short === undefined) return at;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < at + head) return at;
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const end = at + head + length;
    if (bytes.length < end) return at;
    const opcode = bytes[at];
    if (opcode === OPCODE.text) handlers.text(bytes.subarray(at + head, end));
    else if (opcode === OPCODE.ping) socket.write(maskFrame(OPCODE.pong, bytes.subarray(at + head, end)));
    else if (opcode === OPCODE.close) handlers.closed(bytes.toString('utf8', at + head + 2, end));
    at = end;
  }
}

/** Encodes a client's frame with the mask zero. */
function maskFrame(opcode: number, payload: Buffer): Buffer {
  const long = payload.length >= 126;
  const frame = Buffer.alloc((long ? 8 : 6) + payload.length);
  frame[0] = opcode;
  if (long) {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(payload.length, 2);
  } else frame[1] = 0x80 | payload.length;
  payload.copy(frame, long ? 8 : 6);
  return frame;
}
