import { arrive, buy, crowd, money, owners, parked } from './scenes-party';
import { asOperator, type Lane, mutate, type Party, type World } from './cast';
import type { Scene, SceneName } from './plan';
import { agents } from './scenes-agents';
import { credentials, rotation } from './scenes-credentials';
import { late, short, silent } from './scenes-deadlines';
import { legacy } from './scenes-legacy';
import { clean, failed, haggle, market, overturned, shared, withdrawn } from './scenes-trade';

/** Who takes part, and which scene is which. Not a test. */

export const PLAYS: Readonly<Record<SceneName, (lane: Lane, scene: Scene) => Promise<unknown>>> = {
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
    await arrive(lane, key);
  },
};

/** Rich, and with as many open trades as there are clients. */
export async function housed(world: World): Promise<Party> {
  const house = await arrive(world, 'house');
  for (const pack of [1, 2]) await buy(world, `house-funds-${pack}`, house, 'SCALE');
  const { principalKey } = house;
  await mutate(world, {
    key: 'house-anchor',
    signer: asOperator(world),
    field: 'setEconomicAnchor',
    input: { principalKey, maxOpenTrades: 1_000, dailySpendLimitStamps: 1_000_000_000 },
    selection: 'principal { displayName }',
  });
  return house;
}

export async function laneOf(world: World, house: Party, at: number): Promise<Lane> {
  const [provider, consumer, spare] = (await Promise.all(
    ['provider', 'consumer', 'spare'].map((name) => arrive(world, `l${at}-${name}`)),
  )) as [Party, Party, Party];
  for (const party of [provider, consumer]) await buy(world, `l${at}-${party.path.slice(1)}-funds`, party, 'SCALE');
  await buy(world, `l${at}-spare-funds`, spare, 'STARTER');
  await buy(world, `l${at}-wallet`, consumer, 'GROWTH', true);
  return { ...world, provider, consumer, spare, house, faulty: new Set() };
}
