import { Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { type CheckedSession, sessionCheck } from '../../../operations/commands/session-check';
import { platformOnly, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';

@ObjectType('Account', { description: 'A human, as an identity provider names them.' })
export class AccountView {
  @Field(() => String, { description: 'Who vouches for the human: `X-Acting-Provider`.' })
  provider: string;

  @Field(() => String, { description: 'The human, as the provider names them: `X-Acting-Subject`.' })
  subject: string;
}

@ObjectType('SessionPrincipal', { description: 'A principal the human looks after.' })
export class SessionPrincipalView {
  @Field(() => ID, { description: 'The key, `prn_…`.' })
  principalKey: string;

  @Field(() => BindingRoleEnum, { description: 'What the human may do.' })
  role: string;
}

@ObjectType('Session', { description: 'The sign-in session of a human.' })
export class SessionView {
  constructor(private readonly session: CheckedSession) {}

  @Field(() => ID, { description: 'The refresh session, `ses_…`: the claim `sid` of the JWT.' })
  get sessionId(): string {
    return this.session.sessionKey;
  }

  @Field(() => AccountView, { description: 'The human.' })
  get account(): AccountView {
    return this.session.account;
  }

  @Field(() => [SessionPrincipalView], { description: 'The principals the human looks after, oldest binding first.' })
  get principals(): SessionPrincipalView[] {
    return [...this.session.principals];
  }

  @Field(() => Date, { description: 'When the refresh session ends unless it is refreshed.' })
  get expiresAt(): Date {
    return this.session.expiresAt;
  }
}

@Resolver()
export class SessionResolver {
  @Query(() => SessionView, {
    description:
      'The session behind the JWT in `Authorization` (covered by the signature), if JWT, account and refresh session are all valid. The console.',
  })
  async sessionCheck(@Ctx() context: Context): Promise<SessionView> {
    platformOnly(context, 'sessionCheck');
    return new SessionView(await sessionCheck(context, await context.now()));
  }
}
