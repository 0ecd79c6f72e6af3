import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../execution/context';
import { CompensationView, SettlementSideView, SettlementView } from './settlement';
import { PublicAgentView, publicAgent } from './public-agent';
import { PublicPrincipalView } from './principal';
import { publicPrincipal } from './step-resolver';
import { TradeStepView } from './step';
import { ProposalParticipantView, ProposalRevisionView, TermsStepView } from './terms';
import { TicketPurchaseView } from './ticket';
import { TradeParticipantView } from './trade';

/** Principals and agents beside their keys. */

@Resolver(() => TradeParticipantView)
export class TradeParticipantResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal.' })
  async principal(@Root() { row }: TradeParticipantView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.principalId);
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the agent that takes part.' })
  async agent(@Root() { row }: TradeParticipantView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, row.agentId);
  }
}

@Resolver(() => ProposalParticipantView)
export class ProposalParticipantResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal.' })
  async principal(@Root() { row }: ProposalParticipantView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.principalId);
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the agent that takes part.' })
  async agent(@Root() { row }: ProposalParticipantView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, row.agentId);
  }
}

@Resolver(() => ProposalRevisionView)
export class RevisionProposerResolver {
  @FieldResolver(() => PublicPrincipalView, {
    nullable: true,
    description: 'Principal that proposed the revision. Null for a match run.',
  })
  async proposedBy(
    @Root() { row }: ProposalRevisionView,
    @Ctx() context: Context,
  ): Promise<PublicPrincipalView | null> {
    const { proposedByPrincipalId: id } = row;
    return id === null ? null : publicPrincipal(context, id);
  }
}

@Resolver(() => TermsStepView)
export class TermsStepResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal that delivers.' })
  async provider(@Root() { step }: TermsStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, step.provider_principal_id);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the principal that receives and checks.' })
  async consumer(@Root() { step }: TermsStepView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, step.consumer_principal_id);
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the provider’s agent.' })
  async providerAgent(@Root() { step }: TermsStepView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, step.provider_agent_id);
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the consumer’s agent.' })
  async consumerAgent(@Root() { step }: TermsStepView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, step.consumer_agent_id);
  }
}

@Resolver(() => TradeStepView)
export class TradeStepAgentsResolver {
  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the provider’s agent.' })
  async providerAgent(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, row.providerAgentId);
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the consumer’s agent.' })
  async consumerAgent(@Root() { row }: TradeStepView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, row.consumerAgentId);
  }
}

@Resolver(() => SettlementView)
export class SettlementPartyResolver {
  @FieldResolver(() => PublicPrincipalView, {
    nullable: true,
    description: 'Principal at fault. Null if no principal is.',
  })
  async faultPrincipal(@Root() { row }: SettlementView, @Ctx() context: Context): Promise<PublicPrincipalView | null> {
    return row.faultPrincipalId === null ? null : publicPrincipal(context, row.faultPrincipalId);
  }
}

@Resolver(() => CompensationView)
export class CompensationResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the compensated principal.' })
  async principal(@Root() { comp }: CompensationView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, comp.principal_id);
  }
}

@Resolver(() => SettlementSideView)
export class SettlementSideResolver {
  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the party.' })
  async principal(@Root() { party }: SettlementSideView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, party.principalId);
  }
}

@Resolver(() => TicketPurchaseView)
export class TicketPurchasePrincipalResolver {
  @FieldResolver(() => PublicPrincipalView, {
    nullable: true,
    description: 'Principal that the purchase credits. Null for a wallet.',
  })
  async principal(@Root() { row }: TicketPurchaseView, @Ctx() context: Context): Promise<PublicPrincipalView | null> {
    return row.principalId === null ? null : publicPrincipal(context, row.principalId);
  }
}
