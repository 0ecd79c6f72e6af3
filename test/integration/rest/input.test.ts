import { useTestApp } from '../../support/app';
import { routes } from '../../support/conforms';
import { refusedAs, type Sent } from '../../support/exchange';
import { API, body, type List, ownerRest, type Rest, restOf, under } from '../../support/rest';
import { buyTickets, createParty, type Party, publishListing } from '../../support/actors';

/** Errors in bodies and queries of REST requests. */

const app = useTestApp();
let party: Party;
let rest: Rest;
let p: string;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  rest = restOf(app, party);
  p = under(party);
});

type Fields = readonly { readonly pointer: string; readonly detail: string }[];
function errorsOf(sent: Sent): Fields {
  expect(sent.status).toBe(400);
  return refusedAs(sent, 'validation_failed')['fields'] as Fields;
}

describe('Bodies', () => {
  const reserve = (text: string): Promise<Sent> => rest.post(`${p}/bond/reserve`, text);

  it.each([
    ['{"amount_stamps": }', 'position 19 (line 1, column 19)'],
    ['{"amount_stamps": 1,\n  }', 'position 24 (line 2, column 3)'],
    ['{"amount_stamps": 1', 'position 20 (line 1, column 20)'],
    ['{amount_stamps: 1}', 'position 2 (line 1, column 2)'],
  ])('should refuse malformed JSON %j with its position', async (text, position) => {
    expect(errorsOf(await reserve(text))).toEqual([
      { pointer: '', detail: expect.stringContaining(position) as string },
    ]);
  });

  it.each(['[]', '"text"', '1', 'null'])('should refuse a body that is %s instead of an object', async (text) => {
    expect(errorsOf(await reserve(text))).toEqual([{ pointer: '', detail: 'must be an object' }]);
  });

  // @spec R7
  it('should name unknown, missing and mistyped members by their pointers', async () => {
    const sent = await rest.post(`${p}/listings`, {
      agentId: party.agentId,
      agent_id: 7,
      side: 'PROVIDE',
      title: null,
      price_stamps: 1.5,
      tags: ['a', 2],
      steps: [{ title: 'One', shareBps: 10_000 }],
      expires_at: 'tomorrow',
      'a/b~c': 1,
    });
    expect(errorsOf(sent)).toEqual([
      { pointer: '/agentId', detail: 'is not known here. Did you mean "agent_id"?' },
      { pointer: '/a~1b~0c', detail: 'is not known here' },
      { pointer: '/tags/1', detail: 'must be text' },
      { pointer: '/steps/0/shareBps', detail: 'is not known here. Did you mean "share_bps"?' },
      { pointer: '/steps/0/share_bps', detail: 'must be given' },
      { pointer: '/expires_at', detail: expect.stringContaining('RFC 3339') as string },
      { pointer: '/agent_id', detail: 'must be text' },
      { pointer: '/trade_profile', detail: 'must be given' },
      { pointer: '/side', detail: 'must be one of provide, consume' },
      { pointer: '/title', detail: 'must not be null' },
      { pointer: '/price_stamps', detail: expect.stringContaining('whole number') as string },
    ]);
  });

  // @spec E21
  it('An unknown member hints at similar names alone', async () => {
    const sent = await rest.post(`${p}/listings`, { price: 1, zzz: 1 });
    expect(errorsOf(sent)).toEqual(
      expect.arrayContaining([
        { pointer: '/price', detail: 'is not known here. Did you mean "price_stamps"?' },
        { pointer: '/zzz', detail: 'is not known here' },
      ]),
    );
  });

  it('should name members that the operation refuses by the same pointers', async () => {
    expect(errorsOf(await rest.post(`${p}/bond/reserve`, { amount_stamps: 0 }))[0]?.pointer).toBe('/amount_stamps');
  });

  it('should accept only an empty body or {} for a POST without members', async () => {
    const path = `${p}/trades/trd_x/activate`;
    for (const text of [undefined, '{}', ' { } ']) refusedAs(await rest.post(path, text), 'trade_not_found');
    expect(errorsOf(await rest.post(path, { proposal_key: 'prp_x' }))).toEqual([
      { pointer: '/proposal_key', detail: 'is not known here' },
    ]);
    expect(errorsOf(await rest.post(path, '[]'))).toHaveLength(1);
  });

  it('Path parameters take precedence over body members', async () => {
    const other = await createParty(app, 'Other');
    const sent = await rest.post(`${p}/bond/release`, { principal_key: other.principalKey, amount_stamps: 1 });
    refusedAs(sent, 'principal_bond_insufficient_balance');
  });

  // @spec A8
  it('Only the notification URL of an agent can be patched', async () => {
    const sent = await ownerRest(app, party).patch(`${p}/agents/${party.agentKey}`, {
      notification_url: null,
      card: {},
    });
    expect(errorsOf(sent)).toEqual([{ pointer: '/card', detail: 'is not known here' }]);
    expect(errorsOf(await ownerRest(app, party).patch(`${p}/agents/${party.agentKey}`, {}))).toEqual([
      { pointer: '/notification_url', detail: 'must be given' },
    ]);
  });
});

