import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { newUuidV7 } from '../../../src/adapters/ids';
import { type Signer, signRequest } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import { createParty } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { send } from '../../support/exchange';
import { scrape } from '../../support/scrape';

/** The answer of a mutation arrives, however much the caller has not read. */

const MIB = 1024 * 1024;
const app = useTestApp(
  { ATS_ROLE: 'api', ATS_MAX_UNREAD_BYTES_PER_CALLER: String(14 * MIB) },
  { freeMetricsPort: true },
);

// @spec LI22
test('A long answer of a REST mutation arrives at a caller with unread answers', async () => {
  const party = await createParty(app, 'Reader');
  const owner: Signer = { credential: app.console, acting: { provider: 'test', subject: party.subject } };
  const agents = [1, 2, 3, 4].map(() => newUuidV7(new Date()));
  await app.sql(
    `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
     SELECT id, a.principal_id, a.card || jsonb_build_object('more', repeat('x', $3::int)), a.card_missing, a.streaming, a.push_notifications,
       a.extended_agent_card, a.event_types, now() FROM agent a, unnest($2::uuid[]) id WHERE a.agent_id = $1`,
    [party.agentId, agents, 3 * MIB],
  );
  const path = `/api/v1/principals/${party.principalKey}/agents`;
  const url = new URL(path, app.url);
  const { headers } = signRequest({ method: 'GET', url, headers: {} }, owner, { now: new Date() });
  const socket = connect(Number(url.port), url.hostname);
  try {
    const lines = Object.entries({ ...headers, host: url.host }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await once(socket, 'readable');
    expect((await scrape(app.metricsUrl)).get('ats_unread_answer_bytes')).toBeGreaterThan(12 * MIB);
    const retirement = `${path}/${keyOf('agt', agents[0] ?? '')}/retirement`;
    const retired = await send(app, owner, { path: retirement, key: randomUUID() });
    expect(retired.status).toBe(200);
    expect(retired.text.length).toBeGreaterThan(3 * MIB);
  } finally {
    socket.destroy();
  }
});
