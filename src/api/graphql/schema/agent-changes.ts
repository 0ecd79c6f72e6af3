import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/agent-changes';
import { requireMutation, authorize, type Context } from '../execution/context';
import { AgentView } from './agent';
import { JSONObjectScalar } from './scalars';
import { ConsoleInput } from './principal-input';

@InputType({ description: 'Replaces the card of an agent.' })
export class UpdateAgentCardInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  agentKey: string;

  @Field(() => JSONObjectScalar, {
    description:
      'Complete A2A agent card, version 1.0 or 0.3, at most 64 KiB. A `notification_url` in it also changes the notification URL.',
  })
  card: Record<string, unknown>;

  @Field(() => [JSONObjectScalar], {
    nullable: true,
    description:
      'Public JWKs that verify the signatures of the card, as in `registerAgent`. Null or no value: the keys stay. An empty list removes them.',
  })
  cardKeys?: Record<string, unknown>[] | null;
}

@InputType({ description: 'Retires an agent.' })
export class RetireAgentInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  agentKey: string;
}

@ObjectType({ description: 'Payload of the mutation `updateAgentCard`.' })
export class UpdateAgentCardPayload {
  @Field(() => AgentView, { description: 'The agent with its new card.' })
  agent: AgentView;
}

@ObjectType({ description: 'Payload of the mutation `retireAgent`.' })
export class RetireAgentPayload {
  @Field(() => AgentView, { description: 'The retired agent.' })
  agent: AgentView;
}

@Resolver()
export class AgentChangeMutations {
  @Mutation(() => UpdateAgentCardPayload, {
    description: 'Replaces the card of an agent. Only owners may call it, through the console.',
  })
  async updateAgentCard(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAgentCardInput, { description: 'Input of the mutation.' }) input: UpdateAgentCardInput,
  ): Promise<UpdateAgentCardPayload> {
    const principalId = authorize(context, 'updateAgentCard', input.principalKey);
    return { agent: new AgentView(await operations.updateAgentCard(requireMutation(context), principalId, input)) };
  }

  @Mutation(() => RetireAgentPayload, {
    description:
      'Retires an agent for good. Its listings close, its open proposals expire, and its open trades go on. Only owners may call it, through the console.',
  })
  async retireAgent(
    @Ctx() context: Context,
    @Arg('input', () => RetireAgentInput, { description: 'Input of the mutation.' }) input: RetireAgentInput,
  ): Promise<RetireAgentPayload> {
    const principalId = authorize(context, 'retireAgent', input.principalKey);
    return {
      agent: new AgentView(await operations.retireAgent(requireMutation(context), principalId, input.agentKey)),
    };
  }
}
