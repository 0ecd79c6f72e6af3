import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { AgentCapabilities, Card, CardConformance } from '../../../domain/parties/agent-card';
import type { CardKey, CardSignatureStatus } from '../../../domain/parties/card-keys';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { capabilitiesOf } from '../../../operations/commands/agent';
import { findAgentOf, type SigningKeyMetadata, type AgentRow } from '../../../operations/queries/agents';
import { agents, signingKeys } from '../../../operations/queries/lists';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import type { Context } from '../execution/context';
import { enumOf, EventTypeEnum } from './enums';
import { AgentFilter } from './filters';
import { Node } from './node';
import { PrincipalView } from './principal';
import { JSONObjectScalar } from './scalars';
import { WebhookStatusView } from './webhook-status';

const CardSignatureEnum = enumOf('CardSignature', 'Result of the check of a card’s signatures.', {
  verified: 'A key of the agent verifies a signature of the card.',
  unknown_key: 'The card has signatures, and the agent has none of their keys.',
  invalid: 'A signature names a key of the agent that does not verify it, or it is malformed.',
  none: 'The card has no signatures.',
} satisfies Record<CardSignatureStatus, string>);

/** The status of a card that a release without the check stored. It had no keys. */
const signatureWithoutCheck = ({ signatures }: Card): CardSignatureStatus =>
  Array.isArray(signatures) && signatures.length > 0 ? 'unknown_key' : 'none';

@ObjectType('CardConformance', {
  description: 'A2A conformance of an agent card. Missing members do not cause a refusal.',
})
export class CardConformanceView implements CardConformance {
  @Field(() => String, {
    nullable: true,
    description: 'A2A version of the card, `1.0` or `0.3`. Null when neither matches.',
  })
  readonly version: CardConformance['version'];

  @Field(() => [String], { description: 'Required members that are missing, such as `skills[0].tags`.' })
  readonly missing: readonly string[];

  @Field(() => CardSignatureEnum, { description: 'Result of the check of the signatures.' })
  readonly signature: CardSignatureStatus;
}

@ObjectType('AgentCapabilities', { description: 'Capabilities declared in an agent card.' })
export class AgentCapabilitiesView implements AgentCapabilities {
  @Field(() => Boolean, { description: 'Whether the agent supports streaming.' })
  readonly streaming: boolean;

  @Field(() => Boolean, {
    description: 'Whether the agent accepts push notifications. If true, it must have a notification URL.',
  })
  readonly pushNotifications: boolean;

  @Field(() => Boolean, { description: 'Whether the agent shows an extended card to authenticated callers.' })
  readonly extendedAgentCard: boolean;
}

