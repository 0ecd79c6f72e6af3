import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { EventType } from '../../../domain/effects';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import type { DeliveryState } from '../../../domain/events/webhook';
import { webhookDeliveries } from '../../../operations/queries/lists';
import type { StoredDelivery } from '../../../operations/queries/webhooks';
import { AgentView } from './agent';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import type { Context } from '../execution/context';
import { DeliveryErrorEnum } from './closed-sets';
import { DeliveryStateEnum, EventTypeEnum } from './enums';
import { eventView, EventView } from './event';
import { WebhookDeliveryFilter } from './filters';
import { Node } from './node';

@ObjectType('WebhookDelivery', {
  implements: Node,
  description: 'Delivery of an event to an agent’s notification URL. It is deleted 30 days after its end.',
})
export class WebhookDeliveryView extends Node {
  constructor(readonly row: StoredDelivery) {
    super(keyOf('dlv', row.deliveryId));
  }

  @Field(() => ID, { description: 'Key of the delivery, `dlv_…`.' })
  get deliveryKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Key of the event, `evt_…`. It is the `webhook-id` of every attempt.' })
  get eventId(): string {
    return keyOf('evt', this.row.eventId);
  }

  @Field(() => EventTypeEnum, { description: 'Type of an event.' })
  get type(): EventType {
    return this.row.type;
  }

  @Field(() => DeliveryStateEnum, { description: 'State of the delivery.' })
  get state(): DeliveryState {
    return this.row.state;
  }

  @Field(() => Date, { description: 'Time of creation.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@ObjectType('DeliveryAttempt', { description: 'One attempt at a webhook delivery.' })
export class DeliveryAttemptView {
  @Field(() => Date, { description: 'Start of the attempt.' })
  readonly attemptedAt: Date;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response, or null when none arrived.' })
  readonly status: number | null;

  @Field(() => DeliveryErrorEnum, { nullable: true, description: 'Failure of the attempt, or null.' })
  readonly error: string | null;

  @Field(() => Int, { description: 'Duration of the attempt in milliseconds.' })
  readonly durationMs: number;

  @Field(() => Int, { description: 'Version of the signing key, as in `X-SVC-Webhook-Key-Version`.' })
  readonly keyVersion: number;
}

const WebhookDeliveryConnection = connectionType('WebhookDelivery', () => WebhookDeliveryView);

@Resolver(() => WebhookDeliveryView)
export class WebhookDeliveryResolver {
  @FieldResolver(() => [DeliveryAttemptView], { description: 'Attempts in the order of their time.' })
  async attempts(@Root() { row }: WebhookDeliveryView, @Ctx() { loaders }: Context): Promise<DeliveryAttemptView[]> {
    return loaders.deliveryAttempts.load(row.deliveryId);
  }

  @FieldResolver(() => DeliveryAttemptView, { nullable: true, description: 'Last attempt. Null before the first.' })
  async lastAttempt(
    @Root() { row }: WebhookDeliveryView,
    @Ctx() { loaders }: Context,
  ): Promise<DeliveryAttemptView | null> {
    return (await loaders.lastAttempt.load(row.deliveryId)) ?? null;
  }

  @FieldResolver(() => EventView, { description: 'Event that is delivered.' })
  async event(@Root() { row }: WebhookDeliveryView, @Ctx() { loaders }: Context): Promise<EventView> {
    const event = await loaders.event.load(row.eventId);
    assert(event, 'an event is never deleted');
    return eventView(event);
  }
}

@ArgsType()
class DeliveriesArgs extends ConnectionArgs {
  @Field(() => WebhookDeliveryFilter, { nullable: true, description: 'Return only these deliveries.' })
  filter?: WebhookDeliveryFilter | null;
}

@Resolver(() => AgentView)
export class AgentDeliveriesResolver {
  @FieldResolver(() => WebhookDeliveryConnection, { description: 'Webhook deliveries of the agent, newest first.' })
  async webhookDeliveries(
    @Root() { row }: AgentView,
    @Ctx() context: Context,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
  ): Promise<Connection<WebhookDeliveryView>> {
    const view = (delivery: StoredDelivery): WebhookDeliveryView => new WebhookDeliveryView(delivery);
    return listConnection(context, webhookDeliveries, row.agentId, args, view);
  }
}
