import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Counterparty, CounterpartyStrategy, PendingWork, TestClockStatus } from '../../../operations/sandbox';
import { requireMutation, requireSandbox, type Context } from '../execution/context';
import { CounterpartyStrategyEnum } from './closed-sets';
import { ListingSideEnum, PackEnum } from './enums';
import { DateTimeScalar, StampsScalar } from './scalars';
import { TicketPurchaseView } from './ticket';

@ObjectType('TestClock', { description: 'The clock of a sandbox. All deadlines are compared with it.' })
export class TestClockView implements Omit<TestClockStatus, 'advancedMs'> {
  @Field(() => DateTimeScalar, {
    description: 'Time that the clock shows. It also runs on with the real time.',
  })
  readonly nowAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time that the clock is moving to. Null when it is not being moved.',
  })
  readonly targetAt: Date | null;

  @Field(() => Int, { description: 'Whole seconds that the clock is ahead of the real time.' })
  readonly advancedSeconds: number;
}

@ObjectType('SandboxPending', {
  description: 'Work of a sandbox that is due now, and the time at which the next is due.',
})
export class SandboxPendingView implements PendingWork {
  @Field(() => Int, { description: 'Number of trades with a deadline that has passed.' })
  readonly trades: number;

  @Field(() => Int, { description: 'Number of proposals that have expired and are not closed yet.' })
  readonly proposals: number;

  @Field(() => Int, { description: 'Number of listings that have expired and are not closed yet.' })
  readonly listings: number;

  @Field(() => Int, { description: 'Number of events without a sequence number.' })
  readonly events: number;

  @Field(() => Int, { description: 'Number of webhook deliveries that are due or under way.' })
  readonly webhooks: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time at which the next work is due: a deadline, an expiry or a webhook retry. Null when there is none.',
  })
  readonly nextAt: Date | null;
}

@ObjectType('Sandbox', { description: 'State of a sandbox, a service to practise in.' })
export class SandboxView {
  @Field(() => TestClockView, { description: 'The test clock.' })
  clock: TestClockView;

  @Field(() => SandboxPendingView, { description: 'Work that is due.' })
  pending: SandboxPendingView;
}

@InputType({ description: 'Moves the clock of a sandbox forward, to a time or by seconds.' })
export class AdvanceClockInput {
  @Field(() => DateTimeScalar, { nullable: true, description: 'Time to move to. Set this or `seconds`.' })
  toAt?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds to move by, up to 366 days. The clock can be 2,147,483,647 seconds ahead at most. Set this or `toAt`.',
  })
  seconds?: number | null;
}

@ObjectType({ description: 'Payload of the mutation `advanceClock`.' })
export class AdvanceClockPayload {
  @Field(() => DateTimeScalar, { description: 'Time that the clock has reached.' })
  reachedAt: Date;
}

@InputType({ description: 'Grants a pack of tickets in a sandbox.' })
export class GrantTicketsInput {
  @Field(() => ID, { description: 'Key of the principal to credit. It may be any principal of the sandbox.' })
  principalKey: string;

  @Field(() => PackEnum, { description: 'Ticket pack to grant.' })
  pack: string;
}

@ObjectType({ description: 'Payload of the mutation `grantTickets`.' })
export class GrantTicketsPayload {
  @Field(() => TicketPurchaseView, { description: 'The purchase, which has paid itself.' })
  purchase: TicketPurchaseView;
}

@InputType({ description: 'Creates a counterparty in a sandbox.' })
export class SpawnCounterpartyInput {
  @Field(() => CounterpartyStrategyEnum, { description: 'Strategy of the counterparty.' })
  strategy: CounterpartyStrategy;

  @Field(() => ListingSideEnum, { description: 'Side that the counterparty takes: the other side than yours.' })
  side: 'provide' | 'consume';

  @Field(() => String, {
    description: 'Trade profile of its listing. A listing of yours with the same profile matches.',
  })
  tradeProfile: string;

  @Field(() => Int, { defaultValue: 1, description: 'Seed of its price. The same seed trades alike.' })
  seed: number;
}

@ObjectType('Counterparty', { description: 'A counterparty of a sandbox: a principal with an agent that trades.' })
export class CounterpartyView implements Counterparty {
  @Field(() => ID, { description: 'Key of its principal.' })
  principalKey: string;

  @Field(() => ID, { description: 'Key of its agent.' })
  agentKey: string;

  @Field(() => ID, { description: 'Key of its listing.' })
  listingKey: string;

  @Field(() => CounterpartyStrategyEnum, { description: 'Strategy of the counterparty.' })
  strategy: CounterpartyStrategy;

  @Field(() => ListingSideEnum, { description: 'Side that the counterparty takes.' })
  side: 'provide' | 'consume';

  @Field(() => String, { description: 'Trade profile of its listing.' })
  tradeProfile: string;

  @Field(() => Int, { description: 'Seed of its price.' })
  seed: number;

  @Field(() => StampsScalar, {
    description: 'Price of its listing in stamps: an ask of 500 to 1,000 or a bid of 1,000 to 2,000.',
  })
  priceStamps: bigint;
}

@ObjectType({ description: 'Payload of the mutation `spawnCounterparty`.' })
export class SpawnCounterpartyPayload {
  @Field(() => CounterpartyView, { description: 'The counterparty, which trades from now on.' })
  counterparty: CounterpartyView;
}

@Resolver()
export class SandboxResolver {
  @Query(() => SandboxView, {
    nullable: true,
    description: 'The test clock of a sandbox and the work that is due. Null in a live service.',
  })
  async sandbox(@Ctx() context: Context): Promise<SandboxView | null> {
    const { sandbox } = context.services;
    if (sandbox === undefined) return null;
    const { clock, pending } = await sandbox.status(context.db, await context.now());
    return { clock: { ...clock, advancedSeconds: Number(clock.advancedMs / 1000n) }, pending };
  }

  @Mutation(() => AdvanceClockPayload, {
    description:
      'Moves the clock of a sandbox forward. It answers when the clock has arrived, every due trade is settled and its webhooks are delivered or given up. After 20 seconds it answers 503, and the same request waits on.',
  })
  async advanceClock(
    @Ctx() context: Context,
    @Arg('input', () => AdvanceClockInput, { description: 'Input of the mutation.' }) input: AdvanceClockInput,
  ): Promise<AdvanceClockPayload> {
    return { reachedAt: await requireSandbox(context).advanceClock(requireMutation(context), input) };
  }

  @Mutation(() => GrantTicketsPayload, {
    description:
      'Grants a pack of tickets in a sandbox: a purchase that pays itself. It must be the only mutation of its request.',
  })
  async grantTickets(
    @Ctx() context: Context,
    @Arg('input', () => GrantTicketsInput, { description: 'Input of the mutation.' }) input: GrantTicketsInput,
  ): Promise<GrantTicketsPayload> {
    const purchase = await requireSandbox(context).grantTickets(requireMutation(context), input);
    return { purchase: new TicketPurchaseView(purchase) };
  }

  @Mutation(() => SpawnCounterpartyPayload, {
    description:
      'Creates a counterparty in a sandbox: a principal with tickets and a listing. It trades over the public API by its strategy, until the sandbox stops.',
  })
  async spawnCounterparty(
    @Ctx() context: Context,
    @Arg('input', () => SpawnCounterpartyInput, { description: 'Input of the mutation.' })
    input: SpawnCounterpartyInput,
  ): Promise<SpawnCounterpartyPayload> {
    return { counterparty: await requireSandbox(context).spawnCounterparty(requireMutation(context), { ...input }) };
  }
}
