import { z } from 'zod';
import { answerMembers, anyList, anyObject, defineTool } from '../tool';
import { ACTION_FIELDS, type AllowedAction, viewActions } from '../views/actions';
import { PRICED_FIELDS, type PricedTerms, proposalCosts } from '../views/commitment';

const OVERVIEW = `query { service { version policyVersion serverTime activationFeeBps listingFeeStamps bondBps }
  principal { principalKey displayName ticketBalanceStamps bondAvailableStamps bondReservedStamps
    economicAnchor { bondLimitStamps dailySpendLimitStamps maxOpenTrades matchRunsPerDay }
    usage { spentTodayStamps openTradeCount openBondStamps matchRunsToday resetsAt }
    agents(first: 20) { nodes { agentKey name } }
    attention(first: 30) { kind subjectKey agentKey dueAt action { ...A } subject { ...C } }
    approvals(first: 20, filter: { statuses: [PENDING, APPROVED] }) { nodes { approvalKey status proposalKey committedStamps expiresAt } }
    listings(first: 20, filter: { states: [ACTIVE, PAUSED] }) { nodes { listingKey state side priceStamps title } }
    trades(first: 20, filter: { states: [BOND_RESERVED, EXECUTING, CONFIRMING] }) { nodes { tradeKey state nextDeadlineAt } }
    allowedActions { ...A } } } ${ACTION_FIELDS} ${PRICED_FIELDS}`;

interface Overview {
  readonly service: Readonly<Record<string, unknown>> & { readonly activationFeeBps: number };
  readonly principal: {
    readonly principalKey: string;
    readonly displayName: string;
    readonly ticketBalanceStamps: number;
    readonly bondAvailableStamps: number;
    readonly bondReservedStamps: number;
    readonly economicAnchor: Readonly<Record<string, number>>;
    readonly usage: Readonly<Record<string, unknown>>;
    readonly agents: { readonly nodes: readonly { readonly agentKey: string; readonly name: string | null }[] };
    readonly attention: readonly {
      readonly kind: string;
      readonly subjectKey: string;
      readonly agentKey: string;
      readonly dueAt: string | null;
      readonly action: AllowedAction | null;
      readonly subject: { readonly currentRevision?: { readonly terms: PricedTerms } };
    }[];
    readonly approvals: { readonly nodes: readonly object[] };
    readonly listings: { readonly nodes: readonly { readonly title: string; readonly listingKey: string }[] };
    readonly trades: { readonly nodes: readonly object[] };
    readonly allowedActions: readonly AllowedAction[];
  };
}

export const overview = defineTool({
  name: 'ats_overview',
  description:
    'Start here. Shows balances in stamps, limits and their use, fees, agents, listings, open trades and approvals. `attention` lists what waits for you, soonest deadline first, with its tool. A missed deadline can cost your bond.',
  input: z.strictObject({}),
  output: z.object({
    principalKey: z.string(),
    balances: anyObject,
    limits: anyObject,
    attention: anyList,
    trades: anyList,
    ...answerMembers,
  }),
  effect: 'read',
  async run(_args, { service, signal, texts }) {
    const { principal, service: info } = await service.read<Overview>(OVERVIEW, {}, signal);
    const viewer = { principalKey: principal.principalKey, feeBps: info.activationFeeBps };
    texts.add('displayName', principal.displayName);
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = principal;
    return {
      principalKey: principal.principalKey,
      balances: { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps },
      limits: principal.economicAnchor,
      usage: principal.usage,
      service: info,
      agents: principal.agents.nodes.map(({ agentKey, name }, index) => {
        texts.add(`agents[${index + 1}].name`, name);
        return { agentKey };
      }),
      attention: principal.attention.map(({ action, subject: { currentRevision }, ...item }) => {
        const costs = currentRevision && proposalCosts(currentRevision.terms, viewer);
        return { ...item, action: (action && viewActions([action], costs)[0]) ?? null };
      }),
      approvals: principal.approvals.nodes,
      listings: principal.listings.nodes.map(({ title, ...listing }, index) => {
        texts.add(`listings[${index + 1}].title`, title);
        return listing;
      }),
      trades: principal.trades.nodes,
      allowedActions: viewActions(principal.allowedActions),
    };
  },
});
