import { z } from 'zod';
import { NO_TICKETS } from '../remedies';
import { answerMembers, anyList, anyObject, defineTool } from '../tool';
import { ACTION_FIELDS, type AllowedAction, viewActions } from '../views/actions';
import { BLOCKED_FIELDS, type BlockedAction, viewCause } from '../views/blocked';
import { PRICED_FIELDS, type PricedTerms, proposalCosts, type Viewer } from '../views/commitment';
import { MANDATE_FIELDS, type MandatedAgent, viewMandate } from '../views/mandate';

const OVERVIEW = `query ($agent: ID!) { service { version policyVersion serverTime activationFeeBps listingFeeStamps bondBps }
  principal { principalKey displayName ticketBalanceStamps bondAvailableStamps bondReservedStamps
    economicAnchor { bondLimitStamps dailySpendLimitStamps maxOpenTrades matchRunsPerDay }
    usage { spentTodayStamps openTradeCount openBondStamps matchRunsToday resetsAt }
    agent(agentKey: $agent) { ...L } agents(first: 20) { nodes { name ...L } }
    attention(first: 30) { kind subjectKey agentKey dueAt action { ...A }
      subject { ...C ... on Trade { blockedActions { ...B } } ... on Proposal { blockedActions { ...B } } } }
    approvals(first: 20, filter: { statuses: [PENDING, APPROVED] }) { nodes { approvalKey status proposalKey committedStamps expiresAt url } }
    listings(first: 20, filter: { states: [ACTIVE, PAUSED] }) { nodes { listingKey state side priceStamps title } }
    trades(first: 20, filter: { states: [BOND_RESERVED, EXECUTING, CONFIRMING] }) { nodes { tradeKey state nextDeadlineAt } }
    allowedActions { ...A } } } ${ACTION_FIELDS} ${BLOCKED_FIELDS} ${PRICED_FIELDS} ${MANDATE_FIELDS}`;

interface Attention {
  readonly kind: string;
  readonly subjectKey: string;
  readonly agentKey: string;
  readonly dueAt: string | null;
  readonly action: AllowedAction | null;
  readonly subject: {
    readonly currentRevision?: { readonly terms: PricedTerms };
    readonly blockedActions?: readonly BlockedAction[];
  };
}

/** No agent has this key. */
const NO_AGENT = 'agt_0';

/** The operation that answers to a kind of attention. */
const OPERATIONS: Readonly<Record<string, string>> = {
  RESPOND: 'respondToProposal',
  CREATE_TRADE: 'createTrade',
  ACTIVATE: 'activateTrade',
  PUBLISH_CONTRACT: 'publishDeliveryContract',
  SUBMIT_CHECKPOINT: 'submitCheckpoint',
  FILE_REBUTTAL: 'fileRebuttal',
};
const OF_USER = 'No tool does this. Tell your user, who can do it in the console.';

/** Shows an item with its act, or with the reason why there is none. */
function viewAttention({ action, subject, ...item }: Attention, viewer: Viewer): object {
  const { currentRevision, blockedActions = [] } = subject;
  const costs = currentRevision && proposalCosts(currentRevision.terms, viewer);
  const [view] = action ? viewActions([action], { ...viewer, costs }) : [];
  if (view) return { ...item, action: view };
  const blocked = blockedActions.find(({ operation }) => operation === OPERATIONS[item.kind]);
  return { ...item, action: null, ...(blocked ? { blocked: viewCause(blocked) } : { nextStep: OF_USER }) };
}

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
    /** The agent of the connection; null without one. */
    readonly agent: MandatedAgent | null;
    readonly agents: { readonly nodes: readonly (MandatedAgent & { readonly name: string | null })[] };
    readonly attention: readonly Attention[];
    readonly approvals: { readonly nodes: readonly object[] };
    readonly listings: { readonly nodes: readonly { readonly title: string; readonly listingKey: string }[] };
    readonly trades: { readonly nodes: readonly object[] };
    readonly allowedActions: readonly AllowedAction[];
  };
}

/** The agent that acts: that of the connection, else the only one. Undefined: the object of an act decides. */
function actingAgent({ agent, agents }: Overview['principal']): MandatedAgent | undefined {
  const [first, second] = agents.nodes;
  return agent ?? (second === undefined ? first : undefined);
}

export const overview = defineTool({
  name: 'ats_overview',
  description:
    'Start here. Shows balances in stamps, limits and their use, the `mandate` of your agent if it has one, fees, agents, listings, open trades and approvals. `attention` lists what waits for you, soonest deadline first, with its tool, or why it is `blocked`. A missed deadline can cost your bond.',
  input: z.strictObject({}),
  output: z.object({
    principalKey: z.string(),
    balances: anyObject,
    attention: anyList,
    ...answerMembers,
  }),
  effect: 'read',
  async run(_args, { service, signal, texts }) {
    const { principal, service: info } = await service.read<Overview>(
      OVERVIEW,
      { agent: service.agentId ?? NO_AGENT },
      signal,
    );
    const viewer = { principalKey: principal.principalKey, feeBps: info.activationFeeBps };
    texts.add('displayName', principal.displayName);
    const { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps } = principal;
    const actor = actingAgent(principal);
    return {
      principalKey: principal.principalKey,
      ...(actor && { mandate: viewMandate(actor) }),
      balances: { ticketBalanceStamps, bondAvailableStamps, bondReservedStamps },
      limits: principal.economicAnchor,
      usage: principal.usage,
      service: info,
      agents: principal.agents.nodes.map(({ name, ...agent }, index) => {
        texts.add(`agents[${index}].name`, name);
        return { agentKey: agent.agentKey, ...(actor === undefined && { mandate: viewMandate(agent) }) };
      }),
      attention: principal.attention.map((item) => viewAttention(item, viewer)),
      approvals: principal.approvals.nodes,
      listings: principal.listings.nodes.map(({ title, ...listing }, index) => {
        texts.add(`listings[${index}].title`, title);
        return listing;
      }),
      trades: principal.trades.nodes,
      allowedActions: viewActions(principal.allowedActions, viewer),
      ...(ticketBalanceStamps + bondAvailableStamps === 0 && { nextStep: `Your balances are empty. ${NO_TICKETS}` }),
    };
  },
});
