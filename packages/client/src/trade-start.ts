import { ApiError } from './errors';
import type { ProposalFragment, TradeFragment } from './operation-types';
import type { Operations } from './operations';

export interface StartOptions {
  /**
   * Accept and start only this revision. Default: the one that the call reads. Then a repeated call also accepts a counter
   * that you have not read.
   */
  readonly expectedRevisionNo?: number;
  readonly signal?: AbortSignal;
}

type Call = { readonly signal?: AbortSignal };

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
 * @throws ApiError `proposal_state_conflict` if the proposal was rejected or expired; with `members.tradeKey` if the trade
 *   exists and the consumer cannot pay its first step
 */
export async function acceptAndStart(
  operations: Operations,
  proposalKey: string,
  { expectedRevisionNo, signal }: StartOptions,
): Promise<TradeFragment | null> {
  const call: Call = signal ? { signal } : {};
  const proposal = await accept(operations, await read(operations, proposalKey, call), expectedRevisionNo, call);
  if (proposal.state === 'REJECTED') throw rejected(proposal);
  if (proposal.state !== 'ACCEPTED') return null;
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
    remedy: 'Check the key, which begins with prp_, and the principal for which the client acts.',
  });
}

async function accept(
  operations: Operations,
  proposal: ProposalFragment,
  expected: number | undefined,
  call: Call,
): Promise<ProposalFragment> {
  const { proposalKey, state, currentRevision } = proposal;
  if (state === 'ACCEPTED') return assertRevision(proposal, expected);
  const expectedRevisionNo = expected ?? currentRevision.revisionNo;
  const response = operations.proposals.respond({ proposalKey, decision: 'ACCEPT', expectedRevisionNo }, call);
  const accepted = await unless('match_proposal_invalid_response', response);
  if (!(accepted instanceof ApiError)) return accepted;
  // An earlier run has responded. The proposal says whether the others have, too.
  return assertRevision(await read(operations, proposalKey, call), expected);
}

/** Refuses a revision that the caller does not expect, as the service does when it accepts one. */
function assertRevision(proposal: ProposalFragment, expected: number | undefined): ProposalFragment {
  const { revisionNo } = proposal.currentRevision;
  if (expected === undefined || expected === revisionNo) return proposal;
  throw new ApiError({
    code: 'proposal_revision_conflict',
    status: 409,
    detail: `revision ${revisionNo} of the proposal is the current one, not ${expected}`,
    recovery: 'correctable',
    members: { currentState: proposal.state, currentRevisionNo: revisionNo },
  });
}

function rejected({ state, closeReason }: ProposalFragment): ApiError {
  return new ApiError({
    code: 'proposal_state_conflict',
    status: 409,
    detail: closeReason === 'EXPIRED' ? 'The proposal has expired.' : 'A participant rejected the proposal.',
    recovery: 'correctable',
    members: { currentState: state },
  });
}

async function readOrCreate(
  { trades }: Operations,
  { proposalKey, tradeKey }: ProposalFragment,
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
  const activated = await unless(undefined, trades.activate({ tradeKey }, call));
  if (!(activated instanceof ApiError)) return activated;
  if (!NOT_TO_ACTIVATE.has(activated.members['reason'])) throw withTrade(activated, tradeKey);
  return trades.get({ tradeKey }, call);
}

/** A refused activation leaves the trade with its bonds, and its idle deadline is running. So the error names it. */
function withTrade(error: ApiError, tradeKey: string): ApiError {
  const detail = `${error.detail} The trade ${tradeKey} exists and holds the bonds. If its first step is not activated in time, its consumer is at fault.`;
  return new ApiError({ ...error, detail, members: { ...error.members, tradeKey } });
}

/** Resolves to the error if it has this code, instead of throwing it. Undefined: any code. */
async function unless<T>(code: string | undefined, work: Promise<T>): Promise<T | ApiError> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && (code === undefined || error.code === code)) return error;
    throw error;
  });
}
