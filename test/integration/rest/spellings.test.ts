import { fromString, toUUID } from 'typeid-js';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import type { Sent } from '../../support/exchange';
import { body, type List, type Rest, restOf, under } from '../../support/rest';
import {
  activate,
  checkpoint,
  type Party,
  publishContract,
  settled,
  startTrade,
  type StartedTrade,
} from '../../support/actors';

const app = useTestApp();
let provider: Party;
let rest: Rest;
let trade: StartedTrade;

beforeAll(async () => {
  const parties = await twoParties(app);
  ({ provider } = parties);
  rest = restOf(app, provider);
  trade = await startTrade(provider, parties.consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
});

const P = (): string => under(provider);

// @spec N3
describe('A path names a resource by its key or its UUID', () => {
  it.each([
    ['trade', () => trade.tradeKey, 'trades'],
    ['proposal', () => trade.proposalKey, 'proposals'],
    ['agent', () => provider.agentKey, 'agents'],
  ])('should find a %s by either', async (_, keyOf, path) => {
    const key = keyOf();
    const id = toUUID(fromString(key));
    const byKey = await rest.get(`${P()}/${path}/${key}`);
    const byId = await rest.get(`${P()}/${path}/${id}`);
    expect([byKey.status, byId.status, byId.text]).toEqual([200, 200, byKey.text]);
  });

  it('should find a settlement and a listing by UUID', async () => {
    const at = (path: string): Promise<Sent> => rest.get(`${P()}${path}`);
    const tradeId = toUUID(fromString(trade.tradeKey));
    expect((await at(`/trades/${tradeId}/settlement`)).status).toBe(200);
    const { data } = body<List<{ listing_key: string }>>(await at('/listings'));
    const listingId = toUUID(fromString(data[0]?.listing_key ?? ''));
    expect((await at(`/listings/${listingId}`)).json['listing_key']).toBe(data[0]?.listing_key);
  });
});
