import { Arg, Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { AgentCapabilities, Card, CardConformance } from '../../../domain/parties/agent-card';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { capabilitiesOf } from '../../../operations/commands/agent';
import { agentsOf, findAgentOf, signingKeysOf, type SigningKeyMetadata } from '../../../database/repositories/agents';
import type { AgentRow } from '../../../database/entities/agent';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import type { Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { JSONObjectScalar } from './scalars';

@ObjectType('CardConformance', {
  description: 'What A2A requires of a card and this one lacks. Nothing is refused for it.',
})
export class CardConformanceView {
  constructor(private readonly found: CardConformance) {}

  @Field(() => String, {
    nullable: true,
    description: 'The A2A version it was read as, `1.0` or `0.3`; null: neither.',
  })
  get version(): string | null {
    return this.found.version;
  }

  @Field(() => [String], { description: 'Members that are required and not there: `skills[0].tags`.' })
  get missing(): readonly string[] {
    return this.found.missing;
  }
}

@ObjectType('AgentCapabilities', { description: 'What the card says the agent can do.' })
export class AgentCapabilitiesView {
  constructor(private readonly found: AgentCapabilities) {}

  @Field(() => Boolean, { description: 'It streams.' })
  get streaming(): boolean {
    return this.found.streaming;
  }

  @Field(() => Boolean, { description: 'It takes notifications: then it must have a notification URL.' })
  get pushNotifications(): boolean {
    return this.found.pushNotifications;
  }

  @Field(() => Boolean, { description: 'It shows more of its card to who is authenticated.' })
  get extendedAgentCard(): boolean {
    return this.found.extendedAgentCard;
  }
}

@ObjectType('Agent', {
  implements: Node,
  description: 'What acts for a principal: publishes listings and does the steps.',
})
export class AgentView extends Node {
  constructor(readonly row: AgentRow) {
    super(keyOf('agt', row.agentId));
  }

  @Field(() => ID, { description: 'The key, `agt_…`.' })
  get agentKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The same bits as a UUID: `X-Agent-Id` of a signed request takes either.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => JSONObjectScalar, { description: 'The A2A agent card as it came, but for its notification URL.' })
  get card(): Card {
    return this.row.card as Card;
  }

  @Field(() => CardConformanceView, { description: 'How the card stands to A2A.' })
  get cardConformance(): CardConformanceView {
    const { cardVersion, cardMissing } = this.row;
    return new CardConformanceView({ version: cardVersion as CardConformance['version'], missing: cardMissing });
  }

  @Field(() => AgentCapabilitiesView, { description: 'The card’s capabilities.' })
  get capabilities(): AgentCapabilitiesView {
    return new AgentCapabilitiesView(capabilitiesOf(this.row));
  }

  @Field(() => String, { nullable: true, description: 'Where it is notified.' })
  get notificationUrl(): string | null {
    return this.row.notificationUrl;
  }

  @Field(() => [EventTypeEnum], { description: 'Of what it is notified.' })
  get eventTypes(): readonly string[] {
    return this.row.eventTypes;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'When notifications were disabled because they kept failing; patching the URL enables them again.',
  })
  get notificationsDisabledAt(): Date | null {
    return this.row.notificationsDisabledAt;
  }

  @Field(() => Date, { description: 'When it was registered.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@ObjectType('WebhookSigningKey', { description: 'What may be known of a key that signs webhooks; never its secret.' })
export class WebhookSigningKeyView {
  constructor(private readonly row: SigningKeyMetadata) {}

  @Field(() => Int, { description: 'Counts from 1: `X-SVC-Webhook-Key-Version` of a delivery.' })
  get version(): number {
    return this.row.version;
  }

  @Field(() => Boolean, { description: 'Whether new deliveries are signed with it; exactly one is.' })
  get current(): boolean {
    return this.row.retiredAt === null;
  }

  @Field(() => Date, { description: 'When it was made.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { nullable: true, description: 'When a newer one took its place.' })
  get retiredAt(): Date | null {
    return this.row.retiredAt;
  }
}

const AgentConnection = connectionType('Agent', () => AgentView);
const WebhookSigningKeyConnection = connectionType('WebhookSigningKey', () => WebhookSigningKeyView);

@Resolver(() => PrincipalView)
export class PrincipalAgentsResolver {
  @FieldResolver(() => AgentConnection, { description: 'Its agents, newest first.' })
  async agents(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<AgentView>> {
    return connection(await agentsOf(db, row.principalId, args), (agent) => new AgentView(agent));
  }

  @FieldResolver(() => AgentView, { nullable: true, description: 'One of its agents; null when it is none of them.' })
  async agent(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('agentKey', () => ID, { description: 'The key, `agt_…`.' }) agentKey: string,
  ): Promise<AgentView | null> {
    const agentId = idFromKeyOrUuid('agt', agentKey);
    const agent = agentId === undefined ? undefined : await findAgentOf(db, row.principalId, agentId);
    return agent ? new AgentView(agent) : null;
  }
}

@Resolver(() => AgentView)
export class AgentResolver {
  @FieldResolver(() => WebhookSigningKeyConnection, { description: 'The keys that sign its webhooks, newest first.' })
  async webhookSigningKeys(
    @Root() { row }: AgentView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<WebhookSigningKeyView>> {
    return connection(await signingKeysOf(db, row.agentId, args), (key) => new WebhookSigningKeyView(key));
  }
}
