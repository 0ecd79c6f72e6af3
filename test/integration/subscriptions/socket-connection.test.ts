import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketConnection } from '../../../src/api/subscriptions/socket-connection';
import { until } from '../../support/service';
import { connectionDeps } from './support';

test('should resolve a send to a broken connection: the close event reports the end', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  client.on('error', () => undefined);
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }];
  const connection = new SocketConnection(connectionDeps(), socket, request.socket, undefined);
  const closed = once(socket, 'close');
  request.socket.destroy();
  // The service has not noticed yet.
  expect(connection.isOpen).toBe(true);
  await expect(connection.send('text')).resolves.toBeUndefined();
  await closed;
  expect(connection.isOpen).toBe(false);
  client.terminate();
  server.close();
  await once(server, 'close');
});

describe('A client that does not answer pings', () => {
  const INTERVAL_MS = 12_000;

  /** Opens a socket, and counts the messages that the service received. */
  async function opened(): Promise<{
    client: WebSocket;
    connection: SocketConnection;
    received: () => number;
    end: () => Promise<void>;
  }> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const address = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = new WebSocket(address, { autoPong: false });
    const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }];
    const connection = new SocketConnection(connectionDeps(), socket, request.socket, undefined);
    if (client.readyState !== client.OPEN) await once(client, 'open');
    let messages = 0;
    socket.on('message', (data: Buffer) => {
      connection.acceptMessage(data.length);
      messages += 1;
    });
    const end = async (): Promise<void> => {
      client.terminate();
      server.close();
      await once(server, 'close');
    };
    return { client, connection, received: () => messages, end };
  }

  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('should be cut after three silent intervals', async () => {
    const { client, connection, end } = await opened();
    jest.advanceTimersByTime(2 * INTERVAL_MS);
    expect(connection.isOpen).toBe(true);
    jest.advanceTimersByTime(INTERVAL_MS);
    expect(connection.isOpen).toBe(false);
    if (client.readyState !== client.CLOSED) await once(client, 'close');
    await end();
  });

  test('should stay connected while its messages arrive, because the pong waits behind them', async () => {
    const { client, connection, received, end } = await opened();
    for (let n = 1; n <= 5; n += 1) {
      client.send('{}');
      await until(() => received() === n, 'the message');
      jest.advanceTimersByTime(INTERVAL_MS);
    }
    expect(connection.isOpen).toBe(true);
    await end();
  });

  test('should stay connected while the service does not read, because nothing can arrive', async () => {
    const { connection, end } = await opened();
    const resumeReading = connection.pauseReading();
    jest.advanceTimersByTime(10 * INTERVAL_MS);
    expect(connection.isOpen).toBe(true);
    resumeReading();
    jest.advanceTimersByTime(3 * INTERVAL_MS);
    expect(connection.isOpen).toBe(false);
    await end();
  });
});
