import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { invalid } from '../../../domain/errors/errors';
import type { StepDecision, TradeDecision } from '../../../domain/trades/trade';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../../domain/trades/step-input';
import { evaluateTrade, settleTrade } from '../../../operations/commands/operator-trade';
import * as operations from '../../../operations/commands/trade';
import type { TradeRow } from '../../../database/repositories/trade-row';
import { acting, platformOnly, scoped, type Context } from '../execution/context';
import { restNames } from '../execution/names';
import { SettlementView } from './settlement';
import { TradeStepView } from './step';
import { TradeView } from './trade';
import * as inputs from './trade-inputs';

@ObjectType({ description: 'What creating a trade answers.' })
class CreateTradePayload {
  @Field(() => TradeView, { description: 'The trade.' })
  trade: TradeView;
}

@ObjectType({ description: 'What activating a step answers.' })
class ActivateTradePayload {
  @Field(() => TradeView, { description: 'The trade with its active step.' })
  trade: TradeView;
}

@ObjectType({ description: 'What withdrawing answers.' })
class WithdrawFromTradePayload {
  @Field(() => TradeView, { description: 'The trade, settled as F4.' })
  trade: TradeView;
}

@ObjectType({ description: 'What publishing a delivery contract answers.' })
class PublishDeliveryContractPayload {
  @Field(() => TradeStepView, { description: 'The step with its contract.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade.' })
  trade: TradeView;
}

@ObjectType({ description: 'What submitting a checkpoint answers.' })
class SubmitCheckpointPayload {
  @Field(() => TradeStepView, { description: 'The step with its checkpoint.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade.' })
  trade: TradeView;
}

@ObjectType({ description: 'What filing a rebuttal answers.' })
class FileRebuttalPayload {
  @Field(() => TradeStepView, { description: 'The step with its rebuttal.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade.' })
  trade: TradeView;
}

@ObjectType({ description: 'What submitting a verdict answers.' })
class EvaluateTradePayload {
  @Field(() => TradeView, { description: 'The trade; the next sweep applies the verdict.' })
  trade: TradeView;
}

@ObjectType({ description: 'What settling explicitly answers.' })
class SettleTradePayload {
  @Field(() => TradeView, { description: 'The trade.' })
  trade: TradeView;

  @Field(() => SettlementView, {
    nullable: true,
    description: 'Its settlement; null when a step passed and the trade goes on.',
  })
  settlement: SettlementView | null;
}

type Named = { principalKey?: string | null | undefined };

/** A decision's trade as a view; what the decision knows is not read again. */
function tradeView({ trade, steps }: TradeDecision, viewer: string | null): TradeView {
  return new TradeView(trade as TradeRow, viewer, {
    steps: steps.map((step) => new TradeStepView(step, step)),
  });
}

function stepPayload(decision: StepDecision, viewer: string) {
  return { step: new TradeStepView(decision.step, decision.step), trade: tradeView(decision, viewer) };
}

/** The members that describe what is sent, without those that say by whom. */
function content<T>({ principalKey: _, ...rest }: Named & object): T {
  return restNames(rest);
}

