import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import * as party from '../../../operations/commands/party';
import * as operations from '../../../operations/commands/wallet';
import { acting, platformOnly, scoped, type Context } from '../execution/context';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';

@ObjectType('Wallet', { description: 'A human’s own stamps, from which principals are funded.' })
export class WalletView {
  @Field(() => StampsScalar, { description: 'What is in it.' })
  balanceStamps: bigint;
}

@InputType({ description: 'Moves stamps from the acting human’s wallet to a principal.' })
export class FundPrincipalInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => StampsScalar, { description: 'How much, at least 1.' })
  amountStamps: bigint;
}

@InputType({ description: 'Moves stamps from a principal’s tickets to the acting human’s wallet.' })
export class ReturnFundsInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => StampsScalar, { description: 'How much, at least 1.' })
  amountStamps: bigint;
}

@ObjectType({ description: 'What funding a principal answers.' })
export class FundPrincipalPayload {
  @Field(() => ID, { description: 'The transfer, `xfr_…`: its postings carry it.' })
  transferKey: string;

  @Field(() => PrincipalView, { description: 'The principal with its new balance.' })
  principal: PrincipalView;

  @Field(() => StampsScalar, { description: 'What is left in the wallet.' })
  walletBalanceStamps: bigint;
}

@ObjectType({ description: 'What returning funds answers.' })
export class ReturnFundsPayload {
  @Field(() => ID, { description: 'The transfer, `xfr_…`: its postings carry it.' })
  transferKey: string;

  @Field(() => PrincipalView, { description: 'The principal with its new balance.' })
  principal: PrincipalView;

  @Field(() => StampsScalar, { description: 'What is in the wallet now.' })
  walletBalanceStamps: bigint;
}

@Resolver()
export class WalletResolver {
  @Query(() => WalletView, { description: 'The wallet of the acting human. The console.' })
  async wallet(@Ctx() context: Context): Promise<WalletView> {
    platformOnly(context, 'wallet');
    return { balanceStamps: await party.wallet(context) };
  }

  @Mutation(() => FundPrincipalPayload, {
    description: 'Moves stamps from the acting human’s wallet to the principal’s tickets. Owners through the console.',
  })
  async fundPrincipal(
    @Ctx() context: Context,
    @Arg('input', () => FundPrincipalInput, { description: 'Which principal, and how much.' })
    input: FundPrincipalInput,
  ): Promise<FundPrincipalPayload> {
    const principalId = scoped(context, 'fundPrincipal', input.principalKey);
    return payload(principalId, await operations.fundPrincipal(acting(context), principalId, input.amountStamps));
  }

  @Mutation(() => ReturnFundsPayload, {
    description:
      'Moves stamps from the principal’s tickets to the acting human’s wallet; never bond. Owners through the console.',
  })
  async returnFunds(
    @Ctx() context: Context,
    @Arg('input', () => ReturnFundsInput, { description: 'Which principal, and how much.' }) input: ReturnFundsInput,
  ): Promise<ReturnFundsPayload> {
    const principalId = scoped(context, 'returnFunds', input.principalKey);
    return payload(principalId, await operations.returnFunds(acting(context), principalId, input.amountStamps));
  }
}

function payload(principalId: string, moved: operations.MovedFunds): FundPrincipalPayload {
  return { ...moved, principal: new PrincipalView({ principalId }) };
}
