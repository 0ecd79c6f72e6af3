import type { Client } from '../../src/client';
import { keyOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { addAgent, inSeconds, parties, party, type Party, profile, refused } from '../support/market';

/** The market: listings that every signed caller reads, and figures of trade profiles. No worker runs here. */

const app = useTestApp({ ATS_ROLE: 'api' });

interface Offer {
  readonly listingKey: string;
  readonly priceStamps: number | null;
  readonly principal: { readonly principalKey: string };
}
interface Page {
  readonly nodes: readonly Offer[];
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string; readonly startCursor: string; readonly hasNextPage: boolean };
}

async function page(api: Client, args: string): Promise<Page> {
  const document = `{ market(${args}) { totalCount pageInfo { startCursor endCursor hasNextPage }
    nodes { listingKey priceStamps principal { principalKey } } } }`;
  return (await api.queryOrThrow<{ market: Page }>(document)).market;
}
const keys = async (api: Client, args: string): Promise<string[]> =>
  (await page(api, args)).nodes.map(({ listingKey }) => listingKey);

/** Publishes listings of one profile in the market, each of another agent. Returns their keys. */
async function publishMany(one: Party, tradeProfile: string, inputs: readonly object[]): Promise<string[]> {
  const made: string[] = [];
  for (const input of inputs) {
    const agentId = await addAgent(app, one.principalId);
    made.push((await one.publish({ agentId, tradeProfile, visibility: 'MARKET', ...input })).listingKey);
  }
  return made;
}

// @spec MK1, MK2
test('A listing is in the market only if its owner says so, and its owner can change that', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const ofProfile = `filter: { tradeProfile: "${tradeProfile}" }`;
  const { listingKey } = await ann.publish({ tradeProfile, priceStamps: 700 });
  const visibility = async (): Promise<unknown> =>
    (await ann.read<{ listing: { visibility: string } }>(`listing(listingKey: "${listingKey}") { visibility }`))
      .listing;
  expect(await visibility()).toEqual({ visibility: 'MATCH_ONLY' });
  expect(await keys(ben.api, ofProfile)).toEqual([]);
  await ann.update(listingKey, { visibility: 'MARKET' });
  const offer = { listingKey, priceStamps: 700, principal: { principalKey: ann.principalKey } };
  for (const reader of [ann.api, ben.api, app.operator]) {
    expect(await page(reader, ofProfile)).toMatchObject({ totalCount: 1, nodes: [offer] });
  }
  await ann.update(listingKey, { title: 'Another title' });
  expect(await visibility()).toEqual({ visibility: 'MARKET' });
  await ann.update(listingKey, { visibility: null });
  expect(await visibility()).toEqual({ visibility: 'MATCH_ONLY' });
  expect(await keys(ben.api, ofProfile)).toEqual([]);
});

// @spec MK3
test('A counterparty sees the price of a listing only while it is in the market', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const wanted = await ben.publish({ tradeProfile, side: 'CONSUME', priceStamps: 900 });
  const offer = await ann.publish({ tradeProfile, priceStamps: 500 });
  const { proposals } = await ben.run(wanted.listingKey);
  const proposalKey = proposals[0]?.proposalKey ?? '';
  const prices = async (): Promise<unknown> =>
    (
      await ben.read<{ proposal: { listings: Offer[] } }>(
        `proposal(proposalKey: "${proposalKey}") { listings { listingKey priceStamps } }`,
      )
    ).proposal.listings.find(({ listingKey }) => listingKey === offer.listingKey)?.priceStamps;
  expect(await prices()).toBeNull();
  await ann.update(offer.listingKey, { visibility: 'MARKET' });
  expect(await prices()).toBe(500);
  await ann.update(offer.listingKey, { lifecycleAction: 'PAUSE', priceStamps: 123 });
  expect(await prices()).toBeNull();
  await ann.update(offer.listingKey, { lifecycleAction: 'RESUME' });
  expect(await prices()).toBe(123);
  await ann.update(offer.listingKey, { expiresAt: inSeconds(app, 30) });
  app.clock.advance(31);
  expect(await prices()).toBeNull();
});

