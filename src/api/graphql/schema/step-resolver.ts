import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import type { Context } from '../execution/context';
import { PublicPrincipalView } from './principal';
import { CheckpointResultView, DeliveryContractView, type StepDetails, RebuttalView, TradeStepView } from './step';

async function stepDetailsOf({ row, details }: TradeStepView, { loaders }: Context): Promise<StepDetails> {
  if (details) return details;
  const steps = await loaders.stepDetails.load(row.tradeId);
  const step = steps.find(({ stepNo }) => stepNo === row.stepNo);
  assert(step, 'a step is never deleted');
  return step;
}

@Resolver(() => TradeStepView)
export class TradeStepResolver {
  @FieldResolver(() => DeliveryContractView, { nullable: true, description: 'Delivery contract of the step.' })
  async contract(@Root() step: TradeStepView, @Ctx() context: Context): Promise<DeliveryContractView | null> {
    const { contract } = await stepDetailsOf(step, context);
    return contract && new DeliveryContractView(contract);
  }

  @FieldResolver(() => [CheckpointResultView], {
    description: 'Results of the consumer per item, if any.',
  })
  async checkpointResults(@Root() step: TradeStepView, @Ctx() context: Context): Promise<CheckpointResultView[]> {
    const { checkpointResults } = await stepDetailsOf(step, context);
    return (checkpointResults ?? []).map((result) => new CheckpointResultView(result));
  }

  @FieldResolver(() => RebuttalView, { nullable: true, description: 'Rebuttal of the provider.' })
  async rebuttal(@Root() step: TradeStepView, @Ctx() context: Context): Promise<RebuttalView | null> {
    const { rebuttal } = await stepDetailsOf(step, context);
    return rebuttal && new RebuttalView(rebuttal);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal that delivers.' })
  async provider(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.providerPrincipalId);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal that receives and checks.' })
  async consumer(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.consumerPrincipalId);
  }
}

export async function publicPrincipal({ loaders }: Context, principalId: string): Promise<PublicPrincipalView> {
  const row = await loaders.principal.load(principalId);
  assert(row, 'a principal is never deleted');
  return new PublicPrincipalView(row);
}
