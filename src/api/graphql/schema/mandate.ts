import { Arg, Ctx, Field, FieldResolver, ID, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { type BudgetPeriod, headroomOf, isMandateLive } from '../../../domain/parties/mandate';
import * as operations from '../../../operations/commands/mandate';
import type { MandateWithUse } from '../../../operations/queries/decision-data';
import { requireMutation, authorize, type Context } from '../execution/context';
import { restNames } from '../execution/names';
import { AgentView } from './agent';
import { enumOf } from './enums';
import { StampsScalar } from './scalars';
import { ConsoleInput } from './principal-input';

const BudgetPeriodEnum = enumOf('BudgetPeriod', 'Period of a budget, by the calendar in UTC.', {
  day: 'From midnight to midnight.',
  week: 'From Monday to Sunday.',
  month: 'From the first to the last day of the month.',
  total: 'All of the time: the budget is never filled up again.',
});

const MANDATE_STATES = {
  active: 'The agent may commit within the limits.',
  expired: 'The mandate has passed its end. The agent may commit nothing.',
  revoked: 'An owner revoked the mandate. The agent may commit nothing.',
};
const MandateStatusEnum = enumOf('MandateStatus', 'Status of a mandate.', MANDATE_STATES);

@ObjectType('Mandate', {
  description:
    'Limits for the commitments of an agent. Only its own principal sees it. Operators see the events about it. A limit of null is none.',
})
export class MandateView {
  constructor(
    private readonly row: MandateWithUse,
    private readonly now: Date,
  ) {}

  @Field(() => MandateStatusEnum, { description: 'Whether the agent may commit anything under the mandate.' })
  get status(): keyof typeof MANDATE_STATES {
    if (this.row.revokedAt !== null) return 'revoked';
    return isMandateLive(this.row, this.now) ? 'active' : 'expired';
  }

  @Field(() => StampsScalar, { nullable: true, description: 'Most stamps that one trade may commit.' })
  get perTradeStamps(): bigint | null {
    return this.row.perTradeStamps;
  }

  @Field(() => StampsScalar, { nullable: true, description: 'Most stamps that the agent may commit in a period.' })
  get budgetStamps(): bigint | null {
    return this.row.budgetStamps;
  }

  @Field(() => BudgetPeriodEnum, { description: 'Period of the budget.' })
  get budgetPeriod(): BudgetPeriod {
    return this.row.budgetPeriod;
  }

  @Field(() => StampsScalar, { nullable: true, description: 'Most stamps in bonds of open commitments together.' })
  get bondStamps(): bigint | null {
    return this.row.bondStamps;
  }

  @Field(() => Int, { nullable: true, description: 'Most commitments that may be open at the same time.' })
  get maxOpenTrades(): number | null {
    return this.row.maxOpenTrades;
  }

  @Field(() => [ID], { nullable: true, description: 'Keys of the principals with whom the agent may trade.' })
  get counterparties(): readonly string[] | null {
    return this.row.counterparties?.map((id) => keyOf('prn', id)) ?? null;
  }

  @Field(() => [String], { nullable: true, description: 'Trade profiles in which the agent may trade.' })
  get tradeProfiles(): readonly string[] | null {
    return this.row.tradeProfiles;
  }

  @Field(() => Int, { nullable: true, description: 'Fewest settled, bonded trades that each counterparty must have.' })
  get minSettledTrades(): number | null {
    return this.row.minSettledTrades;
  }

  @Field(() => StampsScalar, {
    nullable: true,
    description: 'Most stamps that one trade may commit without an approval of an owner.',
  })
  get approvalAboveStamps(): bigint | null {
    return this.row.approvalAboveStamps;
  }

  @Field(() => Date, { nullable: true, description: 'Time from which the agent may commit nothing.' })
  get validUntil(): Date | null {
    return this.row.endsAt;
  }

  @Field(() => StampsScalar, {
    description: 'Stamps that count in the budget period: open commitments, and the costs of ended trades.',
  })
  get usedStamps(): bigint {
    return this.row.usedStamps;
  }

  @Field(() => StampsScalar, { nullable: true, description: 'Budget that is left. Null without a budget.' })
  get headroomStamps(): bigint | null {
    return headroomOf(this.row);
  }

  @Field(() => Int, {
    description: 'Number of open commitments of the agent, with those to proposals that have no trade yet.',
  })
  get openTradeCount(): number {
    return this.row.openTrades;
  }

  @Field(() => StampsScalar, { description: 'Stamps in bonds of open commitments.' })
  get openBondStamps(): bigint {
    return this.row.openBondStamps;
  }

  @Field(() => Date, { description: 'Time at which an owner last set the limits.' })
  get updatedAt(): Date {
    return this.row.updatedAt;
  }

  @Field(() => Date, { nullable: true, description: 'Time of the revocation.' })
  get revokedAt(): Date | null {
    return this.row.revokedAt;
  }
}

@InputType({ description: 'Sets all limits of an agent’s mandate. An absent limit is none.' })
export class PutMandateInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key or UUID of the agent.' })
  agentKey: string;

  @Field(() => StampsScalar, {
    nullable: true,
    description: 'Most stamps that one trade may commit: prices and fees of its own steps, and its bond.',
  })
  perTradeStamps?: bigint | null;

  @Field(() => StampsScalar, { nullable: true, description: 'Most stamps that the agent may commit in a period.' })
  budgetStamps?: bigint | null;

  @Field(() => BudgetPeriodEnum, { nullable: true, description: 'Period of the budget. Default: `TOTAL`.' })
  budgetPeriod?: BudgetPeriod | null;

  @Field(() => StampsScalar, { nullable: true, description: 'Most stamps in bonds of open commitments together.' })
  bondStamps?: bigint | null;

  @Field(() => Int, { nullable: true, description: 'Most commitments that may be open at the same time.' })
  maxOpenTrades?: number | null;

  @Field(() => [ID], { nullable: true, description: 'Keys of the principals with whom the agent may trade, 1 to 200.' })
  counterparties?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Trade profiles in which the agent may trade, 1 to 50.' })
  tradeProfiles?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Fewest settled, bonded trades that each counterparty must have.' })
  minSettledTrades?: number | null;

  @Field(() => StampsScalar, {
    nullable: true,
    description:
      'Most stamps that one trade may commit without an approval of an owner. Default: no approval is needed.',
  })
  approvalAboveStamps?: bigint | null;

  @Field(() => Date, { nullable: true, description: 'Time from which the agent may commit nothing. Default: no end.' })
  validUntil?: Date | null;
}

