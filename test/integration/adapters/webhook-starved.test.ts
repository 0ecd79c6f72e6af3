import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createSender } from '../../../src/adapters/webhook/client';
import { createGuard } from '../../../src/adapters/webhook/guard';

/** A receiver that responds while this thread is blocked. */
const RECEIVER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.writeHead(200).end('told'), 200));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

let receiver: Worker;
const sender = createSender({ guard: createGuard({ allowPrivate: true }), timeoutSeconds: 1, version: '1' });

beforeAll(() => {
  receiver = new Worker(RECEIVER, { eval: true });
});
afterAll(async () => {
  await sender.stop();
  await receiver.terminate();
});

test('a blocked process still reads a response that arrived before the timeout', async () => {
  const [port] = (await once(receiver, 'message')) as [number];
  const sending = sender.send({
    endpoint: 'starved',
    url: `http://127.0.0.1:${String(port)}/`,
    webhookId: 'evt_1',
    body: '{}',
    secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}`,
    keyVersion: 1,
  });
  await pause(100);
  // Block in the poll phase of the event loop, because the timers run next.
  await readFile(__filename);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  expect(await sending).toMatchObject({ status: 200, error: null });
});
