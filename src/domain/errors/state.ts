import { entry, type CatalogueEntry } from './entry';

const BALANCE_REMEDY =
  'Buy tickets or add stamps to the balance. Then send the request again with a new idempotency key.';

/** Advice if the balance of another participant is too low. */
export const OTHERS_BALANCE =
  'Wait until the principal in `principal_key` has bought tickets. Then send the request again with a new idempotency key.';

/** Advice if a limit of another participant refuses a trade. */
export const OTHERS_LIMIT =
  'Wait until the principal in `principal_key` can take the trade. Then send the request again with a new idempotency key.';

/** Advice if the bond of the caller alone exceeds its limit, so no wait makes room. */
export const BOND_ABOVE_LIMIT =
  'No wait makes room: the bond of this trade alone exceeds `maximum`. Agree on other terms in a new proposal, or ask an operator to raise the limit. Then send the request with a new idempotency key.';

/** Advice if the limit of open trades is 0, so no wait makes room. */
export const NO_OPEN_TRADES =
  'No wait makes room: `maximum` is 0. Ask an operator to raise the limit. Then send the request with a new idempotency key.';

/** Advice if what the caller pays exceeds its daily spend limit, and midnight makes no room. */
export const noSpendRemedies = {
  aboveLimit:
    'No wait makes room: the cost alone exceeds the limit. Ask an operator to raise the limit. Then send the request with a new idempotency key.',
  closesBefore:
    'No wait makes room: the step must be activated before midnight UTC. Ask an operator to raise the limit. Then send the request with a new idempotency key.',
} as const;

/** Advice if the daily spend limit of another participant refuses an activation. */
export const OTHERS_SPEND_LIMIT =
  'Wait until the principal in `principal_key` can pay for the step. Then send the request again with a new idempotency key.';

/** Advice if a quota is 0, so no removal makes room. */
export const NO_QUOTA =
  'No removal makes room: `maximum` is 0. Ask an operator to raise the quota. Then send the request with a new idempotency key.';

/** Advice if a human has provisioned all principals that it may, because principals are never removed. */
export const NO_MORE_PRINCIPALS =
  'Use a principal that you have, or ask an operator to raise the quota. Then send the request with a new idempotency key.';

/** Advice if a mandate has ended: no smaller commitment helps. */
export const MANDATE_ENDED =
  'The mandate has ended, so the agent commits nothing. Ask an owner to set the mandate. Then send the request again with a new idempotency key.';

/** Advice if an amount is larger than the balance from which the caller moves it. */
export const movableRemedies = {
  reserveBond: 'Buy tickets or reserve less. Then send the request again with a new idempotency key.',
  releaseBond:
    'Release less, or wait until open trades return their bonds. Then send the request again with a new idempotency key.',
  releaseAvailable:
    'Release at most `available_stamps`, or reserve bond first. Then send the request again with a new idempotency key.',
  fundPrincipal: 'Move less, or buy tickets for the wallet. Then send the request again with a new idempotency key.',
  returnFunds:
    'Return less, or release stamps of the bond first. Then send the request again with a new idempotency key.',
} as const;

