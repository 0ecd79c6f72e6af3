import type { Client } from '../../src/client';
import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { party, type Party, profile } from '../support/market';
import { body, type List, operatorRest } from '../support/rest';

/** Searches of more listings than a page compares. No worker runs here. */

const app = useTestApp({ ATS_ROLE: 'api' });

const SEARCH =
  'totalCount totalCountIsExact pageInfo { startCursor endCursor hasNextPage hasPreviousPage } nodes { listingKey }';
interface Search {
  readonly nodes: readonly { readonly listingKey: string }[];
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
  readonly pageInfo: Readonly<
    Record<'startCursor' | 'endCursor', string | null> & Record<'hasNextPage' | 'hasPreviousPage', boolean>
  >;
}
const searchPage = async (api: Client, args: string): Promise<Search> =>
  (await api.queryOrThrow<{ market: Search }>(`{ market(${args}) { ${SEARCH} } }`)).market;

/** Copies the listing `listingKey` this many times, each newer than the one before, with another title and tags. */
async function addNewer(listingKey: string, count: number): Promise<void> {
  const id = idOf('lst', listingKey);
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO listing SELECT (jsonb_populate_record(l, jsonb_build_object('agent_id', gen_random_uuid(), 'title', 'Other',
      'tags', '[]'::jsonb, 'listing_id', (lpad(to_hex(('x' || left(replace(l.listing_id::text, '-', ''), 12))::bit(48)::bigint + n), 12, '0')
        || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid))).*
    FROM listing l, generate_series(1, ${String(count)}) n WHERE l.listing_id = '${String(id)}'; COMMIT`);
}

describe('A search in more than 10,000 listings', () => {
  const tradeProfile = profile();
  let ann: Party;
  let rare: string;
  beforeAll(async () => {
    ann = await party(app);
    const offer = { tradeProfile, title: 'Rare', tags: ['rare'], priceStamps: 100, visibility: 'MARKET' };
    rare = (await ann.publish(offer)).listingKey;
    await addNewer(rare, 10_500);
  }, 60_000);

  // @spec MK10
  test.each(['text: "rare"', 'tags: ["rare"]', 'text: "rare", maxPriceStamps: 100'])(
    'compares 10,000 of them for a page, and its pages find every match: %s',
    async (search) => {
      const args = `filter: { tradeProfile: "${tradeProfile}", ${search} }`;
      const read = async (more = ''): Promise<Search> => searchPage(ann.api, `${args}${more}`);
      const first = await read();
      expect(first).toMatchObject({
        nodes: [],
        totalCount: 0,
        totalCountIsExact: false,
        pageInfo: { hasNextPage: true },
      });
      const second = await read(`, after: "${String(first.pageInfo.endCursor)}"`);
      expect(second.nodes).toEqual([{ listingKey: rare }]);
      expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const oldest = await read(', last: 5');
      expect(oldest.nodes).toEqual([{ listingKey: rare }]);
      expect(oldest.pageInfo.hasPreviousPage).toBe(true);
      const newer = await read(`, last: 5, before: "${String(oldest.pageInfo.startCursor)}"`);
      expect(newer).toMatchObject({ nodes: [], pageInfo: { hasPreviousPage: false } });
    },
  );

  // @spec MK10
  test('has full pages of matches, whose cursors are those of their listings', async () => {
    const others = `filter: { tradeProfile: "${tradeProfile}", text: "other" }`;
    const { nodes, pageInfo, totalCount, totalCountIsExact } = await searchPage(ann.api, `first: 200, ${others}`);
    expect([nodes.length, totalCount, totalCountIsExact, pageInfo.hasNextPage]).toEqual([200, 10_000, false, true]);
    const next = await searchPage(ann.api, `first: 200, ${others}, after: "${String(pageInfo.endCursor)}"`);
    expect(new Set([...nodes, ...next.nodes].map(({ listingKey }) => listingKey)).size).toBe(400);
  });

  // @spec MK10
  test('has the same pages in REST and in the lists of a principal', async () => {
    const rest = operatorRest(app);
    const path = `/market?trade_profile=${tradeProfile}&text=rare`;
    const first = body<List>(await rest.get(path));
    expect(first.data).toEqual([]);
    const second = body<List>(await rest.get(`${path}&cursor=${String(first.next_cursor)}`));
    expect([second.data, second.next_cursor]).toMatchObject([[{ listing_key: rare }], null]);
    const own = (more: string) =>
      ann.read<{ listings: Search }>(
        `listings(filter: { tags: ["rare"], states: [ACTIVE, CLOSED] }${more}) { ${SEARCH} }`,
      );
    const { listings } = await own('');
    expect(listings).toMatchObject({ nodes: [], totalCountIsExact: false, pageInfo: { hasNextPage: true } });
    expect((await own(`, after: "${String(listings.pageInfo.endCursor)}"`)).listings.nodes).toEqual([
      { listingKey: rare },
    ]);
  });
});
