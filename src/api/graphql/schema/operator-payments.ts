import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { resolvePayment } from '../../../operations/commands/payment-resolution';
import { flaggedPayments, parkedPurchases } from '../../../operations/queries/lists';
import type { FlaggedPayment } from '../../../operations/queries/payments';
import type { StoredPurchase } from '../../../operations/queries/tickets';
import { ConnectionArgs, connectionType, platformConnection, type Connection } from './connection';
import { requireMutation, platformOnly, type Context } from '../execution/context';
import { FlagReasonEnum, ParkReasonEnum } from './closed-sets';
import { PurchaseStatusEnum } from './enums';
import { OperatorActView } from './operator';
import { TicketPurchaseConnection, TicketPurchaseView } from './ticket';

@ObjectType('FlaggedPayment', {
  description: 'A payment event that an operator must review. No tickets were granted or taken.',
})
export class FlaggedPaymentView {
  constructor(private readonly row: FlaggedPayment) {}

  @Field(() => String, { description: 'Id of the event at the payment processor.' })
  get eventId(): string {
    return this.row.stripeEventId;
  }

  @Field(() => String, { description: 'Event type at the payment processor, such as `charge.refunded`.' })
  get type(): string {
    return this.row.type;
  }

  @Field(() => FlagReasonEnum, { description: 'Reason of the flag.' })
  get reason(): string {
    return this.row.reason;
  }

  @Field(() => String, { nullable: true, description: 'Id of the checkout session, if it is known.' })
  get sessionId(): string | null {
    return this.row.sessionId;
  }

  @Field(() => String, { nullable: true, description: 'Id of the payment at the payment processor.' })
  get paymentIntentId(): string | null {
    return this.row.paymentIntentId;
  }

  @Field(() => String, { nullable: true, description: 'Key of the principal or human that the event names.' })
  get reference(): string | null {
    return this.row.reference;
  }

  @Field(() => PurchaseStatusEnum, {
    nullable: true,
    description: 'Status of the purchase. Null when there is none.',
  })
  get purchaseStatus(): string | null {
    return this.row.purchaseStatus;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the principal that the purchase credits. Null for a wallet.',
  })
  get principalKey(): string | null {
    return this.row.principalId === null ? null : keyOf('prn', this.row.principalId);
  }

  @Field(() => ID, { nullable: true, description: 'Key of the human whose wallet the purchase credits, `hum_…`.' })
  get humanKey(): string | null {
    return this.row.humanId === null ? null : keyOf('hum', this.row.humanId);
  }

  @Field(() => Date, { description: 'Time at which the event arrived.' })
  get receivedAt(): Date {
    return this.row.receivedAt;
  }
}

const FlaggedPaymentConnection = connectionType('FlaggedPayment', () => FlaggedPaymentView);

@InputType({ description: 'Resolution of one payment. Exactly one of the two ids is required.' })
class ResolvePaymentInput {
  @Field(() => String, { nullable: true, description: 'Checkout session id of a parked purchase.' })
  sessionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Event id of a flagged payment.' })
  eventId?: string | null;

  @Field(() => String, { description: 'Description of the resolution, 1 to 2,000 characters.' })
  reason: string;
}

@ObjectType({ description: 'Payload of the mutation `resolvePayment`.' })
class ResolvePaymentPayload {
  @Field(() => OperatorActView, { description: 'Record of the act in the operators’ log.' })
  operatorAct: OperatorActView;
}

@Resolver()
export class OperatorPaymentsResolver {
  @Query(() => TicketPurchaseConnection, {
    description:
      'Unresolved purchases with a mismatching payment, newest first. No tickets were granted. Only operators may read them.',
  })
  async parkedPurchases(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<TicketPurchaseView>> {
    platformOnly(context, 'parkedPurchases');
    return platformConnection(context, parkedPurchases, args, (row: StoredPurchase) => new TicketPurchaseView(row));
  }

  @Query(() => FlaggedPaymentConnection, {
    description:
      'Unresolved late payments, refunds, disputes and paid sessions without a purchase, newest first. Only operators may read them.',
  })
  async flaggedPayments(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<FlaggedPaymentView>> {
    platformOnly(context, 'flaggedPayments');
    return platformConnection(context, flaggedPayments, args, (row: FlaggedPayment) => new FlaggedPaymentView(row));
  }

  @Mutation(() => ResolvePaymentPayload, {
    description:
      'Resolves a parked purchase or a flagged payment and moves no stamps. A repeated call returns the first record. Only operators may call it.',
  })
  async resolvePayment(
    @Ctx() context: Context,
    @Arg('input', () => ResolvePaymentInput, { description: 'Input of the mutation.' }) input: ResolvePaymentInput,
  ): Promise<ResolvePaymentPayload> {
    platformOnly(context, 'resolvePayment');
    return { operatorAct: new OperatorActView(await resolvePayment(requireMutation(context), input)) };
  }
}

@Resolver(() => TicketPurchaseView)
export class ParkedPurchaseResolver {
  @FieldResolver(() => ParkReasonEnum, {
    nullable: true,
    description: 'Reason for which the purchase is parked. Only operators see it.',
  })
  parkedReason(@Root() { row }: TicketPurchaseView, @Ctx() { caller }: Context): string | null {
    return caller.kind === 'operator' ? row.parkedReason : null;
  }
}
