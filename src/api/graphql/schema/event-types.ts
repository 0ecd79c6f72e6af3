import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { type EventType, eventTypes } from '../../../domain/effects';
import { assert } from '../../../domain/errors/errors';
import { idOf } from '../../../domain/keys';
import type { Context } from '../execution/context';
import { AgentView } from './agent';
import { approvalOf, ApprovalView } from './approval';
import { eventMeanings } from './enums';
import { eventClasses, EventView } from './event';
import { Node } from './node';
import { ProposalView } from './proposal';
import { DateTimeScalar, StampsScalar } from './scalars';
import { SettlementView } from './settlement';
import { TradeStepView } from './step';
import { ProposalRevisionView } from './terms';
import { TicketPurchaseView } from './ticket';

/** One object type for each event type, with the objects that its data names. */

/** `trade.step_activated` is `TradeStepActivatedEvent`. */
function nameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

for (const type of eventTypes) {
  @ObjectType(nameOf(type), { implements: [EventView, Node], description: eventMeanings[type] })
  class TypedEventView extends EventView {}
  eventClasses.set(type, TypedEventView);
}

/** Resolver classes of the members of single event types. */
export const eventTypeResolvers: NewableFunction[] = [];

type Members = (view: new (...args: never[]) => EventView) => NewableFunction;

function extend(types: readonly EventType[], members: Members): void {
  for (const type of types) {
    const view = eventClasses.get(type);
    assert(view, 'every event type has its object type');
    eventTypeResolvers.push(members(view));
  }
}

extend(['trade.completed', 'trade.failed'], (view) => {
  @Resolver(() => view)
  class SettledEventResolver {
    @FieldResolver(() => SettlementView, { description: 'Settlement of the trade.' })
    async settlement(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<SettlementView> {
      const settlement = await loaders.settlementOfTrade.load(row.tradeId ?? '');
      assert(settlement, 'the trade is settled');
      return new SettlementView(settlement, row.principalId);
    }
  }
  return SettledEventResolver;
});

extend(
  [
    'trade.step_activated',
    'trade.contract_published',
    'trade.checkpoint_submitted',
    'trade.rebuttal_filed',
    'trade.deadline_extended',
  ],
  (view) => {
    @Resolver(() => view)
    class StepEventResolver {
      @FieldResolver(() => TradeStepView, { nullable: true, description: 'Step of the event, as it is now.' })
      async step(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<TradeStepView | null> {
        const steps = await loaders.steps.load(row.tradeId ?? '');
        const step = steps.find(({ stepNo }) => stepNo === row.data['step_no']);
        return step ? new TradeStepView(step) : null;
      }
    }
    return StepEventResolver;
  },
);

extend(['proposal.created', 'proposal.countered', 'proposal.accepted', 'proposal.rejected'], (view) => {
  @Resolver(() => view)
  class ProposalEventResolver {
    @FieldResolver(() => ProposalView, { description: 'The proposal, as it is now.' })
    proposal(@Root() event: EventView, @Ctx() context: Context): Promise<ProposalView> {
      return proposalOf(event, context);
    }

    @FieldResolver(() => ProposalRevisionView, { description: 'Revision at the time of the event.' })
    async revision(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<ProposalRevisionView> {
      const proposalId = proposalIdOf(row.data);
      const [revision, participants] = await Promise.all([
        loaders.revision.load(`${proposalId}/${String(row.data['revision_no'])}`),
        loaders.proposalParticipants.load(proposalId),
      ]);
      assert(revision, 'a revision is never deleted');
      const { revisionNo: no } = revision;
      return new ProposalRevisionView(
        revision,
        participants.filter(({ revisionNo }) => revisionNo === no),
      );
    }
  }
  return ProposalEventResolver;
});

extend(['trade.created'], (view) => {
  @Resolver(() => view)
  class TradeCreatedEventResolver {
    @FieldResolver(() => ProposalView, { description: 'Proposal that became the trade.' })
    proposal(@Root() event: EventView, @Ctx() context: Context): Promise<ProposalView> {
      return proposalOf(event, context);
    }
  }
  return TradeCreatedEventResolver;
});

extend(['policy.announced'], (view) => {
  @Resolver(() => view)
  class PolicyEventResolver {
    @FieldResolver(() => String, { description: 'Version of the settlement policy.' })
    policyVersion(@Root() { row }: EventView): string {
      return String(row.data['policy_version']);
    }

    @FieldResolver(() => String, { description: 'Version of its rule set.' })
    ruleVersion(@Root() { row }: EventView): string {
      return String(row.data['rule_version']);
    }

    @FieldResolver(() => DateTimeScalar, { description: 'Time from which new trades have the policy.' })
    effectiveAt(@Root() { row }: EventView): Date {
      return new Date(String(row.data['effective_at']));
    }
  }
  return PolicyEventResolver;
});

extend(['approval.requested', 'approval.decided'], (view) => {
  @Resolver(() => view)
  class ApprovalEventResolver {
    @FieldResolver(() => ApprovalView, {
      nullable: true,
      description: 'The approval, as it is now. Null after a later request, and if the caller may not read it.',
    })
    async approval(@Root() { row }: EventView, @Ctx() context: Context): Promise<ApprovalView | null> {
      return approvalOf(context, idOf('apr', row.subjectKey) ?? '');
    }
  }
  return ApprovalEventResolver;
});

async function proposalOf({ row }: EventView, { loaders }: Context): Promise<ProposalView> {
  const proposal = await loaders.proposal.load(proposalIdOf(row.data));
  assert(proposal, 'a proposal is never deleted');
  return new ProposalView(proposal, undefined, row.principalId);
}

function proposalIdOf(data: Readonly<Record<string, unknown>>): string {
  return String(data['proposal_id']);
}

extend(['tickets.credited'], (view) => {
  @Resolver(() => view)
  class TicketsEventResolver {
    @FieldResolver(() => StampsScalar, { description: 'Credited tickets in stamps.' })
    ticketStamps(@Root() { row }: EventView): number {
      return Number(row.data['tickets_stamps']);
    }

    @FieldResolver(() => TicketPurchaseView, { description: 'Purchase that was credited.' })
    async purchase(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<TicketPurchaseView> {
      const purchase = await loaders.purchase.load(String(row.data['session_id']));
      assert(purchase, 'a purchase is never deleted');
      return new TicketPurchaseView(purchase);
    }
  }
  return TicketsEventResolver;
});

extend(['webhook.disabled', 'mandate.exhausted'], (view) => {
  @Resolver(() => view)
  class AgentEventResolver {
    @FieldResolver(() => AgentView, { description: 'Agent that the event is about.' })
    async agent(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<AgentView> {
      const agent = await loaders.agent.load(idOf('agt', row.subjectKey) ?? '');
      assert(agent, 'an agent is never deleted');
      return new AgentView(agent);
    }
  }
  return AgentEventResolver;
});