/** A member of a card as text. Cards may have other values there. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

@ObjectType('Agent', {
  implements: Node,
  description: 'An agent of a principal. It publishes listings and performs steps.',
})
export class AgentView extends Node {
  constructor(readonly row: AgentRow) {
    super(keyOf('agt', row.agentId));
  }

  @Field(() => ID, { description: 'Key of the agent, `agt_…`.' })
  get agentKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID form of the key. `X-Agent-Id` accepts both forms.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => JSONObjectScalar, { description: 'The A2A agent card as received, without its notification URL.' })
  get card(): Card {
    return this.row.card as Card;
  }

  @Field(() => String, { nullable: true, description: 'Name of the agent in its card.' })
  get name(): string | null {
    return textOf(this.card['name']);
  }

  @Field(() => String, { nullable: true, description: 'Description of the agent in its card.' })
  get description(): string | null {
    return textOf(this.card['description']);
  }

  @Field(() => String, { nullable: true, description: 'Version of the agent in its card.' })
  get version(): string | null {
    return textOf(this.card['version']);
  }

  @Field(() => CardConformanceView, { description: 'Conformance of the card to A2A.' })
  get cardConformance(): CardConformanceView {
    const { cardVersion, cardMissing, cardSignature } = this.row;
    return {
      version: cardVersion as CardConformance['version'],
      missing: cardMissing,
      signature: cardSignature ?? signatureWithoutCheck(this.card),
    };
  }

  @Field(() => AgentCapabilitiesView, { description: 'Capabilities that the card declares.' })
  get capabilities(): AgentCapabilitiesView {
    return capabilitiesOf(this.row);
  }

  @Field(() => String, { nullable: true, description: 'URL that receives the agent’s webhooks.' })
  get notificationUrl(): string | null {
    return this.row.notificationUrl;
  }

  @Field(() => [EventTypeEnum], { description: 'Event types that the agent receives as webhooks.' })
  get eventTypes(): readonly string[] {
    return this.row.eventTypes;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Time at which failing notifications were disabled. Updating the URL enables them again.',
  })
  get notificationsDisabledAt(): Date | null {
    return this.row.notificationsDisabledAt;
  }

  @Field(() => WebhookStatusView, { description: 'Whether the agent gets webhooks now, and what to do if not.' })
  get webhookStatus(): WebhookStatusView {
    return new WebhookStatusView(this.row);
  }

  @Field(() => [JSONObjectScalar], { description: 'Public JWKs that verify the signatures of the card.' })
  get cardKeys(): readonly CardKey[] {
    return this.row.cardKeys ?? [];
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Time of the retirement. The agent starts no listing, proposal or trade since. Null: it is active.',
  })
  get retiredAt(): Date | null {
    return this.row.retiredAt;
  }

  @Field(() => Date, { description: 'Time of the registration.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@ObjectType('WebhookSigningKey', { description: 'Metadata of a webhook signing key. It never contains the secret.' })
export class WebhookSigningKeyView {
  @Field(() => Int, { description: 'Version of the key, from 1, as in `X-SVC-Webhook-Key-Version`.' })
  readonly version: number;

  @Field(() => Boolean, { description: 'Whether new deliveries are signed with the key. Exactly one key is current.' })
  readonly current: boolean;

  @Field(() => Date, { description: 'Time of creation.' })
  readonly createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'Time at which a newer key replaced it.' })
  readonly retiredAt: Date | null;
}

const AgentConnection = connectionType('Agent', () => AgentView);
const WebhookSigningKeyConnection = connectionType('WebhookSigningKey', () => WebhookSigningKeyView);

@ArgsType()
class AgentsArgs extends ConnectionArgs {
  @Field(() => AgentFilter, { nullable: true, description: 'Return only these agents.' })
  filter?: AgentFilter | null;
}

@Resolver(() => PrincipalView)
export class PrincipalAgentsResolver {
  @FieldResolver(() => AgentConnection, { description: 'Agents of the principal, newest first.' })
  async agents(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => AgentsArgs) args: AgentsArgs,
  ): Promise<Connection<AgentView>> {
    return listConnection(context, agents, row.principalId, args, (agent: AgentRow) => new AgentView(agent));
  }

  @FieldResolver(() => AgentView, {
    nullable: true,
    description: 'One agent of the principal. Null when the key is not one of its agents.',
  })
  async agent(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('agentKey', () => ID, { description: 'Key of the agent, `agt_…`.' }) agentKey: string,
  ): Promise<AgentView | null> {
    const agentId = idFromKeyOrUuid('agt', agentKey);
    const agent = agentId === undefined ? undefined : await findAgentOf(db, row.principalId, agentId);
    return agent ? new AgentView(agent) : null;
  }
}

@Resolver(() => AgentView)
export class AgentResolver {
  @FieldResolver(() => WebhookSigningKeyConnection, {
    description: 'Keys that sign the agent’s webhooks, newest first.',
  })
  async webhookSigningKeys(
    @Root() { row }: AgentView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<WebhookSigningKeyView>> {
    const view = (key: SigningKeyMetadata): WebhookSigningKeyView => ({ ...key, current: key.retiredAt === null });
    return listConnection(context, signingKeys, row.agentId, args, view);
  }
}
