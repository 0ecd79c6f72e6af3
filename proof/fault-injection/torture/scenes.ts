import { createParty, buy, crowd, money, owners, parked } from './scenes-party';
import { asOperator, type Lane, mutate, type Party, type World } from './parties';
import type { Scene, SceneName } from './plan';
import { agents } from './scenes-agents';
import { credentials, rotation } from './scenes-credentials';
import { late, short, silent } from './scenes-deadlines';
import { legacy } from './scenes-legacy';
import { clean, failed, haggle, market, overturned, shared, withdrawn } from './scenes-trade';

/** Creates the parties, and maps the name of each scene to its function. */

export const SCENE_FUNCTIONS: Readonly<Record<SceneName, (lane: Lane, scene: Scene) => Promise<unknown>>> = {
  clean,
  withdrawn,
  failed,
  overturned,
  haggle,
  market,
  money,
  credentials,
  rotation,
  agents,
  owners,
  late,
  silent,
  short,
  shared,
  crowd,
  parked,
  legacy,
  buy: async (lane, { key, draws }) => {
    await buy(lane, `${key}-own`, lane.consumer, 'GROWTH');
    await buy(lane, `${key}-wallet`, lane.consumer, (draws[0] ?? 0) % 2 === 0 ? 'STARTER' : 'GROWTH', true);
  },
  newcomer: async (lane, { key }) => {
    await createParty(lane, key);
  },
};

/** Creates the shared party, with funds and open trades for all clients. */
export async function createSharedParty(world: World): Promise<Party> {
  const sharedParty = await createParty(world, 'house');
  for (const pack of [1, 2]) await buy(world, `house-funds-${pack}`, sharedParty, 'SCALE');
  const { principalKey } = sharedParty;
  await mutate(world, {
    key: 'house-anchor',
    signer: asOperator(world),
    field: 'setEconomicAnchor',
    input: { principalKey, maxOpenTrades: 1_000, dailySpendLimitStamps: 1_000_000_000 },
    selection: 'principal { displayName }',
  });
  return sharedParty;
}

export async function createLane(world: World, sharedParty: Party, at: number): Promise<Lane> {
  const [provider, consumer, spare] = (await Promise.all(
    ['provider', 'consumer', 'spare'].map((name) => createParty(world, `l${at}-${name}`)),
  )) as [Party, Party, Party];
  for (const party of [provider, consumer]) await buy(world, `l${at}-${party.path.slice(1)}-funds`, party, 'SCALE');
  await buy(world, `l${at}-spare-funds`, spare, 'STARTER');
  await buy(world, `l${at}-wallet`, consumer, 'GROWTH', true);
  return { ...world, provider, consumer, spare, sharedParty, faulty: new Set() };
}
