import { randomUUID } from 'node:crypto';
import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { createParty, mutate, type Party, propose, until } from '../support/actors';
import { query, send, signerOf } from '../support/exchange';
import { refusalOf } from '../support/parties';
import { setAnchor } from '../support/quotas';
import { twoParties } from '../support/trades';

/** Answers are stored for their idempotency keys, up to a quota. */
const app = useTestApp({ ATS_ROLE: 'api' });

const setEventTypes = ({ api, agentKey }: Party, idempotencyKey?: string) =>
  mutate(api, 'setAgentEventTypes', { agentKey, eventTypes: [] }, 'agent { agentKey card }', idempotencyKey);

describe('Stored answers', () => {
  // @spec QU9
  test('should refuse free mutations past kept_answer_bytes with 429, and repeat stored answers', async () => {
    const party = await createParty(app, 'answers');
    await setAnchor(app, party.principalKey, { keptAnswerBytes: 5_000 });
    const key = randomUUID();
    const first = await setEventTypes(party, key);
    let refusal: Record<string, unknown> = {};
    await until(
      async () => {
        refusal = await refusalOf(setEventTypes(party)).catch(() => ({}));
        return refusal['limit'];
      },
      (limit) => limit === 'kept_answer_bytes',
    );
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited', maximum: 5_000 });
    const [before] = await answers(party);
    expect(await setEventTypes(party, key)).toEqual(first);
    expect(await answers(party)).toEqual([before]);
    await setAnchor(app, party.principalKey, { keptAnswerBytes: 1_000_000 });
    await until(
      () => refusalOf(setEventTypes(party)).catch(() => undefined),
      (refused) => refused === undefined,
    );
  });

  // @spec QU10
  test('should never refuse calls of trades and proposals, and should not store their refusals past the quota', async () => {
    const { provider, consumer } = await twoParties(app);
    const deal = await propose(provider, consumer);
    await setAnchor(app, provider.principalKey, { keptAnswerBytes: 0 });
    await until(
      async () => ((await refusalOf(setEventTypes(provider)).catch(() => ({}))) as Record<string, unknown>)['limit'],
      (limit) => limit === 'kept_answer_bytes',
    );
    const { proposalKey } = deal;
    const accept = (key: string) =>
      mutate(provider.api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }', key);
    const key = randomUUID();
    const answer = await accept(key);
    const [stored] = await answers(provider);
    expect(await accept(key)).toEqual(answer);
    expect(await refusalOf(accept(randomUUID()))).toMatchObject({ code: 'match_proposal_invalid_response' });
    expect(await answers(provider)).toEqual([stored]);
  });

  // @spec QU14
  test('should be compressed above a few kilobytes', async () => {
    const party = await createParty(app, 'compressed');
    const cards = Array.from({ length: 5 }, (_, at) => `c${String(at)}: card`).join(' ');
    const calls = Array.from(
      { length: 5 },
      (_, at) => `m${String(at)}: setAgentEventTypes(input: $input) { agent { ${cards} } }`,
    );
    const document = `mutation ($input: SetAgentEventTypesInput!) { ${calls.join(' ')} }`;
    const body = query(document, { input: { agentKey: party.agentKey, eventTypes: [] } });
    expect((await send(app, signerOf(party), { body, key: randomUUID() })).status).toBe(200);
    const [answer] = await app.sql<{ bytes: number; compressed: number }>(
      `SELECT octet_length(body) AS bytes, pg_column_size(body) AS compressed FROM idempotency_answer a
       JOIN principal p ON a.scope = 'prn:' || p.principal_id
       WHERE p.principal_id = $1 ORDER BY octet_length(body) DESC LIMIT 1`,
      [idOf('prn', party.principalKey)],
    );
    expect(answer?.bytes).toBeGreaterThan(3_000);
    expect(answer?.compressed).toBeLessThan((answer?.bytes ?? 0) / 3);
  });

  const answers = ({ principalKey }: Party) =>
    app.sql<{ count: string }>(
      `SELECT count(*) FROM idempotency_answer a JOIN principal p ON a.scope = 'prn:' || p.principal_id WHERE p.principal_id = $1`,
      [idOf('prn', principalKey)],
    );
});
