import { Writable } from 'node:stream';
import { createApp } from '../../../src/app';
import { createLog } from '../../../src/adapters/log';
import { createClient } from '../../../src/client';
import { readSettings } from '../../../src/settings/settings';
import { useTestApp } from '../../support/app';
import { connect, sign, subscribe } from '../subscriptions/support';
import { until } from '../../support/service';

/** One line of the log for each request (ATS_REQUEST_LOG). */

type LogLine = Readonly<Record<string, unknown>>;

const app = useTestApp({ ATS_ROLE: 'worker' });

/** Runs an API process on the database of the test with a log that the test reads. */
async function withApi(env: Record<string, string>, work: (url: string, lines: LogLine[]) => Promise<void>) {
  const lines: LogLine[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(String(chunk)) as LogLine);
      done();
    },
  });
  const settings = readSettings({
    ATS_ENV: 'test',
    ATS_ROLE: 'api',
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_DATA_DIR: app.dataDir,
    DATABASE_URL: app.ownerUrl,
    ...env,
  });
  const api = createApp(settings, { log: createLog('info', destination), clock: app.clock });
  const { url } = await api.start();
  try {
    await work(url, lines);
  } finally {
    await api.stop();
  }
}

const requestsIn = (lines: readonly LogLine[]) => lines.filter(({ msg }) => msg === 'request');

// @spec CF7
test('A request writes a line with its operation, outcome, caller and trade, and no text of the caller', async () => {
  await withApi({}, async (url, lines) => {
    const client = createClient({ url, credential: app.operatorCredential });
    await client
      .queryOrThrow('query Name($key: ID!) { operatorTrade(tradeKey: $key) { tradeKey } }', {
        key: 'trd_01h455vb4pex5vsknk084sn02q',
      })
      .catch(() => undefined);
    await fetch(`${url}/nothing?secret=hidden-word`);
    await fetch(`${url}/readyz`);
    await until(() => requestsIn(lines).length === 2, 'both lines');
    const [query, unknown] = requestsIn(lines);
    expect(query).toMatchObject({
      level: 'info',
      method: 'POST',
      route: '/graphql',
      operation: 'operatorTrade',
      requestId: expect.stringMatching(/^req_/) as unknown,
      durationMs: expect.any(Number) as unknown,
      tradeKey: 'trd_01h455vb4pex5vsknk084sn02q',
    });
    expect(unknown).toMatchObject({ method: 'GET', status: 404 });
    expect(JSON.stringify(lines)).not.toContain('hidden-word');
    expect(JSON.stringify(lines)).not.toContain('query Name');
  });
});

test('A socket writes a line when it closes, with its close code', async () => {
  await withApi({}, async (url, lines) => {
    const socketUrl = `${url.replace(/^http/, 'ws')}/graphql`;
    const socket = connect(socketUrl, { headers: sign(socketUrl, app.operatorCredential) });
    await subscribe(socket, { query: 'subscription { nothing }' }).ended;
    await socket.client.dispose();
    await until(() => lines.some(({ msg }) => msg === 'socket closed'), 'the line');
    expect(lines.find(({ msg }) => msg === 'socket closed')).toMatchObject({ route: '/graphql', closeCode: 1000 });
  });
});

// @spec CF7
test('With ATS_REQUEST_LOG=off no request writes a line', async () => {
  await withApi({ ATS_REQUEST_LOG: 'off' }, async (url, lines) => {
    await fetch(`${url}/nothing`);
    await createClient({ url, credential: app.operatorCredential }).queryOrThrow('{ service { version } }');
    expect(requestsIn(lines)).toEqual([]);
  });
});