@Resolver()
export class TradeMutations {
  @Mutation(() => CreateTradePayload, {
    description: 'Creates the trade of an accepted proposal and reserves every participant’s bond. Any participant.',
  })
  async createTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.CreateTradeInput, { description: 'Of which proposal.' }) input: inputs.CreateTradeInput,
  ): Promise<CreateTradePayload> {
    const principalId = scoped(context, 'createTrade', input.principalKey);
    const decision = await operations.createTrade(acting(context), principalId, operations.proposalIdOf(input));
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => ActivateTradePayload, {
    description:
      'Activates the next pending step: escrows its price and takes the fee. Any participant; repeating it is no error.',
  })
  async activateTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.ActivateTradeInput, { description: 'Of which trade.' }) input: inputs.ActivateTradeInput,
  ): Promise<ActivateTradePayload> {
    const principalId = scoped(context, 'activateTrade', input.principalKey);
    const decision = await operations.activateTrade(acting(context), principalId, targetOf(input));
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => PublishDeliveryContractPayload, {
    description: 'Publishes the active step’s delivery contract. Its provider, signed as the registered agent.',
  })
  async publishDeliveryContract(
    @Ctx() context: Context,
    @Arg('input', () => inputs.PublishDeliveryContractInput, { description: 'Which step, and the contract.' })
    input: inputs.PublishDeliveryContractInput,
  ): Promise<PublishDeliveryContractPayload> {
    const principalId = scoped(context, 'publishDeliveryContract', input.principalKey);
    const { tradeKey, stepNo, ...contract } = input;
    const decision = await operations.publishDeliveryContract(acting(context), principalId, {
      tradeKey,
      stepNo,
      ...content<ContractInput>(contract),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => SubmitCheckpointPayload, {
    description:
      'Submits the checkpoint on the published contract. The step’s consumer, signed as the registered agent.',
  })
  async submitCheckpoint(
    @Ctx() context: Context,
    @Arg('input', () => inputs.SubmitCheckpointInput, { description: 'Which step, and the verdict.' })
    input: inputs.SubmitCheckpointInput,
  ): Promise<SubmitCheckpointPayload> {
    const principalId = scoped(context, 'submitCheckpoint', input.principalKey);
    const { tradeKey, stepNo, ...checkpoint } = input;
    const decision = await operations.submitCheckpoint(acting(context), principalId, {
      tradeKey,
      stepNo,
      ...content<CheckpointInput>(checkpoint),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => FileRebuttalPayload, {
    description: 'Files counter-evidence, once per step, before settlement. The step’s provider.',
  })
  async fileRebuttal(
    @Ctx() context: Context,
    @Arg('input', () => inputs.FileRebuttalInput, { description: 'Which step, and the counter-evidence.' })
    input: inputs.FileRebuttalInput,
  ): Promise<FileRebuttalPayload> {
    const principalId = scoped(context, 'fileRebuttal', input.principalKey);
    const { tradeKey, stepNo, ...rebuttal } = input;
    const decision = await operations.fileRebuttal(acting(context), principalId, {
      tradeKey,
      stepNo,
      ...content<RebuttalInput>(rebuttal),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => WithdrawFromTradePayload, {
    description: 'Withdraws from the trade: settled at once as F4. The active step’s provider.',
  })
  async withdrawFromTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.WithdrawFromTradeInput, { description: 'From which trade.' })
    input: inputs.WithdrawFromTradeInput,
  ): Promise<WithdrawFromTradePayload> {
    const principalId = scoped(context, 'withdrawFromTrade', input.principalKey);
    const decision = await operations.withdrawFromTrade(acting(context), principalId, input.tradeKey);
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => EvaluateTradePayload, {
    description: 'Submits a verdict on the active step’s checkpoint. Operators.',
  })
  async evaluateTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.EvaluateTradeInput, { description: 'On which trade, and the verdict.' })
    input: inputs.EvaluateTradeInput,
  ): Promise<EvaluateTradePayload> {
    platformOnly(context, 'evaluateTrade');
    const { tradeKey, verdict, reason } = input;
    const decision = await evaluateTrade(acting(context), tradeKey, { verdict, reason });
    return { trade: tradeView(decision, null) };
  }

  @Mutation(() => SettleTradePayload, { description: 'Settles what is due of a trade, now. Operators.' })
  async settleTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.SettleTradeInput, { description: 'Which trade.' }) input: inputs.SettleTradeInput,
  ): Promise<SettleTradePayload> {
    platformOnly(context, 'settleTrade');
    const decision = await settleTrade(acting(context), input.tradeKey);
    const trade = tradeView(decision, null);
    const stored = await context.loaders.settlementOfTrade.load(trade.tradeId);
    return { trade, settlement: stored ? new SettlementView(stored, null) : null };
  }
}

function targetOf({ tradeKey, proposalKey }: inputs.ActivateTradeInput) {
  if (tradeKey != null && proposalKey == null) return { tradeKey };
  if (tradeKey == null && proposalKey != null) return { proposalId: operations.proposalIdOf({ proposalKey }) };
  throw invalid([{ pointer: '/trade_key', detail: 'or proposal_key must name the trade, one of the two' }]);
}