@InputType({ description: 'Revokes the mandate of an agent.' })
export class RevokeMandateInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key or UUID of the agent.' })
  agentKey: string;
}

@ObjectType({ description: 'Payload of the mutation `putMandate`.' })
export class PutMandatePayload {
  @Field(() => AgentView, { description: 'The agent, with its mandate.' })
  agent: AgentView;
}

@ObjectType({ description: 'Payload of the mutation `revokeMandate`.' })
export class RevokeMandatePayload {
  @Field(() => AgentView, { description: 'The agent, with its revoked mandate.' })
  agent: AgentView;
}

@Resolver(() => AgentView)
export class AgentMandateResolver {
  @FieldResolver(() => MandateView, {
    nullable: true,
    description:
      'Limits for the commitments of the agent. Null for an agent without a mandate, which only the limits of its principal bound, and for operators.',
  })
  async mandate(@Root() { row }: AgentView, @Ctx() context: Context): Promise<MandateView | null> {
    if (context.caller.kind === 'operator') return null;
    const now = await context.now();
    const mandate = await context.loaders.mandates(now).load(row.agentId);
    return mandate ? new MandateView(mandate, now) : null;
  }
}

@Resolver()
export class MandateMutations {
  @Mutation(() => PutMandatePayload, {
    description:
      'Sets what an agent may commit in trades. It sets all limits: an absent one is no limit, also if the mandate had one. Only owners may call it, through the console.',
  })
  async putMandate(
    @Ctx() context: Context,
    @Arg('input', () => PutMandateInput, { description: 'Input of the mutation.' }) input: PutMandateInput,
  ): Promise<PutMandatePayload> {
    const principalId = authorize(context, 'putMandate', input.principalKey);
    const { agentKey } = input;
    const row = await operations.putMandate(requireMutation(context), principalId, agentKey, restNames(input));
    return { agent: new AgentView(row) };
  }

  @Mutation(() => RevokeMandatePayload, {
    description:
      'Revokes the mandate of an agent, which may then commit nothing. Its open trades go on. Only owners may call it, through the console.',
  })
  async revokeMandate(
    @Ctx() context: Context,
    @Arg('input', () => RevokeMandateInput, { description: 'Input of the mutation.' }) input: RevokeMandateInput,
  ): Promise<RevokeMandatePayload> {
    const principalId = authorize(context, 'revokeMandate', input.principalKey);
    const row = await operations.revokeMandate(requireMutation(context), principalId, input.agentKey);
    return { agent: new AgentView(row) };
  }
}
