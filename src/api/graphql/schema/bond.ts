import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/bond';
import { requireMutation, authorize, type Context } from '../execution/context';
import { AmountRange } from './amount-range';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { AgentOrConsoleInput } from './principal-input';

@InputType({ description: 'Moves tickets to available bond.' })
export class ReserveBondInput extends AgentOrConsoleInput {
  @Field(() => StampsScalar, { description: 'Amount in stamps, at least 1.' })
  @AmountRange(1n)
  amountStamps: bigint;
}

@InputType({ description: 'Returns available bond to the tickets.' })
export class ReleaseBondInput extends AgentOrConsoleInput {
  @Field(() => StampsScalar, { description: 'Amount in stamps, at least 1.' })
  @AmountRange(1n)
  amountStamps: bigint;
}

@ObjectType({ description: 'Payload of the mutation `reserveBond`.' })
export class ReserveBondPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new balances.' })
  principal: PrincipalView;
}

@ObjectType({ description: 'Payload of the mutation `releaseBond`.' })
export class ReleaseBondPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new balances.' })
  principal: PrincipalView;
}

@Resolver()
export class BondMutations {
  @Mutation(() => ReserveBondPayload, {
    description: 'Moves tickets to available bond before a trade. Optional, because a trade takes its bond from both.',
  })
  async reserveBond(
    @Ctx() context: Context,
    @Arg('input', () => ReserveBondInput, { description: 'Input of the mutation.' }) input: ReserveBondInput,
  ): Promise<ReserveBondPayload> {
    const principalId = authorize(context, 'reserveBond', input.principalKey);
    await operations.reserveBond(requireMutation(context), principalId, input.amountStamps);
    return { principal: new PrincipalView({ principalId }) };
  }

  @Mutation(() => ReleaseBondPayload, {
    description: 'Moves available bond back to tickets. Bond reserved by an open trade stays.',
  })
  async releaseBond(
    @Ctx() context: Context,
    @Arg('input', () => ReleaseBondInput, { description: 'Input of the mutation.' }) input: ReleaseBondInput,
  ): Promise<ReleaseBondPayload> {
    const principalId = authorize(context, 'releaseBond', input.principalKey);
    await operations.releaseBond(requireMutation(context), principalId, input.amountStamps);
    return { principal: new PrincipalView({ principalId }) };
  }
}
