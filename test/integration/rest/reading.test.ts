import { eventCursor, sequenceOfCursor } from '../../../src/domain/events/event-cursor';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import { refusedAs, type Sent } from '../../support/exchange';
import { API, body, type List, operatorRest, type Rest, restOf, under, withoutActions } from '../../support/rest';
import {
  accept,
  activate,
  checkpoint,
  createParty,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  type StartedTrade,
  until,
} from '../../support/actors';

/** Reads and lists over REST. */

const app = useTestApp();
let provider: Party;
let consumer: Party;
let ours: Rest;
let theirs: Rest;
let finished: StartedTrade;
let open: StartedTrade;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  ours = restOf(app, provider);
  theirs = restOf(app, consumer);
  finished = await startTrade(provider, consumer);
  await activate(finished);
  await publishContract(finished);
  await checkpoint(finished);
  await settled(finished);
  open = await startTrade(provider, consumer);
  await activate(open);
  await publishContract(open);
});

const P = (): string => under(provider);

describe('After 409 trade_state_conflict on create trade', () => {
  // @spec T8, T11
  it('the trade is found by proposal_id in the trade list', async () => {
    const sent = await ours.post(`${P()}/trades`, { proposal_key: open.proposalKey });
    expect(refusedAs(sent, 'trade_state_conflict')['trade_key']).toBe(open.tradeKey);
    const { proposal_id: proposalId } = body(await ours.get(`${P()}/proposals/${open.proposalKey}`));
    const whole = body<List>(await ours.get(`${P()}/trades`));
    const found = whole.data.filter((trade) => trade['proposal_id'] === proposalId);
    expect(found.map(({ trade_key: key }) => key)).toEqual([open.tradeKey]);
    for (const name of [String(proposalId), open.proposalKey]) {
      const { data, next_cursor: next } = body<List>(await ours.get(`${P()}/trades?proposal_id=${name}`));
      expect([data, next]).toEqual([found, null]);
    }
  });

  it('should return no trade for a proposal without one, and 400 for another key', async () => {
    const deal = await propose(provider, consumer);
    expect(body<List>(await ours.get(`${P()}/trades?proposal_id=${deal.proposalKey}`)).data).toEqual([]);
    const sent = await ours.get(`${P()}/trades?proposal_id=${open.tradeKey}`);
    expect(refusedAs(sent, 'validation_failed')['fields']).toMatchObject([{ pointer: '/proposal_id' }]);
  });

  it('should not find the trade of another principal', async () => {
    const third = await createParty(app, 'Third');
    const sent = await restOf(app, third).get(`${under(third)}/trades?proposal_id=${open.proposalKey}`);
    expect(body<List>(sent).data).toEqual([]);
  });
});

// @spec PR2, PR18
it('Clients filter proposals to proposed, countered, accepted themselves', async () => {
  const deal = await propose(provider, consumer);
  await accept(deal, provider);
  const { data } = body<List>(await ours.get(`${P()}/proposals`));
  const states = new Set(data.map(({ state }) => state));
  expect(
    [...states].filter((state) => !['proposed', 'countered', 'accepted', 'rejected'].includes(String(state))),
  ).toEqual([]);
  const found = data.find(({ proposal_key: key }) => key === deal.proposalKey);
  expect(found).toMatchObject({
    state: 'proposed',
    close_reason: null,
    trade_key: null,
    current_revision: {
      participants: expect.arrayContaining([
        expect.objectContaining({ principal_key: provider.principalKey, response_state: 'accepted' }),
        expect.objectContaining({ principal_key: consumer.principalKey, response_state: 'pending' }),
      ]) as unknown[],
    },
  });
  expect(found).not.toHaveProperty('revisions');
});

