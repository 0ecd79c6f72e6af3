import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { type CredentialScope, hasExpired } from '../../../domain/sessions/credential-limits';
import * as operations from '../../../operations/commands/credential';
import type { IssuedCredential } from '../../../operations/commands/credential';
import type { CredentialMetadata } from '../../../operations/queries/credentials';
import { credentials } from '../../../operations/queries/lists';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import { requireMutation, authorize, type Context } from '../execution/context';
import { restNames } from '../execution/names';
import { AgentView } from './agent';
import { CredentialScopeEnum, CredentialStatusEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { AgentOrConsoleInput, ConsoleInput } from './principal-input';

@ObjectType('Credential', {
  implements: Node,
  description: 'Metadata of a credential pair. It never contains the secret.',
})
export class CredentialView extends Node {
  constructor(readonly row: CredentialMetadata) {
    super(keyOf('crd', row.credentialId));
  }

  @Field(() => ID, { description: 'Key of the credential, `crd_…`.' })
  get credentialId(): string {
    return this.id;
  }

  @Field(() => String, { description: 'Public half of the pair, `ak_live_…`. It is the `keyid` of a signature.' })
  get apiKey(): string {
    return this.row.apiKey;
  }

  @Field(() => Date, { description: 'Time at which the credential was issued.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { nullable: true, description: 'Time of the revocation or rotation.' })
  get revokedAt(): Date | null {
    return this.row.revokedAt;
  }

  @Field(() => Date, { nullable: true, description: 'Time of its last signed request, to the minute.' })
  get lastUsedAt(): Date | null {
    return this.row.lastUsedAt;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the only agent that the credential acts for. Null for a credential of the whole principal.',
  })
  get agentKey(): string | null {
    return this.row.agentId === null ? null : keyOf('agt', this.row.agentId);
  }

  @Field(() => String, { nullable: true, description: 'Name that the owner gave the credential.' })
  get label(): string | null {
    return this.row.label;
  }

  @Field(() => [CredentialScopeEnum], { description: 'Kinds of calls that the credential may make.' })
  get scopes(): readonly CredentialScope[] {
    return this.row.scopes;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Time from which the credential is refused. Null for a credential without an end.',
  })
  get expiresAt(): Date | null {
    return this.row.expiresAt;
  }
}

@ObjectType('IssuedCredential', { description: 'A new credential pair. The secret is shown only once.' })
export class IssuedCredentialView {
  @Field(() => ID, { description: 'Key of the credential, `crd_…`.' })
  readonly credentialId: string;

  @Field(() => String, { description: 'Public half of the pair, `ak_live_…`.' })
  readonly apiKey: string;

  @Field(() => String, { description: 'Secret half of the pair, `sk_live_…`. The whole text is the HMAC key.' })
  readonly signingSecret: string;

  @Field(() => Date, { description: 'Time at which the credential was issued.' })
  readonly createdAt: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the only agent that the credential acts for. Null for a credential of the whole principal.',
  })
  readonly agentKey: string | null;

  @Field(() => String, { nullable: true, description: 'Name that the owner gave the credential.' })
  readonly label: string | null;

  @Field(() => [CredentialScopeEnum], { description: 'Kinds of calls that the credential may make.' })
  readonly scopes: readonly CredentialScope[];

  @Field(() => Date, {
    nullable: true,
    description: 'Time from which the credential is refused. Null for a credential without an end.',
  })
  readonly expiresAt: Date | null;
}

export const issuedCredential = (issued: IssuedCredential): IssuedCredentialView => ({
  ...issued,
  credentialId: keyOf('crd', issued.credentialId),
  agentKey: issued.agentId === null ? null : keyOf('agt', issued.agentId),
});

@InputType({ description: 'Issues an additional credential.' })
export class CreateCredentialInput extends ConsoleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Key of the only agent that the credential acts for. Default: every agent of the principal.',
  })
  agentKey?: string | null;

  @Field(() => String, { nullable: true, description: 'Name for your own use, 1 to 100 characters.' })
  label?: string | null;

  @Field(() => [CredentialScopeEnum], {
    nullable: true,
    description: 'Kinds of calls that the credential may make. Default: all.',
  })
  scopes?: CredentialScope[] | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Time from which the credential is refused. Default: it has no end.',
  })
  expiresAt?: Date | null;
}

