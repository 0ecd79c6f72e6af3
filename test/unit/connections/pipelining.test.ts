import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { limitPipelining } from '../../../src/api/connections/pipelining';
import { until } from '../../support/service';

const CHUNK_BYTES = 64 * 1024;
const REQUESTS = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'.repeat(10_000);

// @spec LI20
test('A connection whose requests have to wait holds one chunk of them, and all are answered', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end();
  });
  let deferred = 0;
  let held = 0;
  const accepted = new Set<Socket>();
  limitPipelining(server, 4, () => {
    deferred += 1;
    for (const { readableLength } of accepted) held = Math.max(held, readableLength);
  });
  server.on('connection', (socket) => accepted.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answers = 0;
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1));
  try {
    socket.write(REQUESTS);
    // The rest of an answer's first line can be in the next chunk.
    await until(() => answers > 9_900, 'the answers');
    expect(deferred).toBeGreaterThan(1_000);
    expect(held).toBeLessThan(3 * CHUNK_BYTES);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
