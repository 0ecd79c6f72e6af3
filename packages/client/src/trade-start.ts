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

/** Reasons of a refused activation: it is for the consumer, for later, or the other side has gone on. */
const NOT_TO_ACTIVATE: ReadonlySet<unknown> = new Set([
  'consumer_activates',
  'not_before',
  'no_pending_step',
  'trade_terminal',
]);

/**
 * Accepts a proposal, and creates its trade and activates the first step when every participant has accepted.
 *
 * Each call reads the state before it acts, so a second run after a crash goes on where the first one stopped. It activates
 * no later step: only a trade whose state is `BOND_RESERVED`. The result is null until every participant has accepted.
 * The first step stays pending if only its consumer may activate it, or if its time has not come.
 */
export async function acceptAndStart(
  operations: Operations,
  proposalKey: string,
  { expectedRevisionNo, signal }: StartOptions,
): Promise<TradeFragment | null> {
  const call: Call = signal ? { signal } : {};
  const proposal = await accept(operations, await read(operations, proposalKey, call), expectedRevisionNo, call);
  if (proposal.tradeKey === null && proposal.state !== 'ACCEPTED') return null;
  const trade = await readOrCreate(operations, proposal, call);
  return trade?.state === 'BOND_RESERVED' ? activate(operations, trade.tradeKey, call) : trade;
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

async function readOrCreate(
  { trades }: Operations,
  { proposalKey, tradeKey }: AgreedProposal,
  call: Call,
): Promise<TradeFragment | null> {
  if (tradeKey !== null) return trades.get({ tradeKey }, call);
  const created = await unless('trade_state_conflict', trades.create({ proposalKey }, call));
  if (!(created instanceof ApiError)) return created;
  // Another participant was faster. The error names its trade.
  const existing = created.members['tradeKey'];
  if (typeof existing !== 'string') throw created;
  return trades.get({ tradeKey: existing }, call);
}

async function activate({ trades }: Operations, tradeKey: string, call: Call): Promise<TradeFragment | null> {
  const activated = await unless('trade_state_conflict', trades.activate({ tradeKey }, call));
  if (!(activated instanceof ApiError)) return activated;
  if (!NOT_TO_ACTIVATE.has(activated.members['reason'])) throw activated;
  return trades.get({ tradeKey }, call);
}

/** Resolves to the error if it has this code, instead of throwing it. */
async function unless<T>(code: string, work: Promise<T>): Promise<T | ApiError> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === code) return error;
    throw error;
  });
}