describe('Queries', () => {
  // @spec R7
  it.each([
    ['limit=0', '/limit', 'must be 1 to 200'],
    ['limit=201', '/limit', 'must be 1 to 200'],
    ['limit=-1', '/limit', 'must be 1 to 200'],
    ['limit=ten', '/limit', 'must be a whole number'],
    ['limit=1.0', '/limit', 'must be a whole number'],
    ['limit=', '/limit', 'must be a whole number'],
    ['limit=99999999999999', '/limit', 'must be a whole number'],
    ['limit=1&limit=2', '/limit', 'is given more than once'],
    ['cursor=nonsense', '/cursor', 'is not a cursor of this list: use one from its pages'],
    ['first=1', '/first', 'is no parameter of this path'],
    ['after=x', '/after', 'is no parameter of this path'],
    ['state=nonsense', '/state/0', 'must be one of active, paused, closed'],
  ])('listings?%s: 400 validation_failed', async (query, pointer, detail) => {
    expect(errorsOf(await rest.get(`${p}/listings?${query}`))).toEqual([{ pointer, detail }]);
  });

  // @spec E21
  it('An unknown parameter hints at similar names alone', async () => {
    expect(errorsOf(await rest.get(`${p}/listings?limits=5&state_=active&zzz=1`))).toEqual([
      { pointer: '/limits', detail: 'is no parameter of this path. Did you mean "limit"?' },
      { pointer: '/state_', detail: 'is no parameter of this path. Did you mean "state"?' },
      { pointer: '/zzz', detail: 'is no parameter of this path' },
    ]);
  });

  it('A tag with a comma is one value, as in GraphQL', async () => {
    await buyTickets(party);
    const { agentId } = party;
    const listing = { tradeProfile: 'comma', side: 'PROVIDE', title: 'Comma', tags: ['a,b'], priceStamps: 1, agentId };
    const listingKey = await publishListing(party, listing);
    const found = async (query: string) =>
      body<List<{ listing_key: string }>>(await rest.get(`${p}/listings?${query}`)).data.map((row) => row.listing_key);
    expect(await found('tag=a%2Cb')).toEqual([listingKey]);
    expect(await found('tag=a&tag=b')).toEqual([]);
  });

  it('should accept the smallest and largest page size', async () => {
    for (const query of ['limit=1', 'limit=200']) expect((await rest.get(`${p}/listings?${query}`)).status).toBe(200);
  });

  // @spec R6
  it.each(
    routes.filter(({ list }) => list !== undefined && list !== 'whole').map((route) => [route.path, route] as const),
  )('should allow the largest page of the list and no larger one: %s', async (path, { parameters }) => {
    if (path === '/api/v1/trades') return;
    const max = parameters.find(({ name }) => name === 'limit')?.page?.max ?? 0;
    const url = path
      .replace(API, '')
      .replace('{principal_key}', party.principalKey)
      .replace('{agent_key}', party.agentKey);
    const owner = ownerRest(app, party);
    expect((await owner.get(`${url}?limit=${String(max)}`)).status).toBe(200);
    expect(errorsOf(await owner.get(`${url}?limit=${String(max + 1)}`))[0]?.pointer).toBe('/limit');
  });

  it('should refuse query parameters on paths that have none, also for mutations', async () => {
    expect(errorsOf(await rest.get('/tickets/packs?limit=1'))[0]?.pointer).toBe('/limit');
    expect(errorsOf(await rest.post(`${p}/bond/reserve?dry_run=1`, { amount_stamps: 1 }))[0]?.pointer).toBe('/dry_run');
  });

  // @spec TK7
  it('should name a missing query parameter', async () => {
    expect(errorsOf(await rest.get('/tickets/purchase-status'))).toEqual([
      { pointer: '/session_id', detail: 'must be given' },
    ]);
  });

  it('should accept event types comma-separated or as a repeated parameter', async () => {
    for (const query of ['types=trade.created,trade.failed', 'types=trade.created&types=trade.failed']) {
      expect((await rest.get(`${p}/events?${query}`)).status).toBe(200);
    }
    expect(errorsOf(await rest.get(`${p}/events?types=TRADE_CREATED`))[0]?.pointer).toBe('/types/0');
    expect(errorsOf(await rest.get(`${p}/events?after=x`))).toEqual([
      { pointer: '/after', detail: 'is not a cursor of an event' },
    ]);
    expect(errorsOf(await rest.get(`${p}/events?limit=201`))[0]?.pointer).toBe('/limit');
  });
});