// @spec MK1
test('A paused, closed or expired listing is not in the market, also before a worker closes it', async () => {
  const tradeProfile = profile();
  const ann = await party(app);
  const [paused = '', closed = '', expiring = '', stays = ''] = await publishMany(ann, tradeProfile, [
    {},
    {},
    { expiresAt: inSeconds(app, 30) },
    {},
  ]);
  await ann.update(paused, { lifecycleAction: 'PAUSE' });
  await ann.update(closed, { lifecycleAction: 'CLOSE' });
  const ofProfile = `filter: { tradeProfile: "${tradeProfile}" }`;
  expect(await keys(ann.api, ofProfile)).toEqual([stays, expiring]);
  app.clock.advance(31);
  expect(await keys(ann.api, ofProfile)).toEqual([stays]);
  await ann.update(paused, { lifecycleAction: 'RESUME' });
  expect(await keys(ann.api, ofProfile)).toEqual([stays, paused]);
});

describe('The filter and the order of the market', () => {
  const tradeProfile = profile();
  let ann: Party;
  let made: readonly string[];
  beforeAll(async () => {
    ann = await party(app);
    made = await publishMany(ann, tradeProfile, [
      { priceStamps: 300, title: 'German texts', tags: ['law'] },
      { priceStamps: 100, side: 'CONSUME', title: 'Wanted', description: 'All in GERMAN.' },
      { priceStamps: 200, title: '100 % done', tags: ['law', 'tax'] },
      { priceStamps: 200, title: 'Plain' },
    ]);
  });

  // @spec MK4
  test.each([
    ['side: CONSUME', [1]],
    ['tags: ["tax", "law"]', [2, 0]],
    ['tags: ["none"]', []],
    ['text: "german"', [1, 0]],
    ['text: "100 %"', [2]],
    ['maxPriceStamps: 200', [3, 2, 1]],
    ['maxPriceStamps: 200, side: PROVIDE, tags: ["law"]', [2]],
  ])('selects exactly the listings that match: %s', async (filter, expected) => {
    const args = `filter: { tradeProfile: "${tradeProfile}", ${filter} }`;
    const found = await page(ann.api, args);
    expect(found.nodes.map(({ listingKey }) => made.indexOf(listingKey))).toEqual(expected);
    expect(found.totalCount).toBe(expected.length);
    const cheapest = await keys(ann.api, `${args}, orderBy: { field: PRICE_STAMPS }`);
    expect(new Set(cheapest)).toEqual(new Set(expected.map((index) => made[index])));
  });

  // @spec MK4
  test('sorts by price and then by age, in both directions', async () => {
    const order = async (by: string) =>
      (await keys(ann.api, `filter: { tradeProfile: "${tradeProfile}" }, orderBy: { ${by} }`)).map((key) =>
        made.indexOf(key),
      );
    expect(await order('field: PRICE_STAMPS')).toEqual([1, 2, 3, 0]);
    expect(await order('field: PRICE_STAMPS, direction: DESC')).toEqual([0, 3, 2, 1]);
    expect(await order('direction: ASC')).toEqual([0, 1, 2, 3]);
  });

  // @spec MK5
  test('has pages that meet, and a cursor of another filter or order is 400 cursor_invalid', async () => {
    for (const view of [
      `filter: { tradeProfile: "${tradeProfile}" }, orderBy: { field: PRICE_STAMPS }`,
      `filter: { tradeProfile: "${tradeProfile}", maxPriceStamps: 250 }`,
      `filter: { tradeProfile: "${tradeProfile}", tags: ["law"] }, orderBy: { field: PRICE_STAMPS, direction: DESC }`,
    ]) {
      const whole = await keys(ann.api, view);
      const seen: string[] = [];
      for (let after = ''; ;) {
        const next = await page(ann.api, `first: 1, ${view}${after}`);
        seen.push(...next.nodes.map(({ listingKey }) => listingKey));
        if (!next.pageInfo.hasNextPage) break;
        after = `, after: "${next.pageInfo.endCursor}"`;
      }
      expect(seen).toEqual(whole);
      const { startCursor } = (await page(ann.api, view)).pageInfo;
      for (const other of ['', ', filter: { side: PROVIDE }', ', orderBy: { field: PRICE_STAMPS }']) {
        const misused = await refused(page(ann.api, `after: "${startCursor}"${other}`));
        expect(misused).toMatchObject({ status: 400, code: 'cursor_invalid' });
      }
    }
    expect(await refused(page(ann.api, 'after: "none"'))).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await refused(page(ann.api, 'first: 0'))).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await refused(page(ann.api, 'filter: { tags: [] }'))).toMatchObject({
      fields: [{ path: ['filter', 'tags'] }],
    });
  });
});