// @spec SE27, E10
describe('Settlement: 404 when the trade does not exist, the requester is not a party, or nothing is settled yet', () => {
  it.each(['/settlement', '/settlement/evidence'])('%s, with identical bytes', async (path) => {
    const third = await createParty(app, 'Third');
    const sent: Sent[] = [
      await ours.get(`${P()}/trades/trd_00000000000000000000000000${path}`),
      await ours.get(`${P()}/trades/nothing${path}`),
      await ours.get(`${P()}/trades/${open.proposalKey}${path}`),
      await ours.get(`${P()}/trades/${open.tradeKey}${path}`),
      await theirs.get(`${under(consumer)}/trades/${open.tradeKey}${path}`),
      await restOf(app, third).get(`${under(third)}/trades/${finished.tradeKey}${path}`),
      await restOf(app, third).get(`${under(third)}/trades/${open.tradeKey}${path}`),
    ];
    for (const answer of sent) refusedAs(answer, 'settlement_not_found');
    const visible = sent.map(({ status, text, headers }) => [
      status,
      text,
      headers.get('content-type'),
      headers.get('content-length'),
    ]);
    expect(new Set(visible.map((parts) => JSON.stringify(parts))).size).toBe(1);
    expect(Object.keys(sent[0]?.json ?? {})).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'code',
      'recovery',
      'remedy',
    ]);
  });

  // @spec SE28
  it('is never 403 within the actor scope; a party reads its own side', async () => {
    refusedAs(await ours.get(`${under(consumer)}/trades/${finished.tradeKey}/settlement`), 'principal_access_denied');
    const [mine, other] = await Promise.all([
      ours.get(`${P()}/trades/${finished.tradeKey}/settlement`),
      theirs.get(`${under(consumer)}/trades/${finished.tradeKey}/settlement`),
    ]);
    const record = body(mine);
    expect(record).toMatchObject({
      outcome: 'completed',
      failure_class: null,
      fault_principal_key: null,
      slash_amount: 0,
      comp: [],
      own: { received_stamps: 1_000, paid_stamps: 0 },
    });
    expect(body(other)).toEqual({ ...record, own: expect.objectContaining({ paid_stamps: 1_000 }) as object });
  });

  it('should still describe other errors of the request', async () => {
    const sent = await ours.get(`${P()}/trades/${open.tradeKey}/settlement?x=1`);
    expect(refusedAs(sent, 'validation_failed')).toMatchObject({ instance: expect.stringContaining('?x=1') as string });
  });
});

describe('The trade list', () => {
  // @spec R11
  it('leaves out contract, checkpoint_results and rebuttal, which the single trade contains', async () => {
    const { data } = body<List<{ trade_key: string; steps: Record<string, unknown>[] }>>(
      await ours.get(`${P()}/trades`),
    );
    const listed = data.find(({ trade_key: key }) => key === open.tradeKey);
    const whole = body<{ steps: Record<string, unknown>[] }>(await ours.get(`${P()}/trades/${open.tradeKey}`));
    const { contract, checkpoint_results: results, rebuttal, ...lean } = whole.steps[0] ?? {};
    expect([contract, results, rebuttal]).toEqual([expect.objectContaining({ summary: 'All of it.' }), [], null]);
    expect(listed).toEqual({ ...withoutActions(whole), steps: [lean] });
    for (const name of ['id', 'settlement', 'provider', 'consumer']) {
      expect(whole).not.toHaveProperty(name);
      expect(whole.steps[0]).not.toHaveProperty(name);
    }
  });

  // @spec R6
  it('has pages of 1,000 by default and at most; other lists have 50 by default and at most 200', async () => {
    body(await operatorRest(app).patch(`${P()}/economic-anchor`, { max_open_trades: 100 }));
    body(await operatorRest(app).patch(`${under(consumer)}/economic-anchor`, { max_open_trades: 100 }));
    for (let more = 0; more < 49; more += 1) await startTrade(provider, consumer, { price: 1 });
    const trades = body<List>(await ours.get(`${P()}/trades`));
    expect([trades.data.length, trades.next_cursor]).toEqual([51, null]);
    const proposals = body<List>(await ours.get(`${P()}/proposals`));
    expect([proposals.data.length, typeof proposals.next_cursor]).toEqual([50, 'string']);
    refusedAs(await ours.get(`${P()}/trades?limit=1001`), 'validation_failed');
    expect((await ours.get(`${P()}/trades?limit=1000`)).status).toBe(200);
  });
});

describe('Pages', () => {
  // @spec R5
  it('are followed by next_cursor and by Link, newest first, each row once', async () => {
    const seen: unknown[] = [];
    let path: string | undefined = `${P()}/trades?limit=20`;
    while (path !== undefined) {
      const sent: Sent = await ours.get(path);
      const { data, next_cursor: next } = body<List>(sent);
      seen.push(...data.map(({ trade_key: key }) => key));
      const link = sent.headers.get('link');
      expect(link === null).toBe(next === null);
      if (next !== null) expect(link).toBe(`<${app.url}${API}${P()}/trades?limit=20&cursor=${next}>; rel="next"`);
      path = link === null ? undefined : /<([^>]+)>/.exec(link)?.[1]?.replace(`${app.url}${API}`, '');
    }
    const whole = body<List>(await ours.get(`${P()}/trades`));
    expect(seen).toEqual(whole.data.map(({ trade_key: key }) => key));
    expect(seen.slice(-2)).toEqual([open.tradeKey, finished.tradeKey]);
  });

  it('should keep the other query parameters in Link', async () => {
    const sent = await ours.get(`${P()}/events?types=trade.created,trade.step_activated&limit=1`);
    const { next_cursor: next } = body<List>(sent);
    expect(sent.headers.get('link')).toContain(
      `/events?types=trade.created%2Ctrade.step_activated&limit=1&after=${String(next)}>`,
    );
  });
});