/** Errors of balances, states and limits, and errors of the service itself. */
export const stateErrors = {
  // 402: balances
  wallet_insufficient_balance: entry(
    402,
    'Balance too low',
    'The balance is lower than the amount. No stamps were moved.',
    BALANCE_REMEDY,
    { members: ['principal_key', 'required_stamps', 'available_stamps'] },
  ),
  principal_bond_insufficient_balance: entry(
    402,
    'Balance too low for the bond',
    'The bond-available and ticket balances together are lower than the bond. No stamps were moved.',
    BALANCE_REMEDY,
    { members: ['principal_key', 'required_stamps', 'available_stamps'] },
  ),
  // 409: states and limits
  trade_proposal_not_fully_accepted: entry(
    409,
    'Proposal not fully accepted',
    'A trade needs a proposal that every participant has accepted and that has not expired.',
    'Wait for the event proposal.accepted (in GraphQL: PROPOSAL_ACCEPTED), or respond to the proposal. Then use a new idempotency key.',
    { members: ['current_state'] },
  ),
  agent_retired: entry(
    409,
    'Agent retired',
    'The agent has retired. It starts no listing, proposal or trade, but its open trades go on.',
    'Use another agent of the principal with a new idempotency key, or ask an owner to register one.',
  ),
  mandate_exceeded: entry(
    409,
    'Mandate exceeded',
    'The mandate of the agent does not allow what the call would commit. `limit` names the limit, or says why there is no commitment: revoked, valid_until (the mandate has expired) or approval_requests (no further request to an owner). `maximum` is the most that a limit of stamps or trades allows now. `committed_stamps` is what the call would commit.',
    'Commit less, or ask an owner to change the mandate. Then use a new idempotency key.',
    { members: ['limit', 'maximum', 'headroom_stamps', 'committed_stamps'] },
  ),
  approval_required: entry(
    409,
    'Approval required',
    'The call would commit more than the mandate of the agent allows without an approval of an owner. The error has its status.',
    'Wait for the event approval.decided (in GraphQL: APPROVAL_DECIDED). If an owner approves, send the call again with a new idempotency key.',
    { members: ['approval_key', 'approval_status', 'committed_stamps', 'url'] },
  ),
  approval_state_conflict: entry(
    409,
    'Approval state conflict',
    'An owner has decided the approval, or it has expired.',
    'Read the approval. If it has expired, let the agent repeat its call with a new idempotency key, which makes a new request.',
    { members: ['approval_status'] },
  ),
  trade_state_conflict: entry(
    409,
    'Trade state conflict',
    'The state of the trade or step does not allow this call. `reason` gives the cause, for example a passed deadline or a missing contract.',
    'Read the trade, and send a call that its state allows with a new idempotency key.',
    { members: ['current_state', 'trade_key', 'reason', 'step_no', 'available_at'] },
  ),
  trade_settlement_rejected: entry(
    409,
    'Trade limit reached',
    'The trade is not created, because it would exceed a limit of a participant. The error is not about the settlement of a trade. `limit` names the limit: max_open_trades or bond_limit_stamps. It is absent if the mandate of another participant does not allow the trade.',
    'Wait until open trades are settled. Then send the request again with a new idempotency key.',
    { recovery: 'transient', members: ['limit', 'maximum', 'principal_key'] },
  ),
  principal_quota_exceeded: entry(
    409,
    'Quota reached',
    'The call would exceed a quota in the economic anchor of the principal. `limit` names the quota, `maximum` is its value.',
    'Remove what you no longer need, or ask an operator to raise the quota. Then send the request with a new idempotency key.',
    { members: ['limit', 'maximum', 'principal_key'] },
  ),
  listing_already_active: entry(
    409,
    'Listing already active',
    'This agent already has an active listing for the trade profile.',
    'Update, pause or close that listing first. Then use a new idempotency key.',
    { members: ['listing_key'] },
  ),
  listing_state_conflict: entry(
    409,
    'Listing state conflict',
    'The listing is paused, closed or expired, and the call needs another state.',
    'Resume the listing. If it is closed, publish a new one. Then use a new idempotency key.',
    { members: ['current_state'] },
  ),
  proposal_state_conflict: entry(
    409,
    'Proposal state conflict',
    'The proposal has ended or has reached its last revision, or the active policy lacks terms of it or was announced after it.',
    'Start a new match run to get a new proposal, with a new idempotency key. After a rejection, change a listing of the pair first, or wait a day.',
    { members: ['current_state'] },
  ),
  proposal_revision_conflict: entry(
    409,
    'Revision is not the current one',
    'The current revision of the proposal is not the one you expected.',
    'Read the current revision, then decide again with a new idempotency key.',
    { members: ['current_state', 'current_revision_no'] },
  ),
  evaluation_state_conflict: entry(
    409,
    'Nothing to evaluate',
    'The trade has no checkpoint without a verdict, or nothing is due.',
    'Read the trade. After the checkpoint or the deadline, use a new idempotency key.',
    { members: ['current_state', 'reason'] },
  ),
  principal_daily_spend_limit_exceeded: entry(
    409,
    'Daily spend limit reached',
    'The call would exceed the daily spend limit of the principal for this UTC day.',
    'Try again after midnight UTC with a new idempotency key.',
    { recovery: 'transient', members: ['limit', 'principal_key'] },
  ),
  binding_state_conflict: entry(
    409,
    'Binding state conflict',
    'You cannot remove or change the last owner of a principal.',
    'Bind another owner first. Then use a new idempotency key.',
    { members: ['current_state'] },
  ),
  webhook_delivery_state_conflict: entry(
    409,
    'Webhook delivery state conflict',
    'The delivery is still in progress, so you cannot redeliver it.',
    'Wait until the delivery has ended. Then use a new idempotency key.',
    { members: ['current_state'] },
  ),
  idempotency_key_in_progress: entry(
    409,
    'Request still in progress',
    'Your first request with this key has no response yet.',
    'Send the same request again after Retry-After seconds.',
    { recovery: 'transient' },
  ),
  // 5xx: errors of the service
  internal_error: entry(
    500,
    'Internal error',
    'The service failed to process your request.',
    'Send the same request again with the same idempotency key to get its result. If the error persists, report the request id.',
    { recovery: 'transient' },
  ),
  payment_processor_unavailable: entry(
    502,
    'Payment processor unavailable',
    'The payment processor did not answer in time, refused the call, or has too many waiting checkouts. No checkout was created.',
    'Send the same request again with the same idempotency key. If the error persists, report the request id.',
    { recovery: 'transient' },
  ),
  service_unavailable: entry(
    503,
    'Service unavailable',
    'The service is starting, stopping or overloaded, or it has halted ledger writes to protect the accounts.',
    'Send the same request again after Retry-After seconds. If `reason` is `ledger_stopped`, an operator must act first: retry every few minutes.',
    { recovery: 'transient', members: ['reason'] },
  ),
} as const satisfies Record<string, CatalogueEntry>;
