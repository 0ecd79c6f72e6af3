import 'reflect-metadata';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import { Arg, buildSchema, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { DataSource, In, type ObjectLiteral } from 'typeorm';
import { Participant, Principal, Settlement, Step, Trade } from './entities';

/**
 * Apollo Server with standalone defaults, type-graphql and TypeORM repositories. `LOADING=naive` queries a repository
 * for each parent. Any other value batches with DataLoader.
 */
const source = new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL'] ?? '',
  entities: [Participant, Principal, Settlement, Step, Trade],
  poolSize: Number(process.env['CONNECTIONS']),
  installExtensions: false,
  extra: { idleTimeoutMillis: 600_000 },
});
const trades = source.getRepository(Trade);
const steps = source.getRepository(Step);
const participants = source.getRepository(Participant);
const settlements = source.getRepository(Settlement);
const principals = source.getRepository(Principal);

interface Loads {
  steps(tradeId: string): Promise<Step[]>;
  participants(tradeId: string): Promise<Participant[]>;
  settlement(tradeId: string): Promise<Settlement | null>;
  principal(principalId: string): Promise<Principal>;
}

const naive: Loads = {
  steps: (tradeId) => steps.find({ where: { tradeId }, order: { stepNo: 'ASC' } }),
  participants: (tradeId) => participants.find({ where: { tradeId }, order: { principalId: 'ASC' } }),
  settlement: (tradeId) => settlements.findOneBy({ tradeId }),
  principal: (principalId) => principals.findOneByOrFail({ principalId }),
};

function batched<Row extends ObjectLiteral>(
  find: (ids: readonly string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): DataLoader<string, Row[]> {
  return new DataLoader(async (ids) => {
    const rows = await find(ids);
    return ids.map((id) => rows.filter((row) => keyOf(row) === id));
  });
}

/** New loaders for each request. */
function batching(): Loads {
  const ofTrade = ({ tradeId }: { tradeId: string }): string => tradeId;
  const allSteps = batched((ids) => steps.find({ where: { tradeId: In(ids) }, order: { stepNo: 'ASC' } }), ofTrade);
  const all = batched(
    (ids) => participants.find({ where: { tradeId: In(ids) }, order: { principalId: 'ASC' } }),
    ofTrade,
  );
  const ends = batched((ids) => settlements.findBy({ tradeId: In(ids) }), ofTrade);
  const parties = batched(
    (ids) => principals.findBy({ principalId: In(ids) }),
    ({ principalId }) => principalId,
  );
  return {
    steps: (tradeId) => allSteps.load(tradeId),
    participants: (tradeId) => all.load(tradeId),
    settlement: async (tradeId) => (await ends.load(tradeId))[0] ?? null,
    principal: async (principalId) => (await parties.load(principalId))[0] as Principal,
  };
}

@Resolver(() => Trade)
class TradeResolver {
  @Query(() => [Trade])
  trades(@Arg('principalId', () => ID) principalId: string): Promise<Trade[]> {
    return trades
      .createQueryBuilder('trade')
      .innerJoin(Participant, 'mine', 'mine.tradeId = trade.tradeId AND mine.principalId = :principalId', {
        principalId,
      })
      .orderBy('trade.tradeId', 'DESC')
      .limit(20)
      .getMany();
  }

  @FieldResolver(() => [Step])
  steps(@Root() trade: Trade, @Ctx() loads: Loads): Promise<Step[]> {
    return loads.steps(trade.tradeId);
  }

  @FieldResolver(() => [Participant])
  participants(@Root() trade: Trade, @Ctx() loads: Loads): Promise<Participant[]> {
    return loads.participants(trade.tradeId);
  }

  @FieldResolver(() => Settlement, { nullable: true })
  settlement(@Root() trade: Trade, @Ctx() loads: Loads): Promise<Settlement | null> {
    return loads.settlement(trade.tradeId);
  }
}

@Resolver(() => Step)
class StepResolver {
  @FieldResolver(() => Principal)
  provider(@Root() step: Step, @Ctx() loads: Loads): Promise<Principal> {
    return loads.principal(step.providerPrincipalId);
  }

  @FieldResolver(() => Principal)
  consumer(@Root() step: Step, @Ctx() loads: Loads): Promise<Principal> {
    return loads.principal(step.consumerPrincipalId);
  }
}

async function main(): Promise<void> {
  await source.initialize();
  const schema = await buildSchema({ resolvers: [TradeResolver, StepResolver], validate: false });
  const context = process.env['LOADING'] === 'naive' ? () => Promise.resolve(naive) : () => Promise.resolve(batching());
  const { url } = await startStandaloneServer<Loads>(new ApolloServer<Loads>({ schema }), {
    listen: { port: 0, host: '127.0.0.1' },
    context,
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url: url.replace(/\/$/, '') });
}

void main();
