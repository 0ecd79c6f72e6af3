import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { assert, Refusal } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { viewerAmong } from '../../../domain/sessions/caller';
import {
  netOf,
  previewEvents,
  previewProposal,
  previewSettlement,
  settledPreview,
  type PreviewEvent,
  type PreviewInput,
  type PreviewViewer,
  type ShownPreview,
} from '../../../domain/trades/preview';
import { previewAssumptions, type PreviewAssumption } from '../../../domain/trades/preview-course';
import { isTradeTerminal } from '../../../domain/trades/trade';
import type { CheckpointStatus, SettlementParty, Trade } from '../../../domain/types';
import { tradeSettings } from '../../../operations/trade-settings';
import type { Context } from '../execution/context';
import { restNames } from '../execution/names';
import { currentPolicyOf } from '../execution/current-policy';
import { CheckpointStatusEnum, enumOf, FailureCauseEnum, FailureClassEnum, SettlementOutcomeEnum } from './enums';
import { ProposalView } from './proposal';
import { SignedStampsScalar, StampsScalar } from './scalars';
import { CompensationView, OwnSideView, SettlementSideView, SIDES, sidesOf } from './settlement';
import { TradeView } from './trade';

const PreviewEventEnum = enumOf('PreviewEvent', 'Event whose settlement is previewed.', previewEvents);
const PreviewAssumptionEnum = enumOf(
  'PreviewAssumption',
  'Assumption of a preview: something that has not happened yet, or a confidential value.',
  previewAssumptions,
);

@ObjectType('SettlementPreview', {
  description:
    'Settlement that would follow an event, computed by the functions of the settlement. Nothing is written.',
})
export class SettlementPreviewView {
  /** @param viewer the principal whose side is shown; null for operators */
  constructor(
    private readonly preview: ShownPreview,
    private readonly viewer: string | null,
  ) {}

  @Field(() => SettlementOutcomeEnum, { description: 'Outcome of the trade.' })
  get outcome(): ShownPreview['outcome'] {
    return this.preview.outcome;
  }

  @Field(() => FailureClassEnum, { nullable: true, description: 'Failure class. Null if all steps passed.' })
  get failureClass(): ShownPreview['failureClass'] {
    return this.preview.failureClass;
  }

  @Field(() => FailureCauseEnum, { nullable: true, description: 'Cause of the failure. Null if all steps passed.' })
  get failureCause(): ShownPreview['failureCause'] {
    return this.preview.failureCause;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the principal at fault. Null if no principal is.' })
  get faultPrincipalKey(): string | null {
    const { faultPrincipalId } = this.preview;
    return faultPrincipalId === null ? null : keyOf('prn', faultPrincipalId);
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the step that has the failure class. Null if all steps passed.',
  })
  get faultedStepNo(): number | null {
    return this.preview.faultedStepNo;
  }

  @Field(() => StampsScalar, { description: 'Stamps slashed from the reserved bond of the principal at fault.' })
  get slashStamps(): bigint {
    return this.preview.slashAmount;
  }

  @Field(() => [CompensationView], { description: 'Compensation of each party, ordered by principal key.' })
  get compensations(): CompensationView[] {
    return this.preview.comp.map((share) => new CompensationView(share));
  }

  @Field(() => OwnSideView, {
    description:
      'Own-side amounts of the requesting principal. Operators have none and are refused with 403: they select `sides`.',
  })
  get own(): OwnSideView {
    return new OwnSideView(this.side);
  }

  @Field(() => SignedStampsScalar, {
    description:
      'Change of the own balances by the whole trade: received and compensation, less paid, fees, slashed and burnt.',
  })
  get netStamps(): bigint {
    return netOf(this.side);
  }

  @Field(() => [SettlementSideView], SIDES)
  get sides(): SettlementSideView[] | null {
    return this.viewer === null ? sidesOf(this.preview.parties) : null;
  }

  @Field(() => Date, {
    nullable: true,
    description: 'Time from which the settlement is due. Null if it depends on the parties.',
  })
  get dueAt(): Date | null {
    return this.preview.dueAt;
  }

  @Field(() => [PreviewAssumptionEnum], { description: 'Assumptions of the preview.' })
  get assumptions(): readonly PreviewAssumption[] {
    return this.preview.assumptions;
  }

  @Field(() => String, { description: 'Settlement policy of the trade.' })
  get policyVersion(): string {
    return this.preview.policyVersion;
  }

  @Field(() => String, { description: 'Deterministic rule set of the trade.' })
  get ruleVersion(): string {
    return this.preview.ruleVersion;
  }

