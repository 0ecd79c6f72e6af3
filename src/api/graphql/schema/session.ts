import { Ctx, Field, FieldResolver, ID, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { idOf } from '../../../domain/keys';
import { viewerAmong } from '../../../domain/sessions/caller';
import { type CheckedSession, sessionCheck } from '../../../operations/queries/session';
import { platformOnly, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';
import { PrincipalView } from './principal';

@ObjectType('Account', { description: 'A human, identified by an identity provider and a subject.' })
export class AccountView {
  @Field(() => String, { description: 'Identity provider of the human, as in `X-Acting-Provider`.' })
  provider: string;

  @Field(() => String, { description: 'Subject that the provider assigns to the human, as in `X-Acting-Subject`.' })
  subject: string;
}

@ObjectType('SessionPrincipal', { description: 'A principal to which the human is bound.' })
export class SessionPrincipalView {
  @Field(() => ID, { description: 'Key of the principal, `prn_…`.' })
  principalKey: string;

  @Field(() => BindingRoleEnum, { description: 'Role of the human: owner or viewer.' })
  role: string;
}

@ObjectType('Session', { description: 'Sign-in session of a human.' })
export class SessionView {
  constructor(private readonly session: CheckedSession) {}

  @Field(() => ID, { description: 'Key of the refresh session, `ses_…`. It equals the claim `sid` of the JWT.' })
  get sessionId(): string {
    return this.session.sessionKey;
  }

  @Field(() => AccountView, { description: 'Account of the human.' })
  get account(): AccountView {
    return this.session.account;
  }

  @Field(() => [SessionPrincipalView], { description: 'Principals of the human, oldest binding first.' })
  get principals(): SessionPrincipalView[] {
    return [...this.session.principals];
  }

  @Field(() => Date, { description: 'End of the refresh session, unless it is refreshed.' })
  get expiresAt(): Date {
    return this.session.expiresAt;
  }

  @Field(() => Date, { description: 'Time of the sign-in. A refresh does not change it.' })
  get signedInAt(): Date {
    return this.session.signedInAt;
  }
}

@Resolver(() => SessionPrincipalView)
export class SessionPrincipalResolver {
  @FieldResolver(() => PrincipalView, {
    nullable: true,
    description: 'The principal. Null unless the acting headers name the human.',
  })
  async principal(
    @Root() { principalKey }: SessionPrincipalView,
    @Ctx() { caller, loaders }: Context,
  ): Promise<PrincipalView | null> {
    const id = idOf('prn', principalKey);
    const row = id !== undefined && viewerAmong(caller, [id]) ? await loaders.principal.load(id) : undefined;
    return row ? PrincipalView.of(row) : null;
  }
}

@Resolver()
export class SessionResolver {
  @Query(() => SessionView, {
    description:
      'Session of the JWT in `Authorization`, if JWT, account and refresh session are valid. The signature must cover the header. Only the console may read it.',
  })
  async sessionCheck(@Ctx() context: Context): Promise<SessionView> {
    platformOnly(context, 'sessionCheck');
    return new SessionView(await sessionCheck(context, await context.realNow()));
  }
}
