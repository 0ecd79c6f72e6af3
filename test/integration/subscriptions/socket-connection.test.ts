import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketConnection } from '../../../src/api/subscriptions/socket-connection';
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
