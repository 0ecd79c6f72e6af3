import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { wallet } from '../../../operations/queries/principals';
import * as operations from '../../../operations/commands/wallet';
import { requireMutation, platformOnly, authorize, type Context } from '../execution/context';
import { AmountRange } from './amount-range';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { ConsoleInput } from './principal-input';

@ObjectType('Wallet', { description: 'Stamps of a human, from which principals are funded.' })
export class WalletView {
  @Field(() => StampsScalar, { description: 'Balance of the wallet in stamps.' })
  balanceStamps: bigint;
}

@InputType({ description: 'Moves stamps from the acting human’s wallet to a principal.' })
export class FundPrincipalInput extends ConsoleInput {
  @Field(() => StampsScalar, { description: 'Amount in stamps, at least 1.' })
  @AmountRange(1n)
  amountStamps: bigint;
}

@InputType({ description: 'Moves stamps from a principal’s tickets to the acting human’s wallet.' })
export class ReturnFundsInput extends ConsoleInput {
  @Field(() => StampsScalar, { description: 'Amount in stamps, at least 1.' })
  @AmountRange(1n)
  amountStamps: bigint;
}

@ObjectType({ description: 'Payload of the mutation `fundPrincipal`.' })
export class FundPrincipalPayload {
  @Field(() => ID, { description: 'Key of the transfer, `xfr_…`. Its postings have the same key.' })
  transferKey: string;

  @Field(() => PrincipalView, { description: 'The principal with its new balance.' })
  principal: PrincipalView;

  @Field(() => StampsScalar, { description: 'Balance of the wallet in stamps after the transfer.' })
  walletBalanceStamps: bigint;
}

@ObjectType({ description: 'Payload of the mutation `returnFunds`.' })
export class ReturnFundsPayload {
  @Field(() => ID, { description: 'Key of the transfer, `xfr_…`. Its postings have the same key.' })
  transferKey: string;

  @Field(() => PrincipalView, { description: 'The principal with its new balance.' })
  principal: PrincipalView;

  @Field(() => StampsScalar, { description: 'Balance of the wallet in stamps after the transfer.' })
  walletBalanceStamps: bigint;
}

@Resolver()
export class WalletResolver {
  @Query(() => WalletView, { description: 'Wallet of the acting human. Only the console may read it.' })
  async wallet(@Ctx() context: Context): Promise<WalletView> {
    platformOnly(context, 'wallet');
    return { balanceStamps: await wallet(context) };
  }

  @Mutation(() => FundPrincipalPayload, {
    description:
      'Moves stamps from the acting human’s wallet to the principal’s tickets. Only owners may call it, through the console.',
  })
  async fundPrincipal(
    @Ctx() context: Context,
    @Arg('input', () => FundPrincipalInput, { description: 'Input of the mutation.' })
    input: FundPrincipalInput,
  ): Promise<FundPrincipalPayload> {
    const principalId = authorize(context, 'fundPrincipal', input.principalKey);
    return payload(
      principalId,
      await operations.fundPrincipal(requireMutation(context), principalId, input.amountStamps),
    );
  }

  @Mutation(() => ReturnFundsPayload, {
    description:
      'Moves stamps from the principal’s tickets to the acting human’s wallet. Bond is never moved. Only owners may call it, through the console.',
  })
  async returnFunds(
    @Ctx() context: Context,
    @Arg('input', () => ReturnFundsInput, { description: 'Input of the mutation.' }) input: ReturnFundsInput,
  ): Promise<ReturnFundsPayload> {
    const principalId = authorize(context, 'returnFunds', input.principalKey);
    return payload(
      principalId,
      await operations.returnFunds(requireMutation(context), principalId, input.amountStamps),
    );
  }
}

function payload(principalId: string, moved: operations.MovedFunds): FundPrincipalPayload {
  return { ...moved, principal: new PrincipalView({ principalId }) };
}
