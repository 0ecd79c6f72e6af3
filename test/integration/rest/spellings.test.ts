import { fromString, toUUID } from 'typeid-js';
import { startTestApp, type TestApp } from '../../support/app';
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

/** Paths name a resource by its key or by its id, for reading as for changing. */

let app: TestApp;
let provider: Party;
let ours: Rest;
let trade: StartedTrade;

beforeAll(async () => {
  app = await startTestApp();
  const parties = await twoParties(app);
  ({ provider } = parties);
  ours = restOf(app, provider);
  trade = await startTrade(provider, parties.consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
});
afterAll(() => app.stop());

const P = (): string => under(provider);

// @spec N3
describe('A key and an id are two spellings of one value (contract §1)', () => {
  it.each([
    ['trade', () => trade.tradeKey, 'trades'],
    ['proposal', () => trade.proposalKey, 'proposals'],
    ['agent', () => provider.agentKey, 'agents'],
  ])('a %s is found by either', async (_, keyOf, path) => {
    const key = keyOf();
    const id = toUUID(fromString(key));
    const byKey = await ours.get(`${P()}/${path}/${key}`);
    const byId = await ours.get(`${P()}/${path}/${id}`);
    expect([byKey.status, byId.status, byId.text]).toEqual([200, 200, byKey.text]);
  });

  it('and so are a settlement and a listing', async () => {
    const at = (rest: Rest, path: string): Promise<Sent> => rest.get(`${P()}${path}`);
    const tradeId = toUUID(fromString(trade.tradeKey));
    expect((await at(ours, `/trades/${tradeId}/settlement`)).status).toBe(200);
    const { data } = body<List<{ listing_key: string }>>(await at(ours, '/listings'));
    const listingId = toUUID(fromString(data[0]?.listing_key ?? ''));
    expect((await at(ours, `/listings/${listingId}`)).json['listing_key']).toBe(data[0]?.listing_key);
  });
});
