import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/webhook';
import { IssuedWebhookSigningKeyView } from './agent-mutations';
import { requireMutation, authorize, type Context } from '../execution/context';
import { WebhookDeliveryView } from './webhook';
import { AgentOrConsoleInput } from './principal-input';

@InputType({ description: 'Creates a new webhook signing key.' })
export class RotateWebhookSigningKeyInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  agentKey: string;
}

@InputType({ description: 'Sends a webhook again.' })
export class RedeliverWebhookInput extends AgentOrConsoleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Key of the agent, `agt_…`. If present, it must be the delivery’s agent.',
  })
  agentKey?: string | null;

  @Field(() => ID, { description: 'Key of the delivery, `dlv_…`.' })
  deliveryKey: string;
}

@ObjectType({ description: 'Payload of the mutation `rotateWebhookSigningKey`.' })
export class RotateWebhookSigningKeyPayload {
  @Field(() => IssuedWebhookSigningKeyView, { description: 'The new key, which is now current.' })
  webhookSigningKey: IssuedWebhookSigningKeyView;
}

@ObjectType({ description: 'Payload of the mutation `redeliverWebhook`.' })
export class RedeliverWebhookPayload {
  @Field(() => WebhookDeliveryView, { description: 'The delivery, which is pending again.' })
  delivery: WebhookDeliveryView;
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => RotateWebhookSigningKeyPayload, {
    description:
      'Creates a new webhook signing key, which is current at once. Running attempts still carry the older version.',
  })
  async rotateWebhookSigningKey(
    @Ctx() context: Context,
    @Arg('input', () => RotateWebhookSigningKeyInput, { description: 'Input of the mutation.' })
    input: RotateWebhookSigningKeyInput,
  ): Promise<RotateWebhookSigningKeyPayload> {
    const principalId = authorize(context, 'rotateWebhookSigningKey', input.principalKey);
    return {
      webhookSigningKey: await operations.rotateWebhookSigningKey(
        requireMutation(context),
        principalId,
        input.agentKey,
      ),
    };
  }

  @Mutation(() => RedeliverWebhookPayload, {
    description: 'Sends an ended delivery again, with the same id and bytes and a full retry schedule.',
  })
  async redeliverWebhook(
    @Ctx() context: Context,
    @Arg('input', () => RedeliverWebhookInput, { description: 'Input of the mutation.' }) input: RedeliverWebhookInput,
  ): Promise<RedeliverWebhookPayload> {
    const principalId = authorize(context, 'redeliverWebhook', input.principalKey);
    return {
      delivery: new WebhookDeliveryView(
        await operations.redeliverWebhook(requireMutation(context), principalId, input),
      ),
    };
  }
}