interface Profiles {
  readonly tradeProfiles: readonly { readonly tradeProfile: string; readonly sides: readonly object[] }[];
}

// @spec MK6
test('Trade profiles show counts and price quartiles of at least five listings, without prices outside the market', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const read = async () => {
    const fields = '{ tradeProfile sides { side activeListings priceQuartilesStamps } }';
    const data = await ben.api.queryOrThrow<Profiles>(`{ tradeProfiles(prefix: "${tradeProfile}") ${fields} }`);
    return data.tradeProfiles.map((one) => [one.tradeProfile, ...one.sides]);
  };
  const side = (name: string, activeListings: number | null, priceQuartilesStamps: number[] | null) => ({
    side: name,
    activeListings,
    priceQuartilesStamps,
  });
  expect(await read()).toEqual([]);
  await publishMany(
    ann,
    tradeProfile,
    [100, 200, 300, 400].map((priceStamps) => ({ priceStamps })),
  );
  expect(await read()).toEqual([[tradeProfile, side('PROVIDE', null, null), side('CONSUME', null, null)]]);
  const [hidden = ''] = await publishMany(ann, tradeProfile, [{ priceStamps: 500, visibility: 'MATCH_ONLY' }]);
  expect(await read()).toEqual([[tradeProfile, side('PROVIDE', 5, null), side('CONSUME', null, null)]]);
  await ann.update(hidden, { visibility: 'MARKET' });
  expect(await read()).toEqual([[tradeProfile, side('PROVIDE', 5, [200, 300, 400]), side('CONSUME', null, null)]]);
});

// @spec MK6
test('Trade profiles are those with a prefix, by name; an expired listing makes none', async () => {
  const prefix = profile();
  const ann = await party(app);
  await ann.publish({ tradeProfile: `${prefix}.b`, expiresAt: inSeconds(app, 30) });
  await ann.publish({ tradeProfile: `${prefix}.c/v1` });
  await ann.publish({ tradeProfile: `${prefix}.a` });
  const names = async (args: string) =>
    (
      await ann.api.queryOrThrow<Profiles>(`{ tradeProfiles(${args}) { tradeProfile sides { side } } }`)
    ).tradeProfiles.map(({ tradeProfile }) => tradeProfile.slice(prefix.length));
  expect(await names(`prefix: "${prefix}"`)).toEqual(['.a', '.b', '.c/v1']);
  expect(await names(`prefix: "${prefix}", first: 2`)).toEqual(['.a', '.b']);
  app.clock.advance(31);
  expect(await names(`prefix: "${prefix}", first: 2`)).toEqual(['.a', '.c/v1']);
  for (const first of [0, 51]) {
    expect(await refused(names(`first: ${String(first)}`))).toMatchObject({ fields: [{ path: ['first'] }] });
  }
  expect(await refused(names(String.raw`prefix: "\u0000"`))).toMatchObject({ status: 400 });
});

// @spec MK7
test('A principal in the market and its agents are nodes to every caller, and others only to counterparties', async () => {
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const ids = [ann.principalKey, keyOf('agt', ann.agentId)];
  const nodes = async () =>
    (await ben.api.queryOrThrow<{ nodes: unknown[] }>(`{ nodes(ids: ${JSON.stringify(ids)}) { __typename } }`)).nodes;
  expect(await nodes()).toEqual([null, null]);
  const { listingKey } = await ann.publish({ tradeProfile: profile(), visibility: 'MARKET' });
  expect(await nodes()).toEqual([{ __typename: 'PublicPrincipal' }, { __typename: 'PublicAgent' }]);
  await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
  expect(await nodes()).toEqual([null, null]);
});

// @spec MK8
test('Any caller reads a public principal by its key; an unknown key is 404 principal_not_found', async () => {
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const read = async (key: string) =>
    ben.api.queryOrThrow(
      `{ publicPrincipal(principalKey: "${key}") { principalKey displayName agents { nodes { name } } } }`,
    );
  expect(await read(ann.principalKey)).toEqual({
    publicPrincipal: { principalKey: ann.principalKey, displayName: 'Party', agents: { nodes: [{ name: 'Agent' }] } },
  });
  for (const key of [keyOf('prn', newId()), 'none', keyOf('agt', ann.agentId)]) {
    expect(await refused(read(key))).toMatchObject({ status: 404, code: 'principal_not_found' });
  }
});
