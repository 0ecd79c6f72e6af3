import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { invalidMember } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { packs, type Pack } from '../../../domain/tickets/packs';
import { actingHuman } from '../../../domain/sessions/caller';
import * as operations from '../../../operations/commands/ticket';
import { type StoredPurchase, ticketPurchase } from '../../../operations/queries/tickets';
import { connectionType } from './connection';
import { requireMutation, authorize, type Context } from '../execution/context';
import { CurrencyEnum } from './closed-sets';
import { PackEnum, PurchaseStatusEnum, PurchaseTargetEnum } from './enums';
import { Node } from './node';
import { StampsScalar } from './scalars';

@ObjectType('TicketPack', { description: 'A number of tickets at a price.' })
export class TicketPackView implements Pack {
  @Field(() => PackEnum, { description: 'Identifier of the pack.' })
  readonly pack: Pack['pack'];

  @Field(() => String, { description: 'Display name of the pack.' })
  readonly name: string;

  @Field(() => StampsScalar, { description: 'Number of tickets in stamps.' })
  readonly ticketStamps: bigint;

  @Field(() => StampsScalar, {
    description: 'Number of tickets in stamps.',
    deprecationReason: 'Use `ticketStamps`, which has the same value.',
  })
  readonly ticketsStamps: bigint;

  @Field(() => Int, { description: 'Price in the minor unit of the currency.' })
  readonly priceMinor: number;

  @Field(() => CurrencyEnum, { description: 'Currency of the price, ISO 4217.' })
  readonly currency: string;
}

@ObjectType('TicketPurchase', {
  implements: Node,
  description: 'A ticket purchase with its checkout session. Its id is the id of the session.',
})
export class TicketPurchaseView extends Node {
  constructor(readonly row: StoredPurchase) {
    super(row.sessionId);
  }

  @Field(() => String, { description: 'Id of the session at the payment processor.' })
  get sessionId(): string {
    return this.row.sessionId;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Address of the checkout page. Null when nothing is left to pay.',
  })
  get checkoutUrl(): string | null {
    return this.row.status === 'open' ? this.row.checkoutUrl : null;
  }

  @Field(() => PurchaseStatusEnum, { description: 'Status of the purchase.' })
  get status(): string {
    return this.row.status;
  }

  @Field(() => PackEnum, { description: 'Ticket pack of the purchase.' })
  get pack(): string {
    return this.row.pack;
  }

  @Field(() => StampsScalar, { description: 'Tickets that the purchase credits, in stamps.' })
  get ticketStamps(): bigint {
    return this.row.ticketsStamps;
  }

  @Field(() => StampsScalar, {
    description: 'Tickets that the purchase credits, in stamps.',
    deprecationReason: 'Use `ticketStamps`, which has the same value.',
  })
  get ticketsStamps(): bigint {
    return this.row.ticketsStamps;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the credited principal. Null for a wallet.' })
  get principalKey(): string | null {
    return this.row.principalId === null ? null : keyOf('prn', this.row.principalId);
  }

  @Field(() => Date, { description: 'Time at which the session was created.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { nullable: true, description: 'Time at which the tickets were credited.' })
  get creditedAt(): Date | null {
    return this.row.creditedAt;
  }
}

export const TicketPurchaseConnection = connectionType('TicketPurchase', () => TicketPurchaseView);

@InputType({ description: 'Buys a ticket pack.' })
export class PurchaseTicketsInput {
  @Field(() => PackEnum, { description: 'Ticket pack to buy.' })
  pack: string;

  @Field(() => ID, { nullable: true, description: 'Key of the principal to credit. Optional for agents.' })
  principalKey?: string | null;

  @Field(() => PurchaseTargetEnum, {
    nullable: true,
    description: 'Balance to credit. Default: the principal. Only the console may credit the acting human’s wallet.',
  })
  to?: 'principal' | 'wallet' | null;

  @Field(() => String, { nullable: true, description: 'HTTPS URL to which the browser returns after payment.' })
  successUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'HTTPS URL to which the browser returns when the buyer cancels.',
  })
  cancelUrl?: string | null;
}

@ObjectType({ description: 'Payload of the mutation `purchaseTickets`.' })
export class PurchaseTicketsPayload {
  @Field(() => TicketPurchaseView, { description: 'The purchase, with the address of its checkout page.' })
  purchase: TicketPurchaseView;
}

@Resolver()
export class TicketResolver {
  @Query(() => [TicketPackView], { description: 'Self-serve ticket packs.' })
  ticketPacks(): TicketPackView[] {
    return packs.map((pack) => ({ ...pack, ticketStamps: pack.ticketsStamps }));
  }

  @Query(() => TicketPurchaseView, {
    description: 'A purchase, found by its session. Its status says whether the tickets are credited.',
  })
  async ticketPurchase(
    @Ctx() context: Context,
    @Arg('sessionId', () => String, { description: 'Id of the checkout session.' }) sessionId: string,
  ): Promise<TicketPurchaseView> {
    return new TicketPurchaseView(await ticketPurchase(context, sessionId));
  }

  @Mutation(() => PurchaseTicketsPayload, {
    description:
      'Creates a checkout session and grants no tickets. The payment processor’s verified webhook credits them. It must be the only mutation of its request.',
  })
  async purchaseTickets(
    @Ctx() context: Context,
    @Arg('input', () => PurchaseTicketsInput, { description: 'Input of the mutation.' }) input: PurchaseTicketsInput,
  ): Promise<PurchaseTicketsPayload> {
    const purchase = await operations.purchaseTickets(requireMutation(context), targetOf(context, input), input);
    return { purchase: new TicketPurchaseView(purchase) };
  }
}

function targetOf(context: Context, { to, principalKey }: PurchaseTicketsInput): operations.PurchaseTarget {
  if (to !== 'wallet') return { principalId: authorize(context, 'purchaseTickets', principalKey) };
  actingHuman(context.caller);
  if (principalKey != null) {
    throw invalidMember('/principal_key', 'must be left out when the wallet is credited');
  }
  return 'wallet';
}
