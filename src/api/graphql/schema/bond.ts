import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/bond';
import { acting, scoped, type Context } from '../execution/context';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';

@InputType({ description: 'Sets tickets aside as bond.' })
export class ReserveBondInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => StampsScalar, { description: 'How much, at least 1.' })
  amountStamps: bigint;
}

@InputType({ description: 'Returns bond that was set aside to the tickets.' })
export class ReleaseBondInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => StampsScalar, { description: 'How much, at least 1.' })
  amountStamps: bigint;
}

@ObjectType({ description: 'What setting bond aside answers.' })
export class ReserveBondPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new balances.' })
  principal: PrincipalView;
}

@ObjectType({ description: 'What returning bond answers.' })
export class ReleaseBondPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new balances.' })
  principal: PrincipalView;
}

@Resolver()
export class BondMutations {
  @Mutation(() => ReserveBondPayload, {
    description: 'Moves tickets to bond-available, ahead of any trade. Optional: a trade takes its bond from both.',
  })
  async reserveBond(
    @Ctx() context: Context,
    @Arg('input', () => ReserveBondInput, { description: 'How much.' }) input: ReserveBondInput,
  ): Promise<ReserveBondPayload> {
    const principalId = scoped(context, 'reserveBond', input.principalKey);
    await operations.reserveBond(acting(context), principalId, input.amountStamps);
    return { principal: new PrincipalView({ principalId }) };
  }

  @Mutation(() => ReleaseBondPayload, {
    description: 'Moves bond-available back to tickets; never what an open trade reserved.',
  })
  async releaseBond(
    @Ctx() context: Context,
    @Arg('input', () => ReleaseBondInput, { description: 'How much.' }) input: ReleaseBondInput,
  ): Promise<ReleaseBondPayload> {
    const principalId = scoped(context, 'releaseBond', input.principalKey);
    await operations.releaseBond(acting(context), principalId, input.amountStamps);
    return { principal: new PrincipalView({ principalId }) };
  }
}
