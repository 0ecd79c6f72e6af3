import type { TradingService } from './service';
import type { Answer } from './tool';
import { ACTION_FIELDS, type AllowedAction, viewActions } from './views/actions';
import { BLOCKED_FIELDS, type BlockedAction, viewBlocked, viewNext } from './views/blocked';
import { PRICED_FIELDS, type PricedTerms, proposalCosts } from './views/commitment';
import { endedAdvice } from './views/proposal';
import { settledAdvice } from './views/trade';

const ACTIONS = `query ($id: ID!) { service { activationFeeBps } principal { principalKey } node(id: $id) {
  ... on Trade { settledAt steps { stepNo checkpointStatus } allowedActions { ...A } blockedActions { ...B } } ... on Listing { allowedActions { ...A } }
  ... on Proposal { state tradeKey allowedActions { ...A } blockedActions { ...B } ...C } } }
  ${ACTION_FIELDS} ${BLOCKED_FIELDS} ${PRICED_FIELDS}`;
const TIMEOUT_MS = 5_000;

interface ActingNode {
  readonly allowedActions?: readonly AllowedAction[];
  /** Undefined for a listing. */
  readonly blockedActions?: readonly BlockedAction[];
  readonly currentRevision?: { readonly terms: PricedTerms };
  readonly settledAt?: string | null;
  readonly steps?: readonly { readonly stepNo: number; readonly checkpointStatus: string | null }[];
  readonly state?: string;
  readonly tradeKey?: string | null;
}

interface Acts {
  readonly service: { readonly activationFeeBps: number };
  readonly principal: { readonly principalKey: string };
  readonly node: ActingNode | null;
}

/** Acts that are possible instead of a refused one. */
type Instead = Answer & {
  readonly allowedActions: readonly object[];
  readonly nextStep?: string;
};

const NOTHING: Instead = { allowedActions: [] };

/** Reads what the caller may do with the object of a refused call instead. The refusal itself says what is blocked. */
export async function actsInstead(args: Answer, service: TradingService): Promise<Instead> {
  const id = args['tradeKey'] ?? args['proposalKey'] ?? args['listingKey'];
  if (typeof id !== 'string') return NOTHING;
  try {
    return viewInstead(await service.read<Acts>(ACTIONS, { id }, AbortSignal.timeout(TIMEOUT_MS)));
  } catch {
    // The first error matters, not this one.
    return NOTHING;
  }
}

function viewInstead({ node, principal: { principalKey }, service }: Acts): Instead {
  if (node === null) return NOTHING;
  const terms = node.currentRevision?.terms;
  const costs = terms && proposalCosts(terms, { principalKey, feeBps: service.activationFeeBps });
  const allowedActions = viewActions(node.allowedActions ?? [], { principalKey, costs });
  if (node.blockedActions === undefined) return { allowedActions };
  const { settledAt = null, state = '', steps = [], tradeKey = null } = node;
  const advice = settledAdvice({ settledAt }) ?? endedAdvice({ state, tradeKey });
  const blockedActions = viewBlocked(node.blockedActions);
  const { nextStep } = viewNext({ allowedActions, blockedActions, steps }, advice);
  return { allowedActions, ...(nextStep !== undefined && { nextStep }) };
}