  private get side(): SettlementParty {
    if (this.viewer === null) {
      throw new Refusal(
        'principal_access_denied',
        'Operators have no side in a trade. Select sides instead of own and netStamps.',
      );
    }
    const side = this.preview.parties.find(({ principalId }) => principalId === this.viewer);
    assert(side, 'the viewer takes part in the trade');
    return side;
  }
}

@ArgsType()
class PreviewArgs {
  @Field(() => PreviewEventEnum, { description: 'The event that is assumed.' })
  of: PreviewEvent;

  @Field(() => Int, {
    nullable: true,
    description:
      'Coverage of the checkpoint in basis points. Default: 10,000 for CHECKPOINT, and 0 for a FAILED one and where an event needs a contested checkpoint.',
  })
  coverageBps?: number | null;

  @Field(() => CheckpointStatusEnum, {
    nullable: true,
    description:
      'Status of the checkpoint. Default: CONFIRMED, or FAILED with coverage 0. A FAILED one whose coverage reaches the threshold counts as coverage 0. A CONFIRMED one of coverage 0 needs a step with a `must` item.',
  })
  checkpointStatus?: CheckpointStatus | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Coverage by the verdict in basis points: `coverageBps` of `evaluateTrade`. Required for VERDICT. `rules_v1` uses pass or fail of it.',
  })
  verdictCoverageBps?: number | null;
}

const inputOf = (args: PreviewArgs): PreviewInput => ({ ...restNames<PreviewInput>(args), of: args.of });

/** The principal that asks, with the record that it would have if it were at fault. */
export async function viewerWithRecord(
  context: Context,
  principalId: string | null,
  tradeId: string | null,
): Promise<PreviewViewer> {
  if (principalId === null) return null;
  const now = await context.now();
  const record = await context.loaders.faultRecords(now).load({ principalId, tradeId });
  return { principalId, record, hasOwners: tradeId !== null };
}

async function previewOfSettled({ loaders }: Context, trade: Trade, input: PreviewInput): Promise<ShownPreview> {
  const { tradeId } = trade;
  const [record, parties] = await Promise.all([
    loaders.settlementOfTrade.load(tradeId),
    loaders.settlementParties.load(tradeId),
  ]);
  assert(record, 'a settled trade has a settlement');
  return settledPreview(trade, input, record, parties);
}

@Resolver(() => TradeView)
export class TradePreviewResolver {
  @FieldResolver(() => SettlementPreviewView, {
    description: 'Settlement that would follow an event now. For a settled trade it is the record of its settlement.',
  })
  async settlementPreview(
    @Root() { row, viewer }: TradeView,
    @Ctx() context: Context,
    @Args(() => PreviewArgs) args: PreviewArgs,
  ): Promise<SettlementPreviewView> {
    const data = await context.loaders.tradeDecisionData.load(row.tradeId);
    assert(data?.trade, 'a trade is never deleted');
    const { trade, steps, tradeParticipants: participants } = data;
    if (isTradeTerminal(trade)) {
      const preview = await previewOfSettled(context, trade, inputOf(args));
      return new SettlementPreviewView(preview, viewer);
    }
    const asking = await viewerWithRecord(context, viewer, row.tradeId);
    const now = await context.now();
    const preview = await context.compute(() =>
      previewSettlement({ trade, steps, participants }, inputOf(args), asking, now),
    );
    return new SettlementPreviewView(preview, viewer);
  }
}

@Resolver(() => ProposalView)
export class ProposalPreviewResolver {
  @FieldResolver(() => SettlementPreviewView, {
    description: 'Settlement that would follow an event in a step, if a trade had the terms of the current revision.',
  })
  async settlementPreview(
    @Root() view: ProposalView,
    @Ctx() context: Context,
    @Args(() => PreviewArgs) args: PreviewArgs,
    @Arg('stepNo', () => Int, { description: 'Number of the step. All earlier steps pass.' }) stepNo: number,
  ): Promise<SettlementPreviewView> {
    const data = await context.loaders.proposalDecisionData.load(view.row.proposalId);
    assert(data?.proposal && data.revision, 'a proposal is never deleted');
    const { proposal, revision, participants } = data;
    const ids = participants.map(({ principalId }) => principalId);
    const among = context.caller.kind === 'operator' ? undefined : viewerAmong(context.caller, ids);
    const viewer = view.viewer ?? among ?? null;
    const policy = await currentPolicyOf(context);
    const asking = await viewerWithRecord(context, viewer, null);
    const now = await context.now();
    const preview = await context.compute(() => {
      const settings = tradeSettings(context.services.settings, policy);
      return previewProposal(
        { proposal, revision, participants },
        settings,
        { ...inputOf(args), step_no: stepNo },
        asking,
        now,
      );
    });
    return new SettlementPreviewView(preview, viewer);
  }
}
