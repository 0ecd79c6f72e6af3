import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { invalid } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { packs, type Pack } from '../../../domain/tickets/packs';
import { actingHuman } from '../../../domain/sessions/caller';
import * as operations from '../../../operations/commands/ticket';
import type { StoredPurchase } from '../../../database/repositories/purchases';
import { acting, scoped, type Context } from '../execution/context';
import { PackEnum, PurchaseStatusEnum, PurchaseTargetEnum } from './enums';
import { StampsScalar } from './scalars';

@ObjectType('TicketPack', { description: 'A number of tickets at a price.' })
export class TicketPackView {
  constructor(private readonly row: Pack) {}

  @Field(() => PackEnum, { description: 'Which.' })
  get pack(): string {
    return this.row.pack;
  }

  @Field(() => String, { description: 'Its name, to show.' })
  get name(): string {
    return this.row.name;
  }

  @Field(() => StampsScalar, { description: 'The tickets in it.' })
  get ticketsStamps(): bigint {
    return this.row.ticketsStamps;
  }

  @Field(() => Int, { description: 'Its price, in the minor unit of the currency.' })
  get priceMinor(): number {
    return this.row.priceMinor;
  }

  @Field(() => String, { description: 'ISO 4217, lower case.' })
  get currency(): string {
    return this.row.currency;
  }
}

@ObjectType('TicketPurchase', { description: 'A checkout session and what came of it.' })
export class TicketPurchaseView {
  constructor(readonly row: StoredPurchase) {}

  @Field(() => String, { description: 'The payment processor’s id of the session.' })
  get sessionId(): string {
    return this.row.sessionId;
  }

  @Field(() => String, {
    nullable: true,
    description: 'The page to pay on; null once there is nothing to pay any more.',
  })
  get checkoutUrl(): string | null {
    return this.row.status === 'open' ? this.row.checkoutUrl : null;
  }

  @Field(() => PurchaseStatusEnum, { description: 'Where it stands.' })
  get status(): string {
    return this.row.status;
  }

  @Field(() => PackEnum, { description: 'What is bought.' })
  get pack(): string {
    return this.row.pack;
  }

  @Field(() => StampsScalar, { description: 'The tickets it credits.' })
  get ticketsStamps(): bigint {
    return this.row.ticketsStamps;
  }

  @Field(() => ID, { nullable: true, description: 'The principal it credits; null for a wallet.' })
  get principalKey(): string | null {
    return this.row.principalId === null ? null : keyOf('prn', this.row.principalId);
  }

  @Field(() => Date, { description: 'When the session was made.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { nullable: true, description: 'When the tickets arrived.' })
  get creditedAt(): Date | null {
    return this.row.creditedAt;
  }
}

@InputType({ description: 'Buys a ticket pack.' })
export class PurchaseTicketsInput {
  @Field(() => PackEnum, { description: 'Which pack.' })
  pack: string;

  @Field(() => ID, { nullable: true, description: 'The principal to credit; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => PurchaseTargetEnum, {
    nullable: true,
    description: 'What to credit: the principal (default), or the acting human’s wallet (the console alone).',
  })
  to?: 'principal' | 'wallet' | null;

  @Field(() => String, { nullable: true, description: 'Where the buyer’s browser goes after paying: an https URL.' })
  successUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it goes when the buyer gives up: an https URL.' })
  cancelUrl?: string | null;
}

@ObjectType({ description: 'What buying answers.' })
export class PurchaseTicketsPayload {
  @Field(() => TicketPurchaseView, { description: 'The purchase, to be paid on its page.' })
  purchase: TicketPurchaseView;
}

@Resolver()
export class TicketResolver {
  @Query(() => [TicketPackView], { description: 'The packs one can buy oneself.' })
  ticketPacks(): TicketPackView[] {
    return packs.map((pack) => new TicketPackView(pack));
  }

  @Query(() => TicketPurchaseView, { description: 'A purchase by its session: whether its tickets have arrived.' })
  async ticketPurchase(
    @Ctx() context: Context,
    @Arg('sessionId', () => String, { description: 'The id of the checkout session.' }) sessionId: string,
  ): Promise<TicketPurchaseView> {
    return new TicketPurchaseView(await operations.ticketPurchase(context, sessionId));
  }

  @Mutation(() => PurchaseTicketsPayload, {
    description:
      'Makes a checkout session to pay; grants nothing. The tickets arrive with the payment processor’s own word. Must be the only mutation of its request.',
  })
  async purchaseTickets(
    @Ctx() context: Context,
    @Arg('input', () => PurchaseTicketsInput, { description: 'What, for whom.' }) input: PurchaseTicketsInput,
  ): Promise<PurchaseTicketsPayload> {
    const purchase = await operations.purchaseTickets(acting(context), targetOf(context, input), input);
    return { purchase: new TicketPurchaseView(purchase) };
  }
}

function targetOf(context: Context, { to, principalKey }: PurchaseTicketsInput): operations.PurchaseTarget {
  if (to !== 'wallet') return { principalId: scoped(context, 'purchaseTickets', principalKey) };
  actingHuman(context.caller);
  if (principalKey != null) {
    throw invalid([{ pointer: '/principal_key', detail: 'must be left out when the wallet is credited' }]);
  }
  return 'wallet';
}
