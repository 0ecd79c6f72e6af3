import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/agent';
import type { IssuedWebhookKey } from '../../../operations/commands/agent';
import { AgentView } from './agent';
import { acting, scoped, type Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { JSONObjectScalar } from './scalars';

@ObjectType('IssuedWebhookSigningKey', { description: 'A new key that signs webhooks. The secret is told this once.' })
export class IssuedWebhookSigningKeyView {
  constructor(private readonly issued: IssuedWebhookKey) {}

  @Field(() => Int, { description: 'Counts from 1.' })
  get version(): number {
    return this.issued.version;
  }

  @Field(() => String, { description: 'The secret, `whsec_…`, as Standard Webhooks spells it.' })
  get secret(): string {
    return this.issued.secret;
  }

  @Field(() => Date, { description: 'When it was made.' })
  get createdAt(): Date {
    return this.issued.createdAt;
  }
}

@InputType({ description: 'Registers an agent.' })
export class RegisterAgentInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => JSONObjectScalar, { description: 'The A2A agent card, 1.0 or 0.3, at most 64 KiB. It stays as it is.' })
  card: Record<string, unknown>;

  @Field(() => String, {
    nullable: true,
    description: 'Where the agent is notified: an https URL; left out: the card’s own `notification_url`.',
  })
  notificationUrl?: string | null;

  @Field(() => [EventTypeEnum], {
    nullable: true,
    description: 'Of what it is notified; left out: TRADE_COMPLETED and TRADE_FAILED.',
  })
  eventTypes?: string[] | null;
}

@InputType({ description: 'Changes where an agent is notified.' })
export class UpdateAgentNotificationUrlInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The agent, `agt_…`.' })
  agentKey: string;

  @Field(() => String, { nullable: true, description: 'An https URL, or null for none. It must be given.' })
  notificationUrl?: string | null;
}

@InputType({ description: 'Changes of what an agent is notified.' })
export class SetAgentEventTypesInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The agent, `agt_…`.' })
  agentKey: string;

  @Field(() => [EventTypeEnum], { description: 'All of them; none: it is notified of nothing.' })
  eventTypes: string[];
}

@ObjectType({ description: 'What registering an agent answers.' })
export class RegisterAgentPayload {
  @Field(() => AgentView, { description: 'The agent.' })
  agent: AgentView;

  @Field(() => IssuedWebhookSigningKeyView, { description: 'The key its webhooks are signed with.' })
  webhookSigningKey: IssuedWebhookSigningKeyView;
}

@ObjectType({ description: 'What changing the notification URL answers.' })
export class UpdateAgentNotificationUrlPayload {
  @Field(() => AgentView, { description: 'The agent, changed.' })
  agent: AgentView;
}

@ObjectType({ description: 'What changing the event types answers.' })
export class SetAgentEventTypesPayload {
  @Field(() => AgentView, { description: 'The agent, changed.' })
  agent: AgentView;
}

@Resolver()
export class AgentMutations {
  @Mutation(() => RegisterAgentPayload, {
    description: 'Registers an agent with its card. Owners through the console.',
  })
  async registerAgent(
    @Ctx() context: Context,
    @Arg('input', () => RegisterAgentInput, { description: 'Its card.' }) input: RegisterAgentInput,
  ): Promise<RegisterAgentPayload> {
    const principalId = scoped(context, 'registerAgent', input.principalKey);
    const { agent, webhookSigningKey } = await operations.registerAgent(acting(context), principalId, input);
    return { agent: new AgentView(agent), webhookSigningKey: new IssuedWebhookSigningKeyView(webhookSigningKey) };
  }

  @Mutation(() => UpdateAgentNotificationUrlPayload, {
    description: 'Changes where an agent is notified, and enables notifications again. Owners through the console.',
  })
  async updateAgentNotificationUrl(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAgentNotificationUrlInput, { description: 'Which, and where.' })
    input: UpdateAgentNotificationUrlInput,
  ): Promise<UpdateAgentNotificationUrlPayload> {
    const { principalKey, agentKey, notificationUrl } = input;
    const principalId = scoped(context, 'updateAgentNotificationUrl', principalKey);
    return {
      agent: new AgentView(
        await operations.updateAgentNotificationUrl(acting(context), principalId, agentKey, notificationUrl),
      ),
    };
  }

  @Mutation(() => SetAgentEventTypesPayload, { description: 'Changes of what an agent is notified.' })
  async setAgentEventTypes(
    @Ctx() context: Context,
    @Arg('input', () => SetAgentEventTypesInput, { description: 'Which, and of what.' }) input: SetAgentEventTypesInput,
  ): Promise<SetAgentEventTypesPayload> {
    const principalId = scoped(context, 'setAgentEventTypes', input.principalKey);
    const row = await operations.setAgentEventTypes(acting(context), principalId, input.agentKey, input.eventTypes);
    return { agent: new AgentView(row) };
  }
}
