import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/webhook';
import { IssuedWebhookSigningKeyView } from './agent-mutations';
import { acting, scoped, type Context } from '../execution/context';
import { WebhookDeliveryView } from './webhook';

@InputType({ description: 'Makes a new key that signs an agent’s webhooks.' })
export class RotateWebhookSigningKeyInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The agent, `agt_…`.' })
  agentKey: string;
}

@InputType({ description: 'Sends a webhook once more.' })
export class RedeliverWebhookInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { nullable: true, description: 'The agent, `agt_…`; if given, it must be the delivery’s.' })
  agentKey?: string | null;

  @Field(() => ID, { description: 'The delivery, `dlv_…`.' })
  deliveryKey: string;
}

@ObjectType({ description: 'What rotating a webhook signing key answers.' })
export class RotateWebhookSigningKeyPayload {
  @Field(() => IssuedWebhookSigningKeyView, { description: 'The new key, current from now on.' })
  webhookSigningKey: IssuedWebhookSigningKeyView;
}

@ObjectType({ description: 'What redelivering a webhook answers.' })
export class RedeliverWebhookPayload {
  @Field(() => WebhookDeliveryView, { description: 'The delivery, pending again.' })
  delivery: WebhookDeliveryView;
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => RotateWebhookSigningKeyPayload, {
    description:
      'Makes a new key that signs the agent’s webhooks, current at once. Attempts under way carry the older version.',
  })
  async rotateWebhookSigningKey(
    @Ctx() context: Context,
    @Arg('input', () => RotateWebhookSigningKeyInput, { description: 'Whose.' }) input: RotateWebhookSigningKeyInput,
  ): Promise<RotateWebhookSigningKeyPayload> {
    const principalId = scoped(context, 'rotateWebhookSigningKey', input.principalKey);
    const issued = await operations.rotateWebhookSigningKey(acting(context), principalId, input.agentKey);
    return { webhookSigningKey: new IssuedWebhookSigningKeyView(issued) };
  }

  @Mutation(() => RedeliverWebhookPayload, {
    description: 'Sends a delivery that has ended once more: the same id, the same bytes, the whole retry schedule.',
  })
  async redeliverWebhook(
    @Ctx() context: Context,
    @Arg('input', () => RedeliverWebhookInput, { description: 'Which.' }) input: RedeliverWebhookInput,
  ): Promise<RedeliverWebhookPayload> {
    const principalId = scoped(context, 'redeliverWebhook', input.principalKey);
    return {
      delivery: new WebhookDeliveryView(await operations.redeliverWebhook(acting(context), principalId, input)),
    };
  }
}
