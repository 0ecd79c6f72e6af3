import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { Session } from '../../../src/api/subscriptions/socket-connection';

test('what is sent to a connection that was cut off is no fault of ours: its end is told by close', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  client.on('error', () => undefined);
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Socket }];
  const session = new Session(socket, request.socket, undefined);
  const closed = once(socket, 'close');
  request.socket.destroy();
  // Nobody knows yet.
  expect(session.open).toBe(true);
  await expect(session.send('text')).resolves.toBeUndefined();
  await closed;
  expect(session.open).toBe(false);
  client.terminate();
  server.close();
  await once(server, 'close');
});
