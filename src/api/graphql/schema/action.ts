import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import type { Acts, AllowedAct, Consequence, TradeCommitment } from '../../../domain/actions/action';
import { summaries } from '../../../domain/actions/summaries';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors/catalogue';
import { keyOf } from '../../../domain/keys';
import type { Preview } from '../../../domain/trades/preview';
import type { TradeState } from '../../../domain/types';
import { restCallOf } from '../../../operations/rest-calls';
import type { Context } from '../execution/context';
import { toCamel } from '../execution/names';
import { enumOf, TradeStateEnum } from './enums';
import { PublicPrincipalView } from './principal';
import { JSONObjectScalar, StampsScalar } from './scalars';
import { SettlementPreviewView, viewerWithRecord } from './settlement-preview';
import { publicPrincipal } from './step-resolver';

const meanings = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { meaning }]) => [code, meaning]),
) as Record<ErrorCode, string>;
export const ErrorCodeEnum = enumOf(
  'ErrorCode',
  'Code of an error. Errors have it in lower case as `extensions.code`.',
  meanings,
);

/** The members of inputs that are enums. GraphQL spells their values in upper case. */
const ENUM_MEMBERS = new Set(['status', 'decision', 'lifecycle_action', 'verdict']);

/** The input in the names of GraphQL. */
export function graphqlInput(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (Array.isArray(value))
        return [toCamel(name), value.map((item: Record<string, unknown>) => graphqlInput(item))];
      return [toCamel(name), ENUM_MEMBERS.has(name) ? String(value).toUpperCase() : value];
    }),
  );
}

/** For whom an act is shown: the principal whose side previews have, and the trade of its record. */
export interface ActView {
  readonly viewer: string | null;
  readonly tradeId: string | null;
}

@ObjectType('Consequence', { description: 'Consequence of an act, or of its omission.' })
export class ConsequenceView {
  constructor(
    readonly consequence: Consequence,
    readonly of: ActView,
  ) {}

  @Field(() => String, { description: 'One sentence about it.' })
  get summary(): string {
    return summaries[this.consequence.summary];
  }
}

/** The previews of consequences, each for the one viewer of its acts. All acts of a trade share the consequence of no act. */
const previews = new WeakMap<Consequence, Promise<Preview | null>>();

function previewOf({ consequence, of }: ConsequenceView, context: Context): Promise<Preview | null> {
  const preview = previews.get(consequence) ?? computePreview(consequence, of, context);
  previews.set(consequence, preview);
  return preview;
}

async function computePreview({ preview }: Consequence, of: ActView, context: Context): Promise<Preview | null> {
  if (preview === null) return null;
  const viewer = await viewerWithRecord(context, of.viewer, of.tradeId);
  return context.compute(() => preview(viewer));
}

@Resolver(() => ConsequenceView)
export class ConsequenceResolver {
  @FieldResolver(() => TradeStateEnum, {
    nullable: true,
    description: 'State of the trade afterwards. Null without a trade, and for an act whose input leaves a choice.',
  })
  async tradeState(@Root() view: ConsequenceView, @Ctx() context: Context): Promise<TradeState | null> {
    if (view.consequence.isSettlement !== true) return view.consequence.tradeState;
    return (await previewOf(view, context))?.outcome ?? null;
  }

  @FieldResolver(() => SettlementPreviewView, {
    nullable: true,
    description:
      'Settlement that follows if no party acts afterwards. Null without a trade, for an act whose input leaves a choice, and for operators.',
  })
  async preview(@Root() view: ConsequenceView, @Ctx() context: Context): Promise<SettlementPreviewView | null> {
    // Operators have no side in a trade, so its own amounts would refuse their whole list.
    if (view.of.viewer === null) return null;
    const preview = await previewOf(view, context);
    return preview && new SettlementPreviewView(preview, view.of.viewer);
  }
}

@ObjectType('TradeCommitment', {
  description:
    'The most that a trade can cost a principal: prices and fees of the steps that it consumes, and its bond.',
})
export class TradeCommitmentView implements TradeCommitment {
  @Field(() => StampsScalar, { description: 'Prices of the steps that the principal consumes.' })
  readonly priceStamps: bigint;

  @Field(() => StampsScalar, { description: 'Fees for the activation of these steps.' })
  readonly feeStamps: bigint;