describe('The events feed', () => {
  // @spec EV2
  it('is oldest first after the cursor; next_cursor is always the cursor of the last returned event', async () => {
    const all = body<List<{ cursor: string; sequence: number; type: string }>>(
      await until(
        () => ours.get(`${P()}/events`),
        ({ text }) => text.includes('trade.contract_published'),
      ),
    );
    expect(all.data.map(({ sequence }) => sequence)).toEqual(all.data.map((_, index) => index + 1));
    expect(all.next_cursor).toBe(all.data.at(-1)?.cursor);
    const two = body<List<{ sequence: number }>>(await ours.get(`${P()}/events?limit=2`));
    expect([two.data.length, two.next_cursor]).toEqual([2, all.data[1]?.cursor]);
    const after = body<List<{ sequence: number }>>(
      await ours.get(`${P()}/events?limit=2&after=${String(two.next_cursor)}`),
    );
    expect(after.data.map(({ sequence }) => sequence)).toEqual([3, 4]);
  });

  // @spec EV5
  it('A bad cursor is 400 validation_failed, also one beyond the newest event', async () => {
    const { next_cursor: end } = body<List>(await ours.get(`${P()}/events?limit=200`));
    const head = sequenceOfCursor(String(end));
    for (const query of ['', '&types=trade.failed']) {
      const beyond = await ours.get(`${P()}/events?after=${eventCursor(head + 1_000n)}${query}`);
      expect(beyond.status).toBe(400);
      expect(refusedAs(beyond, 'validation_failed')['fields']).toEqual([
        { pointer: '/after', detail: expect.stringContaining('no cursor') as string },
      ]);
      // The newest cursor is valid.
      expect((await ours.get(`${P()}/events?after=${String(end)}${query}`)).status).toBe(200);
    }
  });

  it('should return the same cursor without new events, and the first cursor without any event', async () => {
    const { next_cursor: end } = body<List>(await ours.get(`${P()}/events?limit=200`));
    const sent = await ours.get(`${P()}/events?after=${String(end)}`);
    expect([body<List>(sent), sent.headers.get('link')]).toEqual([{ data: [], next_cursor: end }, null]);
    const fresh = await createParty(app, 'Fresh');
    const none = body<List>(await restOf(app, fresh).get(`${under(fresh)}/events`));
    expect(none).toEqual({ data: [], next_cursor: eventCursor(0n) });
    expect(
      body<List>(await restOf(app, fresh).get(`${under(fresh)}/events?after=${String(none.next_cursor)}`)),
    ).toEqual(none);
  });
});

describe('Purchase status', () => {
  // @spec TK7
  it('is polled until the verified webhook has credited the tickets', async () => {
    const path = '/tickets/purchase';
    const bought = body(await ours.post(path, { pack: 'starter' }), 201);
    const status = `/tickets/purchase-status?session_id=${String(bought['session_id'])}`;
    expect(body(await ours.get(status))).toEqual(bought);
    expect(bought).toMatchObject({ status: 'open', pack: 'starter', tickets_stamps: 1_000, credited_at: null });
    await fetch(String(bought['checkout_url']), { method: 'POST', redirect: 'manual' });
    const credited = await until(
      async () => body(await ours.get(status)),
      (answer) => answer['status'] === 'credited',
    );
    expect(credited).toMatchObject({ principal_key: provider.principalKey, credited_at: expect.any(String) as string });
    refusedAs(await theirs.get(status), 'checkout_session_not_found');
  });
});

// @spec T10
it('The trade list has trades of all states; clients may filter by state', async () => {
  const states = async (query: string) => {
    const { data } = body<List>(await ours.get(`${P()}/trades${query}`));
    return new Set(data.map(({ state }) => state));
  };
  expect(await states('')).toEqual(new Set(['executing', 'bond_reserved', 'completed']));
  expect(await states('?state=executing')).toEqual(new Set(['executing']));
  expect(await states('?state=executing&state=completed')).toEqual(new Set(['executing', 'completed']));
  expect(await states('?state=failed')).toEqual(new Set());
});
