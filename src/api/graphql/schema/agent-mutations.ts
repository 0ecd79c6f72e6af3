import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/agent';
import type { IssuedWebhookKey } from '../../../operations/commands/agent';
import { AgentView } from './agent';
import { requireMutation, authorize, type Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { JSONObjectScalar } from './scalars';
import { AgentOrConsoleInput, ConsoleInput } from './principal-input';

@ObjectType('IssuedWebhookSigningKey', { description: 'A new webhook signing key. The secret is shown only once.' })
export class IssuedWebhookSigningKeyView implements IssuedWebhookKey {
  @Field(() => Int, { description: 'Version of the key, from 1.' })
  readonly version: number;

  @Field(() => String, { description: 'Secret of the key, `whsec_…`, in the form of Standard Webhooks.' })
  readonly secret: string;

  @Field(() => Date, { description: 'Time of creation.' })
  readonly createdAt: Date;
}

@InputType({ description: 'Registers an agent.' })
export class RegisterAgentInput extends ConsoleInput {
  @Field(() => JSONObjectScalar, {
    description: 'A2A agent card, version 1.0 or 0.3, at most 64 KiB. Numbers must keep their value in JavaScript.',
  })
  card: Record<string, unknown>;

  @Field(() => [JSONObjectScalar], {
    nullable: true,
    description:
      'Public JWKs that verify the signatures of the card: ES256, EdDSA (Ed25519) or RS256, at most 10, each with `kid`.',
  })
  cardKeys?: Record<string, unknown>[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'HTTPS URL for the agent’s webhooks. Default: `notification_url` of the card.',
  })
  notificationUrl?: string | null;

  @Field(() => [EventTypeEnum], {
    nullable: true,
    description: 'Event types that the agent receives. Default: `TRADE_COMPLETED` and `TRADE_FAILED`.',
  })
  eventTypes?: string[] | null;
}

@InputType({ description: 'Changes an agent’s notification URL.' })
export class UpdateAgentNotificationUrlInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  agentKey: string;

  @Field(() => String, { nullable: true, description: 'HTTPS URL, or null for none. The member is required.' })
  notificationUrl?: string | null;
}

@InputType({ description: 'Replaces the event types that an agent receives.' })
export class SetAgentEventTypesInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  agentKey: string;

  @Field(() => [EventTypeEnum], { description: 'Complete list of event types. An empty list disables notifications.' })
  eventTypes: string[];
}

@ObjectType({ description: 'Payload of the mutation `registerAgent`.' })
export class RegisterAgentPayload {
  @Field(() => AgentView, { description: 'The registered agent.' })
  agent: AgentView;

  @Field(() => IssuedWebhookSigningKeyView, { description: 'The key that signs the agent’s webhooks.' })
  webhookSigningKey: IssuedWebhookSigningKeyView;
}

@ObjectType({ description: 'Payload of the mutation `updateAgentNotificationUrl`.' })
export class UpdateAgentNotificationUrlPayload {
  @Field(() => AgentView, { description: 'The agent after the change.' })
  agent: AgentView;
}

@ObjectType({ description: 'Payload of the mutation `setAgentEventTypes`.' })
export class SetAgentEventTypesPayload {
  @Field(() => AgentView, { description: 'The agent after the change.' })
  agent: AgentView;
}

@Resolver()
export class AgentMutations {
  @Mutation(() => RegisterAgentPayload, {
    description: 'Registers an agent with its card. Only owners may call it, through the console.',
  })
  async registerAgent(
    @Ctx() context: Context,
    @Arg('input', () => RegisterAgentInput, { description: 'Input of the mutation.' }) input: RegisterAgentInput,
  ): Promise<RegisterAgentPayload> {
    const principalId = authorize(context, 'registerAgent', input.principalKey);
    const { agent, webhookSigningKey } = await operations.registerAgent(requireMutation(context), principalId, input);
    return { agent: new AgentView(agent), webhookSigningKey };
  }

  @Mutation(() => UpdateAgentNotificationUrlPayload, {
    description:
      'Changes an agent’s notification URL and enables its notifications again. No webhook is sent unless the card has `capabilities.pushNotifications`. Only owners may call it, through the console.',
  })
  async updateAgentNotificationUrl(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAgentNotificationUrlInput, { description: 'Input of the mutation.' })
    input: UpdateAgentNotificationUrlInput,
  ): Promise<UpdateAgentNotificationUrlPayload> {
    const { principalKey, agentKey, notificationUrl } = input;
    const principalId = authorize(context, 'updateAgentNotificationUrl', principalKey);
    return {
      agent: new AgentView(
        await operations.updateAgentNotificationUrl(requireMutation(context), principalId, agentKey, notificationUrl),
      ),
    };
  }

  @Mutation(() => SetAgentEventTypesPayload, { description: 'Replaces the event types that an agent receives.' })
  async setAgentEventTypes(
    @Ctx() context: Context,
    @Arg('input', () => SetAgentEventTypesInput, { description: 'Input of the mutation.' })
    input: SetAgentEventTypesInput,
  ): Promise<SetAgentEventTypesPayload> {
    const principalId = authorize(context, 'setAgentEventTypes', input.principalKey);
    const row = await operations.setAgentEventTypes(
      requireMutation(context),
      principalId,
      input.agentKey,
      input.eventTypes,
    );
    return { agent: new AgentView(row) };
  }
}
