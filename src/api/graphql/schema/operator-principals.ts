import { Args, ArgsType, Ctx, Field, ID, InputType, Query, Resolver } from 'type-graphql';
import { principals } from '../../../operations/queries/lists';
import type { PrincipalRow } from '../../../operations/queries/principals';
import { platformOnly, type Context } from '../execution/context';
import { ConnectionArgs, connectionType, platformConnection, type Connection } from './connection';
import { PrincipalView } from './principal';

@InputType({ description: 'Selects principals. Members are combined with AND.' })
class PrincipalFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Text that the display name contains, in any case of letters.',
  })
  text?: string | null;

  @Field(() => String, { nullable: true, description: 'Subject of a human that is bound to the principal.' })
  bindingSubject?: string | null;

  @Field(() => ID, { nullable: true, description: 'Key or UUID of the principal.' })
  principalKey?: string | null;

  @Field(() => Date, { nullable: true, description: 'Created at this time or later.' })
  createdFrom?: Date | null;
}

@ArgsType()
class PrincipalsArgs extends ConnectionArgs {
  @Field(() => PrincipalFilter, { nullable: true, description: 'Return only these principals.' })
  filter?: PrincipalFilter | null;
}

const PrincipalConnection = connectionType('Principal', () => PrincipalView);

@Resolver()
export class OperatorPrincipalsResolver {
  @Query(() => PrincipalConnection, {
    description: 'Principals of the platform, newest first. Only operators may read them.',
  })
  async principals(
    @Ctx() context: Context,
    @Args(() => PrincipalsArgs) args: PrincipalsArgs,
  ): Promise<Connection<PrincipalView>> {
    platformOnly(context, 'principals');
    return platformConnection(context, principals, args, (row: PrincipalRow) => PrincipalView.of(row));
  }
}
