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
import { flaggedPayments, type FlaggedPayment, parkedPurchases } from '../../../database/repositories/parked-purchases';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import { acting, platformOnly, type Context } from '../execution/context';
import { PurchaseStatusEnum } from './enums';
import { OperatorActView } from './operator';
import { TicketPurchaseView } from './ticket';

@ObjectType('FlaggedPayment', {
  description: 'Something the payment processor told that an operator must look at; no tickets were granted or taken.',
})
export class FlaggedPaymentView {
  constructor(private readonly row: FlaggedPayment) {}

  @Field(() => String, { description: 'The processor’s id of the event.' })
  get eventId(): string {
    return this.row.stripeEventId;
  }

  @Field(() => String, { description: 'The processor’s name of its kind, such as `charge.refunded`.' })
  get type(): string {
    return this.row.type;
  }

  @Field(() => String, { description: 'Why it is flagged.' })
  get reason(): string {
    return this.row.reason;
  }

  @Field(() => String, { nullable: true, description: 'The checkout session it is about, if that is known.' })
  get sessionId(): string | null {
    return this.row.sessionId;
  }

  @Field(() => String, { nullable: true, description: 'The processor’s id of the payment.' })
  get paymentIntentId(): string | null {
    return this.row.paymentIntentId;
  }

  @Field(() => String, { nullable: true, description: 'The key of the principal or human that the event names.' })
  get reference(): string | null {
    return this.row.reference;
  }

  @Field(() => PurchaseStatusEnum, {
    nullable: true,
    description: 'Where the purchase stands; null when there is none.',
  })
  get purchaseStatus(): string | null {
    return this.row.purchaseStatus;
  }

  @Field(() => ID, { nullable: true, description: 'The principal that the purchase credits; null for a wallet.' })
  get principalKey(): string | null {
    return this.row.principalId === null ? null : keyOf('prn', this.row.principalId);
  }

  @Field(() => ID, { nullable: true, description: 'The human whose wallet the purchase credits, `hum_…`.' })
  get humanKey(): string | null {
    return this.row.humanId === null ? null : keyOf('hum', this.row.humanId);
  }

  @Field(() => Date, { description: 'When the event came.' })
  get receivedAt(): Date {
    return this.row.receivedAt;
  }
}

const TicketPurchaseConnection = connectionType('TicketPurchase', () => TicketPurchaseView);
const FlaggedPaymentConnection = connectionType('FlaggedPayment', () => FlaggedPaymentView);

@InputType({ description: 'Which payment was dealt with, and how; one of the two ids.' })
class ResolvePaymentInput {
  @Field(() => String, { nullable: true, description: 'The checkout session of a parked purchase.' })
  sessionId?: string | null;

  @Field(() => String, { nullable: true, description: 'The event of a flagged payment.' })
  eventId?: string | null;

  @Field(() => String, { description: 'What was done about it: 1 to 2,000 characters.' })
  reason: string;
}

@ObjectType({ description: 'What resolving a payment answers.' })
class ResolvePaymentPayload {
  @Field(() => OperatorActView, { description: 'The record of it, in the operators’ log.' })
  operatorAct: OperatorActView;
}

@Resolver()
export class OperatorPaymentsResolver {
  @Query(() => TicketPurchaseConnection, {
    description:
      'Purchases whose payment does not fit, not resolved, newest first: nothing was granted, an operator must look. Operators.',
  })
  async parkedPurchases(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<TicketPurchaseView>> {
    platformOnly(context, 'parkedPurchases');
    return connection(await parkedPurchases(context.db, args), (row) => new TicketPurchaseView(row));
  }

  @Query(() => FlaggedPaymentConnection, {
    description:
      'Late payments, refunds, disputes, and paid sessions without a purchase, not resolved, newest first. Operators.',
  })
  async flaggedPayments(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<FlaggedPaymentView>> {
    platformOnly(context, 'flaggedPayments');
    return connection(await flaggedPayments(context.db, args), (row) => new FlaggedPaymentView(row));
  }

  @Mutation(() => ResolvePaymentPayload, {
    description:
      'Takes a parked purchase or a flagged payment off the operators’ lists; moves no stamps. What is resolved already answers its first record. Operators.',
  })
  async resolvePayment(
    @Ctx() context: Context,
    @Arg('input', () => ResolvePaymentInput, { description: 'Which, and what was done.' }) input: ResolvePaymentInput,
  ): Promise<ResolvePaymentPayload> {
    platformOnly(context, 'resolvePayment');
    return { operatorAct: new OperatorActView(await resolvePayment(acting(context), input)) };
  }
}

@Resolver(() => TicketPurchaseView)
export class ParkedPurchaseResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why the purchase is parked, for operators; null for everyone else and while it is not.',
  })
  parkedReason(@Root() { row }: TicketPurchaseView, @Ctx() { caller }: Context): string | null {
    return caller.kind === 'operator' ? row.parkedReason : null;
  }
}