@InputType({ description: 'Replaces all credentials with a new one.' })
export class RotateCredentialInput extends AgentOrConsoleInput {}

@InputType({ description: 'Revokes a credential without a replacement.' })
export class RevokeCredentialInput extends AgentOrConsoleInput {
  @Field(() => ID, { description: 'Key of the credential, `crd_…`.' })
  credentialId: string;
}

@ObjectType({ description: 'Payload of the mutation `createCredential`.' })
export class CreateCredentialPayload {
  @Field(() => IssuedCredentialView, { description: 'The new credential pair.' })
  credential: IssuedCredentialView;
}

@ObjectType({ description: 'Payload of the mutation `rotateCredential`.' })
export class RotateCredentialPayload {
  @Field(() => IssuedCredentialView, { description: 'The new pair, which is now the only active one.' })
  credential: IssuedCredentialView;
}

@ObjectType({ description: 'Payload of the mutation `revokeCredential`.' })
export class RevokeCredentialPayload {
  @Field(() => CredentialView, { description: 'The revoked credential.' })
  credential: CredentialView;
}

const CredentialConnection = connectionType('Credential', () => CredentialView);

@Resolver(() => PrincipalView)
export class PrincipalCredentialsResolver {
  @FieldResolver(() => CredentialConnection, {
    description: 'Credentials of the principal, newest first, without secrets.',
  })
  async credentials(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<CredentialView>> {
    const view = (credential: CredentialMetadata): CredentialView => new CredentialView(credential);
    return listConnection(context, credentials, row.principalId, args, view);
  }
}

@Resolver(() => CredentialView)
export class CredentialResolver {
  @FieldResolver(() => CredentialStatusEnum, { description: 'Whether the credential can sign requests.' })
  async status(@Root() { row }: CredentialView, @Ctx() context: Context): Promise<'active' | 'revoked'> {
    if (row.revokedAt !== null) return 'revoked';
    return row.expiresAt !== null && hasExpired(row, await context.now()) ? 'revoked' : 'active';
  }

  @FieldResolver(() => AgentView, {
    nullable: true,
    description: 'The only agent that the credential acts for. Null for a credential of the whole principal.',
  })
  async agent(@Root() { row }: CredentialView, @Ctx() { loaders }: Context): Promise<AgentView | null> {
    const agent = row.agentId === null ? undefined : await loaders.agent.load(row.agentId);
    return agent ? new AgentView(agent) : null;
  }
}

@Resolver()
export class CredentialMutations {
  @Mutation(() => CreateCredentialPayload, {
    description: 'Issues an additional credential. Only owners may call it, through the console.',
  })
  async createCredential(
    @Ctx() context: Context,
    @Arg('input', () => CreateCredentialInput, { description: 'Input of the mutation.' }) input: CreateCredentialInput,
  ): Promise<CreateCredentialPayload> {
    const principalId = authorize(context, 'createCredential', input.principalKey);
    const issued = await operations.createCredential(requireMutation(context), principalId, restNames(input));
    return { credential: issuedCredential(issued) };
  }

  @Mutation(() => RotateCredentialPayload, {
    description:
      'Issues a new credential and revokes every other one of the principal in the same transaction. There is no grace window. A caller whose own credential this revokes cannot fetch a lost answer.',
  })
  async rotateCredential(
    @Ctx() context: Context,
    @Arg('input', () => RotateCredentialInput, { description: 'Input of the mutation.' }) input: RotateCredentialInput,
  ): Promise<RotateCredentialPayload> {
    const principalId = authorize(context, 'rotateCredential', input.principalKey);
    const issued = await operations.rotateCredential(requireMutation(context), principalId);
    return { credential: issuedCredential(issued) };
  }

  @Mutation(() => RevokeCredentialPayload, {
    description: 'Revokes a credential without a replacement. Repeating it is no error.',
  })
  async revokeCredential(
    @Ctx() context: Context,
    @Arg('input', () => RevokeCredentialInput, { description: 'Input of the mutation.' }) input: RevokeCredentialInput,
  ): Promise<RevokeCredentialPayload> {
    const principalId = authorize(context, 'revokeCredential', input.principalKey);
    const row = await operations.revokeCredential(requireMutation(context), principalId, input.credentialId);
    return { credential: new CredentialView(row) };
  }
}