  @Field(() => StampsScalar, { description: 'Bond of the principal. It comes back without a fault.' })
  readonly bondStamps: bigint;

  @Field(() => StampsScalar, { description: 'Sum of prices, fees and bond.' })
  readonly totalStamps: bigint;

  @Field(() => StampsScalar, {
    description:
      'Stamps that the principal lacks for the sum now, in tickets and available bond together. Other accepted proposals are not counted.',
  })
  readonly missingStamps: bigint;
}

@ObjectType('AllowedAction', {
  description:
    'An act that the caller may do now. Sent at once with its input, it is not refused. An act that asks an owner for an approval is answered with `approval_required`; its summary says so.',
})
export class AllowedActionView {
  constructor(
    readonly act: AllowedAct,
    readonly of: ActView,
  ) {}

  @Field(() => String, { description: 'Name of the mutation.' })
  get operation(): string {
    return this.act.operation;
  }

  @Field(() => JSONObjectScalar, { description: 'Input of the mutation, without what only the caller can know.' })
  get input(): Record<string, unknown> {
    return graphqlInput(this.act.input);
  }

  @Field(() => String, { description: 'Method of the request in REST.' })
  get restMethod(): string {
    return restCallOf(this.act).method;
  }

  @Field(() => String, { description: 'Path of the request in REST.' })
  get restPath(): string {
    return restCallOf(this.act).path;
  }

  @Field(() => JSONObjectScalar, { description: 'Body of the request in REST, without what only the caller can know.' })
  get restBody(): Record<string, unknown> {
    return restCallOf(this.act).body;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Key of the agent that X-Agent-Id must name. Null: the header is not needed.',
  })
  get agentKey(): string | null {
    return this.act.agentId === null ? null : keyOf('agt', this.act.agentId);
  }

  @Field(() => StampsScalar, { description: 'Stamps that leave the balances of the payer, without those for bonds.' })
  get costStamps(): bigint {
    return this.act.costStamps;
  }

  @Field(() => StampsScalar, { description: 'Stamps that the payer moves into a bond.' })
  get bondStamps(): bigint {
    return this.act.bondStamps;
  }

  /** The principal that pays; null without costs. */
  get payerId(): string | null {
    const isFree = this.act.costStamps === 0n && this.act.bondStamps === 0n;
    return isFree ? null : this.act.payerId;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the principal that pays. Null without costs.' })
  get payerPrincipalKey(): string | null {
    return this.payerId && keyOf('prn', this.payerId);
  }

  @Field(() => TradeCommitmentView, {
    nullable: true,
    description:
      'The most that the trade can cost the payer in all. Null for acts that neither accept terms nor create a trade.',
  })
  get commitment(): TradeCommitmentView | null {
    return this.act.commitment ?? null;
  }

  @Field(() => Date, {
    nullable: true,
    description:
      'Time from which the act is not possible, if no party acts before. Null without one, and while a settlement that is due is not made yet.',
  })
  get closesAt(): Date | null {
    return this.act.closesAt;
  }

  @Field(() => Boolean, { description: 'Whether the act changes anything. Acts without effect come last.' })
  get hasEffect(): boolean {
    return this.act.hasEffect;
  }

  @Field(() => ConsequenceView, { description: 'Consequence of the act.' })
  get consequence(): ConsequenceView {
    return new ConsequenceView(this.act.consequence, this.of);
  }

  @Field(() => ConsequenceView, { nullable: true, description: 'Consequence if no party acts.' })
  get ifNotDone(): ConsequenceView | null {
    return this.act.ifNotDone && new ConsequenceView(this.act.ifNotDone, this.of);
  }
}

@Resolver(() => AllowedActionView)
export class AllowedActionResolver {
  @FieldResolver(() => PublicPrincipalView, { nullable: true, description: 'Principal that pays. Null without costs.' })
  async payer(@Root() { payerId }: AllowedActionView, @Ctx() context: Context): Promise<PublicPrincipalView | null> {
    return payerId === null ? null : publicPrincipal(context, payerId);
  }
}

export const allowedViews = ({ allowed }: Acts, of: ActView): AllowedActionView[] =>
  allowed.map((act) => new AllowedActionView(act, of));
