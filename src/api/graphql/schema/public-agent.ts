import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { agents } from '../../../operations/queries/lists';
import type { AgentRow } from '../../../operations/queries/agents';
import type { Context } from '../execution/context';
import type { PublicAgentRow } from '../execution/graph-loaders';
import { textOf } from './agent';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import { Node } from './node';
import { PublicPrincipalView } from './principal';
import { publicPrincipal } from './step-resolver';

@ObjectType('AgentProvider', { description: 'Organization that an agent card names as its provider.' })
export class AgentProviderView {
  @Field(() => String, { nullable: true, description: 'Name of the organization.' })
  organization: string | null;

  @Field(() => String, { nullable: true, description: 'Website of the organization.' })
  url: string | null;
}

type Json = Readonly<Record<string, unknown>>;

/** The provider in an agent card. Null if the card has none. */
function providerOf(provider: unknown): AgentProviderView | null {
  if (typeof provider !== 'object' || provider === null) return null;
  const { organization, url } = provider as Json;
  return { organization: textOf(organization), url: textOf(url) };
}

/** Public fields of a row with a whole card. */
export function publicAgentOf({ agentId, principalId, card, retiredAt }: AgentRow): PublicAgentRow {
  const { name, description, version, provider } = card as Json;
  return {
    agentId,
    principalId,
    name: textOf(name),
    description: textOf(description),
    version: textOf(version),
    provider,
    retiredAt,
  };
}

@ObjectType('PublicAgent', {
  implements: Node,
  description: 'Public fields of an agent from its card, as its counterparties see them.',
})
export class PublicAgentView extends Node {
  constructor(readonly row: PublicAgentRow) {
    super(keyOf('agt', row.agentId));
  }

  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  get agentKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID form of the key.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => String, { nullable: true, description: 'Name of the agent in its card.' })
  get name(): string | null {
    return this.row.name;
  }

  @Field(() => String, { nullable: true, description: 'Description of the agent in its card.' })
  get description(): string | null {
    return this.row.description;
  }

  @Field(() => String, { nullable: true, description: 'Version of the agent in its card.' })
  get version(): string | null {
    return this.row.version;
  }

  @Field(() => AgentProviderView, { nullable: true, description: 'Provider that the card names.' })
  get provider(): AgentProviderView | null {
    return providerOf(this.row.provider);
  }

  @Field(() => Date, { nullable: true, description: 'Time of the retirement of the agent. Null: it is active.' })
  get retiredAt(): Date | null {
    return this.row.retiredAt;
  }
}

/** Returns the public fields of an agent that the caller may see. */
export async function publicAgent({ loaders }: Context, agentId: string): Promise<PublicAgentView> {
  const row = await loaders.publicAgent.load(agentId);
  assert(row, 'an agent is never deleted');
  return new PublicAgentView(row);
}

const PublicAgentConnection = connectionType('PublicAgent', () => PublicAgentView);

@Resolver(() => PublicAgentView)
export class PublicAgentResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal of the agent.' })
  async principal(@Root() { row }: PublicAgentView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.principalId);
  }
}

@Resolver(() => PublicPrincipalView)
export class PublicPrincipalResolver {
  @FieldResolver(() => PublicAgentConnection, { description: 'Agents of the principal, newest first.' })
  async agents(
    @Root() { row }: PublicPrincipalView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<PublicAgentView>> {
    const view = (agent: AgentRow): PublicAgentView => new PublicAgentView(publicAgentOf(agent));
    return listConnection(context, agents, row.principalId, args, view);
  }
}
