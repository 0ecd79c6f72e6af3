import { startTestApp, type TestApp } from '../../support/app';
import { type BuiltProcess, builtWorker } from '../../support/built';
import { richPushedParty, verified } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { activate, checkpoint, publishContract, startTrade, until } from '../../support/actors';

/** Checkpoint confirmed → trade settled → webhook received, with API and worker as two processes. */

const TRADES = 20;

let app: TestApp;
let receiver: Receiver;
let worker: BuiltProcess;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ ATS_ROLE: 'api', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  worker = await builtWorker({
    DATABASE_URL: app.ownerUrl,
    ATS_DATA_DIR: app.dataDir,
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    // Without a notification the sweep would run after five minutes.
    ATS_SETTLE_SWEEP_SECONDS: '300',
  });
}, 120_000);
afterAll(async () => {
  await worker.kill('SIGTERM');
  await app.stop();
  await receiver.stop();
});

test('should settle and send the webhook at once after the checkpoint, without waiting for a poll', async () => {
  const provider = await richPushedParty(app, receiver.url('/provider'));
  const consumer = await richPushedParty(app, receiver.url('/consumer'));
  const took: number[] = [];
  for (let n = 1; n <= TRADES; n += 1) {
    const trade = await startTrade(provider, consumer, { price: 100 });
    await activate(trade);
    await publishContract(trade);
    await checkpoint(trade);
    const confirmed = performance.now();
    await until(
      () => Promise.resolve(receiver.of('/provider')),
      (all) => all.length === n,
    );
    const one = receiver.of('/provider')[n - 1];
    if (one) expect(verified(one, provider.secrets)).toMatchObject({ type: 'trade.completed' });
    took.push(Math.max(0, (one?.at ?? Infinity) - confirmed));
  }
  const [median, longest] = [took.sort((a, b) => a - b)[TRADES / 2], took.at(-1)];
  console.log(`answer of the checkpoint to webhook: median ${String(median)} ms, longest ${String(longest)} ms`);
}, 120_000);
