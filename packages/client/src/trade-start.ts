import { ApiError } from './errors';
import type { ProposalFragment, TradeFragment } from './operation-types';
import type { Operations } from './operations';

export interface StartOptions {
  /** Accept only this revision. Default: the current one. */
  readonly expectedRevisionNo?: number;
  readonly signal?: AbortSignal;
}

type Call = { readonly signal?: AbortSignal };
type AgreedProposal = Pick<ProposalFragment, 'proposalKey' | 'state' | 'tradeKey'>;

/**
 * Accepts a proposal, and creates and activates its trade when every participant has accepted.
 *
 * Every effect is unique: one acceptance of a revision, one trade of a proposal, one activation of a step. A second run
 * after a crash therefore goes on where the first one stopped. The result is null until every participant has accepted.
 * The trade is not activated if only its consumer may do that, or if its time has not come.
 */
export async function acceptAndStart(
  operations: Operations,
  proposalKey: string,
  { expectedRevisionNo, signal }: StartOptions,
): Promise<TradeFragment | null> {
  const call: Call = signal ? { signal } : {};
  const proposal = await accept(operations, await read(operations, proposalKey, call), expectedRevisionNo, call);
  if (proposal.tradeKey === null && proposal.state !== 'ACCEPTED') return null;
  const tradeKey = proposal.tradeKey ?? (await create(operations, proposalKey, call));
  const trade = await unless('trade_state_conflict', operations.trades.activate({ tradeKey }, call));
  return trade instanceof ApiError ? operations.trades.get({ tradeKey }, call) : trade;
}

async function read({ proposals }: Operations, proposalKey: string, call: Call): Promise<ProposalFragment> {
  const proposal = await proposals.get({ proposalKey }, call);
  if (proposal) return proposal;
  throw new ApiError({
    code: 'proposal_not_found',
    status: 404,
    detail: `there is no proposal ${proposalKey} of this principal`,
    recovery: 'correctable',
  });
}

async function accept(
  operations: Operations,
  { proposalKey, state, tradeKey, currentRevision }: ProposalFragment,
  expected: number | undefined,
  call: Call,
): Promise<AgreedProposal> {
  if (state === 'ACCEPTED') return { proposalKey, state, tradeKey };
  const expectedRevisionNo = expected ?? currentRevision.revisionNo;
  const response = operations.proposals.respond({ proposalKey, decision: 'ACCEPT', expectedRevisionNo }, call);
  const accepted = await unless('match_proposal_invalid_response', response);
  // An earlier run has responded. The proposal says whether the others have, too.
  return accepted instanceof ApiError ? read(operations, proposalKey, call) : accepted;
}

async function create({ trades }: Operations, proposalKey: string, call: Call): Promise<string> {
  const created = await unless('trade_state_conflict', trades.create({ proposalKey }, call));
  if (!(created instanceof ApiError)) return created.tradeKey;
  // Another participant was faster. The error names its trade.
  const { tradeKey } = created.members;
  if (typeof tradeKey !== 'string') throw created;
  return tradeKey;
}

/** Resolves to the error if it has this code, instead of throwing it. */
async function unless<T>(code: string, work: Promise<T>): Promise<T | ApiError> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === code) return error;
    throw error;
  });
}
