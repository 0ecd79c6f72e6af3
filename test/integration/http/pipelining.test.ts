import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { handleAsPlainHttp } from '../../../src/api/connections/other-upgrades';
import { isDeferred, limitPipelining } from '../../../src/api/connections/pipelining';
import { until } from '../../support/service';

const CHUNK_BYTES = 64 * 1024;

// @spec LI20
test.each([
  ['wait for earlier answers', ''],
  ['offer another protocol', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
])('A connection whose requests %s holds few chunks of them, and all are answered', async (_, fields) => {
  const request = `POST / HTTP/1.1\r\nHost: x\r\n${fields}Content-Length: 2\r\n\r\n{}`;
  const server = createServer((request, response) => {
    request.resume();
    response.end();
  });
  let continued = 0;
  let held = 0;
  const accepted = new Set<Socket>();
  limitPipelining(server, 4, () => undefined);
  server.on('upgrade', (upgrade, socket, head) => {
    if (!isDeferred(upgrade)) handleAsPlainHttp(server, upgrade, socket, head);
  });
  // A connection that continues is emitted again.
  server.on('connection', (socket) => {
    accepted.add(socket);
    continued += 1;
    for (const { readableLength } of accepted) held = Math.max(held, readableLength);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answers = 0;
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1));
  try {
    socket.write(request.repeat(10_000));
    // The rest of an answer's first line can be in the next chunk.
    await until(() => answers > 9_900, 'the answers');
    expect(continued).toBeGreaterThan(1_000);
    expect(held).toBeLessThan(3 * CHUNK_BYTES);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
