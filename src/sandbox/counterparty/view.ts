import type { Client } from '../../client';

/** The open trades and proposals of a counterparty, as it reads them over the public API. */

export interface OfferedAct {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Item {
  readonly itemId: string;
  readonly description: string;
  readonly weight: number;
}

export interface TermsStepSeen extends Readonly<Record<string, unknown>> {
  readonly priceStamps: number;
  readonly items: readonly Item[];
}

export interface ProposalSeen {
  readonly proposalKey: string;
  readonly allowedActions: readonly OfferedAct[];
  readonly currentRevision: {
    readonly revisionNo: number;
    readonly proposedByPrincipalKey: string | null;
    readonly terms: {
      readonly coverageThresholdBps: number;
      readonly disputeBurnBps: number;
      readonly steps: readonly TermsStepSeen[];
    };
  };
}

export interface StepSeen {
  readonly stepNo: number;
  readonly items: readonly Item[];
  readonly coverageBps: number | null;
  readonly contract: { readonly items: readonly { readonly itemId: string }[] } | null;
}

export interface TradeSeen {
  readonly tradeKey: string;
  readonly steps: readonly StepSeen[];
  readonly allowedActions: readonly OfferedAct[];
}

export interface View {
  readonly thresholdBps: number;
  readonly proposals: readonly ProposalSeen[];
  readonly trades: readonly TradeSeen[];
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface Answer {
  readonly service: { readonly coverageThresholdBps: number };
  readonly principal: { readonly proposals: Page<ProposalSeen>; readonly trades: Page<TradeSeen> };
}

const ACTS = 'allowedActions { operation input }';
const ITEM = 'itemId description weight';
const PAGE = 'pageInfo { hasNextPage endCursor }';

// The order by expiry leaves out proposals that have a trade.
const PAGES = `query ($proposal: String, $trade: String) {
  service { coverageThresholdBps }
  principal {
    proposals(first: 20, after: $proposal, orderBy: {field: EXPIRES_AT}) { ${PAGE} nodes {
      proposalKey ${ACTS}
      currentRevision { revisionNo proposedByPrincipalKey terms { coverageThresholdBps disputeBurnBps steps {
        stepNo title priceStamps activation notBefore contractWindowSeconds checkpointWindowSeconds
        providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId items { ${ITEM} } } } } } }
    trades(first: 20, after: $trade, filter: {states: [BOND_RESERVED, EXECUTING, CONFIRMING]}) { ${PAGE} nodes {
      tradeKey ${ACTS}
      steps { stepNo coverageBps items { ${ITEM} } contract { items { itemId } } } } }
  }
}`;

/** Reads all open trades and proposals. A list that ends first has an empty page after its end. */
export async function readView(api: Client, signal: AbortSignal): Promise<View> {
  const seen: { proposals: ProposalSeen[]; trades: TradeSeen[] } = { proposals: [], trades: [] };
  const after: { proposal: string | null; trade: string | null } = { proposal: null, trade: null };
  for (;;) {
    const { service, principal } = await api.queryOrThrow<Answer>(PAGES, { ...after }, { signal });
    const { proposals, trades } = principal;
    seen.proposals.push(...proposals.nodes);
    seen.trades.push(...trades.nodes);
    if (!proposals.pageInfo.hasNextPage && !trades.pageInfo.hasNextPage)
      return { thresholdBps: service.coverageThresholdBps, ...seen };
    after.proposal = proposals.pageInfo.endCursor ?? after.proposal;
    after.trade = trades.pageInfo.endCursor ?? after.trade;
  }
}
