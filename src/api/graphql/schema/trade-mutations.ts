import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { invalidMember } from '../../../domain/errors/errors';
import type { StepDecision, TradeDecision } from '../../../domain/trades/trade';
import type { CheckpointInput, ContractInput, RebuttalInput } from '../../../domain/trades/step-input';
import { evaluateTrade, settleTrade } from '../../../operations/commands/operator-trade';
import * as operations from '../../../operations/commands/trade';
import type { TradeRow } from '../../../operations/queries/trades';
import { requireMutation, platformOnly, authorize, type Context } from '../execution/context';
import { restNames } from '../execution/names';
import { SettlementView } from './settlement';
import { TradeStepView } from './step';
import { TradeView } from './trade';
import * as inputs from './trade-inputs';

@ObjectType({ description: 'Payload of the mutation `createTrade`.' })
class CreateTradePayload {
  @Field(() => TradeView, { description: 'The trade after the change.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `activateTrade`.' })
class ActivateTradePayload {
  @Field(() => TradeView, { description: 'The trade with its newly active step.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `withdrawFromTrade`.' })
class WithdrawFromTradePayload {
  @Field(() => TradeView, { description: 'The trade, which is settled as F4.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `publishDeliveryContract`.' })
class PublishDeliveryContractPayload {
  @Field(() => TradeStepView, { description: 'The step with its contract.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade after the change.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `submitCheckpoint`.' })
class SubmitCheckpointPayload {
  @Field(() => TradeStepView, { description: 'The step with its checkpoint.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade after the change.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `fileRebuttal`.' })
class FileRebuttalPayload {
  @Field(() => TradeStepView, { description: 'The step with its rebuttal.' })
  step: TradeStepView;

  @Field(() => TradeView, { description: 'The trade after the change.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `evaluateTrade`.' })
class EvaluateTradePayload {
  @Field(() => TradeView, { description: 'The trade. The next sweep applies the verdict.' })
  trade: TradeView;
}

@ObjectType({ description: 'Payload of the mutation `settleTrade`.' })
class SettleTradePayload {
  @Field(() => TradeView, { description: 'The trade after the change.' })
  trade: TradeView;

