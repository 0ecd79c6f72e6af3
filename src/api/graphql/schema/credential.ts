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
import * as operations from '../../../operations/commands/credential';
import type { IssuedCredential } from '../../../operations/commands/credential';
import { credentialsOf, type CredentialMetadata } from '../../../database/repositories/credentials';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import { acting, scoped, type Context } from '../execution/context';
import { CredentialStatusEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';

@ObjectType('Credential', {
  implements: Node,
  description: 'What may be known of a pair that signs requests; never its secret.',
})
export class CredentialView extends Node {
  constructor(readonly row: CredentialMetadata) {
    super(keyOf('crd', row.credentialId));
  }

  @Field(() => ID, { description: 'The key, `crd_…`.' })
  get credentialId(): string {
    return this.id;
  }

  @Field(() => String, { description: 'The public half, `ak_live_…`: `keyid` of a signature.' })
  get apiKey(): string {
    return this.row.apiKey;
  }

  @Field(() => CredentialStatusEnum, { description: 'Whether it works.' })
  get status(): 'active' | 'revoked' {
    return this.row.revokedAt === null ? 'active' : 'revoked';
  }

  @Field(() => Date, { description: 'When it was issued.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { nullable: true, description: 'When it was revoked or rotated away.' })
  get revokedAt(): Date | null {
    return this.row.revokedAt;
  }

  @Field(() => Date, { nullable: true, description: 'When it last signed a request, to the minute.' })
  get lastUsedAt(): Date | null {
    return this.row.lastUsedAt;
  }
}

@ObjectType('IssuedCredential', { description: 'A new pair. The secret is told this once.' })
export class IssuedCredentialView {
  constructor(private readonly issued: IssuedCredential) {}

  @Field(() => ID, { description: 'The key, `crd_…`.' })
  get credentialId(): string {
    return keyOf('crd', this.issued.credentialId);
  }

  @Field(() => String, { description: 'The public half, `ak_live_…`.' })
  get apiKey(): string {
    return this.issued.apiKey;
  }

  @Field(() => String, { description: 'The secret half, `sk_live_…`: the whole text is the key of the HMAC.' })
  get signingSecret(): string {
    return this.issued.signingSecret;
  }

  @Field(() => Date, { description: 'When it was issued.' })
  get createdAt(): Date {
    return this.issued.createdAt;
  }
}

@InputType({ description: 'Issues one more credential.' })
export class CreateCredentialInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;
}

@InputType({ description: 'Replaces every credential by a new one.' })
export class RotateCredentialInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;
}

@InputType({ description: 'Revokes a credential without a replacement.' })
export class RevokeCredentialInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The credential, `crd_…`.' })
  credentialId: string;
}

@ObjectType({ description: 'What issuing a credential answers.' })
export class CreateCredentialPayload {
  @Field(() => IssuedCredentialView, { description: 'The new pair.' })
  credential: IssuedCredentialView;
}

@ObjectType({ description: 'What rotating answers.' })
export class RotateCredentialPayload {
  @Field(() => IssuedCredentialView, { description: 'The new pair: from now on the only one that works.' })
  credential: IssuedCredentialView;
}

@ObjectType({ description: 'What revoking answers.' })
export class RevokeCredentialPayload {
  @Field(() => CredentialView, { description: 'The credential, revoked.' })
  credential: CredentialView;
}

const CredentialConnection = connectionType('Credential', () => CredentialView);

@Resolver(() => PrincipalView)
export class PrincipalCredentialsResolver {
  @FieldResolver(() => CredentialConnection, { description: 'Its credentials, newest first, without secrets.' })
  async credentials(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<CredentialView>> {
    const page = await credentialsOf(db, row.principalId, args);
    return connection(page, (credential) => new CredentialView(credential));
  }
}

@Resolver()
export class CredentialMutations {
  @Mutation(() => CreateCredentialPayload, {
    description: 'Issues one more credential; the others go on. Owners through the console.',
  })
  async createCredential(
    @Ctx() context: Context,
    @Arg('input', () => CreateCredentialInput, { description: 'For which principal.' }) input: CreateCredentialInput,
  ): Promise<CreateCredentialPayload> {
    const principalId = scoped(context, 'createCredential', input.principalKey);
    const issued = await operations.createCredential(acting(context), principalId);
    return { credential: new IssuedCredentialView(issued) };
  }

  @Mutation(() => RotateCredentialPayload, {
    description:
      'Issues a new credential and revokes every other of the principal at the same moment, without a grace window.',
  })
  async rotateCredential(
    @Ctx() context: Context,
    @Arg('input', () => RotateCredentialInput, { description: 'Of which principal.' }) input: RotateCredentialInput,
  ): Promise<RotateCredentialPayload> {
    const principalId = scoped(context, 'rotateCredential', input.principalKey);
    const issued = await operations.rotateCredential(acting(context), principalId);
    return { credential: new IssuedCredentialView(issued) };
  }

  @Mutation(() => RevokeCredentialPayload, {
    description: 'Revokes a credential without a replacement; repeating it is no error.',
  })
  async revokeCredential(
    @Ctx() context: Context,
    @Arg('input', () => RevokeCredentialInput, { description: 'Which.' }) input: RevokeCredentialInput,
  ): Promise<RevokeCredentialPayload> {
    const principalId = scoped(context, 'revokeCredential', input.principalKey);
    const row = await operations.revokeCredential(acting(context), principalId, input.credentialId);
    return { credential: new CredentialView(row) };
  }
}
