import { startTestApp, type TestApp } from '../../support/app';
import { credit, deliveriesEnded, pushedParty, type PushedParty } from '../../support/webhook-agents';
import { type Receiver, startReceiver } from '../../support/receiver';
import { expectMoved, scrape } from '../../support/scrape';
import { mutate } from '../../support/actors';

/** The metrics of webhooks match the work done. */

const TYPES = ['TICKETS_CREDITED'];
let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp(
    { ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1', ATS_WEBHOOK_TIMEOUT_SECONDS: '2' },
    { freeMetricsPort: true },
  );
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const attempts = (outcome: string, by: number) =>
  ['ats_webhook_attempt_duration_seconds_count', { outcome }, by] as const;
const LATENCY = 'ats_event_to_webhook_seconds';

async function emitEvents(party: PushedParty, count = 1): Promise<void> {
  const before = (await deliveriesEnded(party, 0)).length;
  await credit(app, party, count);
  await deliveriesEnded(party, before + count);
}

test('counts a successful delivery as one attempt, with its latency from event to 2xx', async () => {
  const party = await pushedParty(app, receiver.url('/fine'), TYPES);
  const before = (await scrape(app.metricsUrl)).get(`${LATENCY}_sum`) ?? 0;
  await expectMoved(app.metricsUrl, () => emitEvents(party, 3), [
    attempts('delivered', 3),
    attempts('http_status', 0),
    [`${LATENCY}_count`, {}, 3],
    [`${LATENCY}_bucket`, { le: '30' }, 3],
    ['ats_webhook_deliveries_dead_total', {}, 0],
  ]);
  const sum = ((await scrape(app.metricsUrl)).get(`${LATENCY}_sum`) ?? 0) - before;
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(30);
});

test('includes a slow receiver in the latency, and counts a manual retry as an attempt without latency', async () => {
  receiver.on('/slow', (_request, response) => setTimeout(() => response.writeHead(204).end(), 600));
  const party = await pushedParty(app, receiver.url('/slow'), TYPES);
  await expectMoved(app.metricsUrl, () => emitEvents(party), [
    attempts('delivered', 1),
    [`${LATENCY}_count`, {}, 1],
    [`${LATENCY}_bucket`, { le: '0.5' }, 0],
  ]);
  const again = async (): Promise<void> => {
    const [delivery] = await deliveriesEnded(party, 1);
    await mutate(party.api, 'redeliverWebhook', { deliveryKey: delivery?.deliveryKey }, 'delivery { state }');
    await deliveriesEnded(party, 1);
  };
  await expectMoved(app.metricsUrl, again, [attempts('delivered', 1), [`${LATENCY}_count`, {}, 0]]);
});

test('counts each attempt of a refused delivery, and a dead delivery after the last', async () => {
  receiver.on('/refusing', (_request, response) => response.writeHead(500).end());
  const party = await pushedParty(app, receiver.url('/refusing'), TYPES);
  await expectMoved(app.metricsUrl, () => emitEvents(party), [
    attempts('http_status', 2),
    attempts('delivered', 0),
    [`${LATENCY}_count`, {}, 0],
    ['ats_webhook_deliveries_dead_total', {}, 1],
    ['ats_webhook_deliveries_dead', {}, 1],
    ['ats_webhook_deliveries_pending', {}, 0],
  ]);
});

test('counts a failed connection in its own class', async () => {
  const closed = await startReceiver();
  await closed.stop();
  const party = await pushedParty(app, closed.url('/'), TYPES);
  await expectMoved(app.metricsUrl, () => emitEvents(party), [attempts('connection_failed', 2)]);
});

test('counts an endpoint that 410 disables in its process, and shows it in every process until the address changes', async () => {
  receiver.on('/gone', (_request, response) => response.writeHead(410).end());
  const party = await pushedParty(app, receiver.url('/gone'), TYPES);
  await expectMoved(app.metricsUrl, () => emitEvents(party), [
    attempts('http_status', 1),
    ['ats_webhook_endpoints_disabled_total', { reason: 'gone' }, 1],
    ['ats_webhook_endpoints_disabled_total', { reason: 'failing' }, 0],
    ['ats_webhook_endpoints_disabled', {}, 1],
  ]);
  const patched = {
    principalKey: party.principalKey,
    agentKey: party.agentKey,
    notificationUrl: receiver.url('/fine'),
  };
  await expectMoved(
    app.metricsUrl,
    () => mutate(party.owner, 'updateAgentNotificationUrl', patched, 'agent { agentKey }'),
    [['ats_webhook_endpoints_disabled', {}, -1]],
  );
});
