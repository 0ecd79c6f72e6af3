/** The trades and proposals of a counterparty, as it reads them over the public API. */

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
  readonly settledAt: string | null;
  readonly steps: readonly StepSeen[];
  readonly allowedActions: readonly OfferedAct[];
}

export interface View {
  readonly service: { readonly coverageThresholdBps: number };
  readonly principal: {
    readonly proposals: { readonly nodes: readonly ProposalSeen[] };
    readonly trades: { readonly nodes: readonly TradeSeen[] };
  };
}

const ACTS = 'allowedActions { operation input }';
const ITEM = 'itemId description weight';

export const VIEW = `{
  service { coverageThresholdBps }
  principal {
    proposals(first: 20, filter: {states: [PROPOSED, COUNTERED, ACCEPTED]}) { nodes {
      proposalKey ${ACTS}
      currentRevision { revisionNo proposedByPrincipalKey terms { coverageThresholdBps disputeBurnBps steps {
        stepNo title priceStamps activation notBefore contractWindowSeconds checkpointWindowSeconds
        providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId items { ${ITEM} } } } } } }
    trades(first: 20) { nodes {
      tradeKey settledAt ${ACTS}
      steps { stepNo coverageBps items { ${ITEM} } contract { items { itemId } } } } }
  }
}`;
