import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { BacktestResult, Missing, Role } from '../../../domain/trades/backtest';
import { requestBacktest, type BacktestInput } from '../../../operations/queries/backtest';
import { answerTurns } from '../../work/turns';
import { platformOnly, type Context } from '../execution/context';
import { enumOf, FailureClassEnum } from './enums';
import { DateTimeScalar, SignedStampsScalar } from './scalars';

const reasons: Record<Missing, string> = {
  earlier_step: 'A step that passed would not have passed, so the rest of the trade is unknown.',
  not_ended: 'The trade would not have ended at that time.',
  rebuttals: 'The evidence has no times of rebuttals.',
  ruling: 'The verdict is a coverage, which the candidate does not have.',
  record: 'The evidence has no record of the principal that would be at fault, or only a part of it.',
  invalid: 'The evidence cannot be computed. Run `npx ats audit`.',
};
const BacktestGapEnum = enumOf('BacktestGap', 'Reason for which a settlement cannot be compared.', reasons);

@ArgsType()
class PolicyBacktestArgs implements BacktestInput {
  @Field(() => String, { description: 'Version of the released policy to try.' })
  policyVersion: string;

  @Field(() => DateTimeScalar, { description: 'Compare settlements from this time on.' })
  since: Date;

  @Field(() => DateTimeScalar, { description: 'Compare settlements before this time.' })
  until: Date;
}

@ObjectType('BacktestStamps', {
  description: 'Stamps that each role would gain, or lose if negative. The sum of all four is 0.',
})
class BacktestStampsView {
  @Field(() => SignedStampsScalar, { description: 'Gain of the providers of the steps at which the trades ended.' })
  readonly provider: bigint;

  @Field(() => SignedStampsScalar, { description: 'Gain of the consumers of the steps at which the trades ended.' })
  readonly consumer: bigint;

  @Field(() => SignedStampsScalar, { description: 'Gain of the other participants.' })
  readonly other: bigint;

  @Field(() => SignedStampsScalar, { description: 'Gain of the slash pool.' })
  readonly slashPool: bigint;
}

const stampsOf = ({ slash_pool: slashPool, ...gains }: Readonly<Record<Role, bigint>>): BacktestStampsView => ({
  ...gains,
  slashPool,
});

@ObjectType('BacktestClassChange', {
  description: 'Trades that would settle differently, by their failure class and that under the candidate.',
})
class BacktestClassChangeView {
  @Field(() => FailureClassEnum, { nullable: true, description: 'Failure class as settled. Null without a failure.' })
  readonly from: string | null;

  @Field(() => FailureClassEnum, {
    nullable: true,
    description: 'Failure class under the candidate. Null without a failure.',
  })
  readonly to: string | null;

  @Field(() => Int, { description: 'Number of changed trades with this pair of classes.' })
  readonly trades: number;

  @Field(() => BacktestStampsView, { description: 'Gains in these trades.' })
  readonly stamps: BacktestStampsView;
}

const classOf = (name: string): string | null => (name === 'none' ? null : name);

@ObjectType('BacktestGapCount', { description: 'Settlements that cannot be compared for one reason.' })
class BacktestGapCountView {
  @Field(() => BacktestGapEnum, { description: 'Reason for which they cannot be compared.' })
  readonly reason: Missing;

  @Field(() => Int, { description: 'Number of settlements with this reason.' })
  readonly settlements: number;
}

@ObjectType('PolicyBacktest', {
  description: 'Settlements of a period, settled again under another policy. Nothing is written.',
})
export class PolicyBacktestView implements BacktestInput {
  @Field(() => String, { description: 'Version of the tried policy.' })
  readonly policyVersion: string;

  @Field(() => DateTimeScalar, { description: 'Start of the period, included.' })
  readonly since: Date;

  @Field(() => DateTimeScalar, { description: 'End of the period, excluded.' })
  readonly until: Date;

  @Field(() => Int, { description: 'Number of settlements in the period, at most 1,000.' })
  readonly settlements: number;

  @Field(() => Int, { description: 'Number of trades that would settle differently.' })
  readonly changed: number;

  @Field(() => Int, { description: 'Number of trades with the same result, stamp for stamp.' })
  readonly unchanged: number;

  @Field(() => BacktestStampsView, { description: 'Gains in all changed trades.' })
  readonly stamps: BacktestStampsView;

  @Field(() => [BacktestClassChangeView], { description: 'Changed trades by failure class.' })
  readonly byClass: BacktestClassChangeView[];

  @Field(() => [BacktestGapCountView], { description: 'Settlements that the candidate cannot compute, by reason.' })
  readonly notComparable: BacktestGapCountView[];
}

const backtestOf = (input: BacktestInput, result: BacktestResult): PolicyBacktestView => ({
  ...input,
  settlements: result.settlements,
  changed: result.changed,
  unchanged: result.unchanged,
  stamps: stampsOf(result.gains),
  byClass: result.byClass.map(({ from, to, trades, gains }) => ({
    from: classOf(from),
    to: classOf(to),
    trades,
    stamps: stampsOf(gains),
  })),
  notComparable: [...result.notComparable]
    .map(([reason, settlements]) => ({ reason, settlements }))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1)),
});

@Resolver()
export class PolicyBacktestResolver {
  @Query(() => PolicyBacktestView, {
    description:
      'Settles the trades of a period again under another policy. A period of more than 1,000 settlements is refused: use `npx ats policy backtest`. Only operators may read it.',
  })
  async policyBacktest(
    @Ctx() context: Context,
    @Args(() => PolicyBacktestArgs) input: PolicyBacktestArgs,
  ): Promise<PolicyBacktestView> {
    platformOnly(context, 'policyBacktest');
    const pause = async (): Promise<void> => {
      await answerTurns.next();
      context.budget.check();
    };
    return backtestOf(input, await requestBacktest(context.db, input, pause));
  }
}
