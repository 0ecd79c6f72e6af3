import { Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { EventType } from '../../../domain/effects';
import { keyOf } from '../../../domain/keys';
import type { DeliveryState } from '../../../domain/events/webhook';
import { type AttemptRecord, deliveriesOf, type StoredDelivery } from '../../../database/repositories/webhooks';
import { AgentView } from './agent';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import type { Context } from '../execution/context';
import { DeliveryStateEnum, EventTypeEnum } from './enums';
import { Node } from './node';

@ObjectType('WebhookDelivery', {
  implements: Node,
  description: 'An event on its way to an agent’s notification URL; kept for 30 days after its end.',
})
export class WebhookDeliveryView extends Node {
  constructor(readonly row: StoredDelivery) {
    super(keyOf('dlv', row.deliveryId));
  }

  @Field(() => ID, { description: 'The key, `dlv_…`.' })
  get deliveryKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The event’s key, `evt_…`: `webhook-id` of every attempt.' })
  get eventId(): string {
    return keyOf('evt', this.row.eventId);
  }

  @Field(() => EventTypeEnum, { description: 'What happened.' })
  get type(): EventType {
    return this.row.type;
  }

  @Field(() => DeliveryStateEnum, { description: 'Where it stands.' })
  get state(): DeliveryState {
    return this.row.state;
  }

  @Field(() => Date, { description: 'When it was made.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@ObjectType('DeliveryAttempt', { description: 'One attempt at a webhook delivery.' })
export class DeliveryAttemptView {
  constructor(private readonly row: AttemptRecord) {}

  @Field(() => Date, { description: 'When it began.' })
  get attemptedAt(): Date {
    return this.row.attemptedAt;
  }

  @Field(() => Int, { nullable: true, description: 'The HTTP status answered; null where none was.' })
  get status(): number | null {
    return this.row.status;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'What went wrong: http_status, redirect_not_followed, timeout, address_forbidden, name_not_resolved, connection_failed, connection_lost, tls_failed, answer_malformed, or secret_unreadable (a fault of the service: nothing was sent); null: nothing.',
  })
  get error(): string | null {
    return this.row.error;
  }

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  get durationMs(): number {
    return this.row.durationMs;
  }

  @Field(() => Int, { description: 'The version of the key that signed it: `X-SVC-Webhook-Key-Version`.' })
  get keyVersion(): number {
    return this.row.keyVersion;
  }
}

const WebhookDeliveryConnection = connectionType('WebhookDelivery', () => WebhookDeliveryView);

@Resolver(() => WebhookDeliveryView)
export class WebhookDeliveryResolver {
  @FieldResolver(() => [DeliveryAttemptView], { description: 'Its attempts, first to last.' })
  async attempts(@Root() { row }: WebhookDeliveryView, @Ctx() { loaders }: Context): Promise<DeliveryAttemptView[]> {
    const attempts = await loaders.deliveryAttempts.load(row.deliveryId);
    return attempts.map((attempt) => new DeliveryAttemptView(attempt));
  }
}

@Resolver(() => AgentView)
export class AgentDeliveriesResolver {
  @FieldResolver(() => WebhookDeliveryConnection, { description: 'Its webhook deliveries, newest first.' })
  async webhookDeliveries(
    @Root() { row }: AgentView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<WebhookDeliveryView>> {
    return connection(await deliveriesOf(db, row.agentId, args), (delivery) => new WebhookDeliveryView(delivery));
  }
}