  @Field(() => SettlementView, {
    nullable: true,
    description: 'Settlement of the trade. Null when a step passed and the trade continues.',
  })
  settlement: SettlementView | null;
}

type WithPrincipalKey = { principalKey?: string | null | undefined };

/** Returns the view of a decision's trade, with the steps that the decision has read. */
function tradeView({ trade, steps }: TradeDecision, viewer: string | null): TradeView {
  return new TradeView(trade as TradeRow, viewer, {
    steps: steps.map((step) => new TradeStepView(step, step)),
  });
}

function stepPayload(decision: StepDecision, viewer: string) {
  return { step: new TradeStepView(decision.step, decision.step), trade: tradeView(decision, viewer) };
}

/** Returns an input with REST names and without `principalKey`. */
function contentOf<T>({ principalKey: _, ...rest }: WithPrincipalKey & object): T {
  return restNames(rest);
}

@Resolver()
export class TradeMutations {
  @Mutation(() => CreateTradePayload, {
    description:
      'Creates the trade of an accepted proposal and reserves every participant’s bond. Any participant may call it.',
  })
  async createTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.CreateTradeInput, { description: 'Input of the mutation.' })
    input: inputs.CreateTradeInput,
  ): Promise<CreateTradePayload> {
    const principalId = authorize(context, 'createTrade', input.principalKey);
    const decision = await operations.createTrade(
      requireMutation(context),
      principalId,
      operations.proposalIdOf(input),
    );
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => ActivateTradePayload, {
    description:
      'Activates the next pending step, escrows its price and takes the fee. Any participant may call it. Repeating it is no error.',
  })
  async activateTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.ActivateTradeInput, { description: 'Input of the mutation.' })
    input: inputs.ActivateTradeInput,
  ): Promise<ActivateTradePayload> {
    const principalId = authorize(context, 'activateTrade', input.principalKey);
    const decision = await operations.activateTrade(requireMutation(context), principalId, targetOf(input));
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => PublishDeliveryContractPayload, {
    description:
      'Publishes the active step’s delivery contract. Only its provider may call it, signed as the registered agent.',
  })
  async publishDeliveryContract(
    @Ctx() context: Context,
    @Arg('input', () => inputs.PublishDeliveryContractInput, { description: 'Input of the mutation.' })
    input: inputs.PublishDeliveryContractInput,
  ): Promise<PublishDeliveryContractPayload> {
    const principalId = authorize(context, 'publishDeliveryContract', input.principalKey);
    const { tradeKey, stepNo, ...contract } = input;
    const decision = await operations.publishDeliveryContract(requireMutation(context), principalId, {
      tradeKey,
      stepNo,
      ...contentOf<ContractInput>(contract),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => SubmitCheckpointPayload, {
    description:
      'Submits the checkpoint on the published contract. Only the step’s consumer may call it, signed as the registered agent.',
  })
  async submitCheckpoint(
    @Ctx() context: Context,
    @Arg('input', () => inputs.SubmitCheckpointInput, { description: 'Input of the mutation.' })
    input: inputs.SubmitCheckpointInput,
  ): Promise<SubmitCheckpointPayload> {
    const principalId = authorize(context, 'submitCheckpoint', input.principalKey);
    const { tradeKey, stepNo, ...checkpoint } = input;
    const decision = await operations.submitCheckpoint(requireMutation(context), principalId, {
      tradeKey,
      stepNo,
      ...contentOf<CheckpointInput>(checkpoint),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => FileRebuttalPayload, {
    description: 'Files counter-evidence, once per step and before settlement. Only the step’s provider may call it.',
  })
  async fileRebuttal(
    @Ctx() context: Context,
    @Arg('input', () => inputs.FileRebuttalInput, { description: 'Input of the mutation.' })
    input: inputs.FileRebuttalInput,
  ): Promise<FileRebuttalPayload> {
    const principalId = authorize(context, 'fileRebuttal', input.principalKey);
    const { tradeKey, stepNo, ...rebuttal } = input;
    const decision = await operations.fileRebuttal(requireMutation(context), principalId, {
      tradeKey,
      stepNo,
      ...contentOf<RebuttalInput>(rebuttal),
    });
    return stepPayload(decision, principalId);
  }

  @Mutation(() => WithdrawFromTradePayload, {
    description: 'Withdraws from the trade, which settles at once as F4. Only the active step’s provider may call it.',
  })
  async withdrawFromTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.WithdrawFromTradeInput, { description: 'Input of the mutation.' })
    input: inputs.WithdrawFromTradeInput,
  ): Promise<WithdrawFromTradePayload> {
    const principalId = authorize(context, 'withdrawFromTrade', input.principalKey);
    const decision = await operations.withdrawFromTrade(requireMutation(context), principalId, input.tradeKey);
    return { trade: tradeView(decision, principalId) };
  }

  @Mutation(() => EvaluateTradePayload, {
    description: 'Submits a verdict on the active step’s checkpoint. Only operators may call it.',
  })
  async evaluateTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.EvaluateTradeInput, { description: 'Input of the mutation.' })
    input: inputs.EvaluateTradeInput,
  ): Promise<EvaluateTradePayload> {
    platformOnly(context, 'evaluateTrade');
    const { tradeKey, verdict, coverageBps, reason } = input;
    const ruling = { verdict, coverage_bps: coverageBps, reason };
    const decision = await evaluateTrade(requireMutation(context), tradeKey, ruling);
    return { trade: tradeView(decision, null) };
  }

  @Mutation(() => SettleTradePayload, {
    description: 'Settles the trade, or passes its step, if that is due. Only operators may call it.',
  })
  async settleTrade(
    @Ctx() context: Context,
    @Arg('input', () => inputs.SettleTradeInput, { description: 'Input of the mutation.' })
    input: inputs.SettleTradeInput,
  ): Promise<SettleTradePayload> {
    platformOnly(context, 'settleTrade');
    const decision = await settleTrade(requireMutation(context), input.tradeKey);
    const trade = tradeView(decision, null);
    const stored = await context.loaders.settlementOfTrade.load(trade.tradeId);
    return { trade, settlement: stored ? new SettlementView(stored, null) : null };
  }
}

function targetOf({ tradeKey, proposalKey }: inputs.ActivateTradeInput) {
  if (tradeKey != null && proposalKey == null) return { tradeKey };
  if (tradeKey == null && proposalKey != null) return { proposalId: operations.proposalIdOf({ proposalKey }) };
  throw invalidMember('/trade_key', 'or `proposal_key` must name the trade, one of the two');
}
