/**
 * Types of the GraphQL schema, generated from it by `npm run generate`.
 * A query selects some fields, so use `Pick`: `client.queryOrThrow<Pick<Schema.Query, 'service'>>(…)`.
 */

/** An item of a step on which the participants agree. */
export interface AcceptanceItem {
  readonly __typename?: 'AcceptanceItem';
  /** Id of the item, unique within the step. */
  readonly itemId: string;
  /** Description of the item. */
  readonly description: string;
  /** Weight of the item in the coverage, 1 to 1,000, relative to the other items. */
  readonly weight: number;
  /** Whether the coverage is 0 without this item. */
  readonly must: boolean;
}

/** An item of a step on which the participants agree. */
export interface AcceptanceItemInput {
  /** Id of the item, unique within the step, 1 to 64 characters. */
  readonly itemId: string;
  /** Description of the item, 1 to 500 characters. */
  readonly description: string;
  /** Weight of the item in the coverage, 1 to 1,000, relative to the other items. */
  readonly weight: number;
  /** Whether the coverage is 0 without this item. Default: false. */
  readonly must?: boolean | null;
}

/** A human, identified by an identity provider and a subject. */
export interface Account {
  readonly __typename?: 'Account';
  /** Identity provider of the human, as in `X-Acting-Provider`. */
  readonly provider: string;
  /** Subject that the provider assigns to the human, as in `X-Acting-Subject`. */
  readonly subject: string;
}

/** Announces the settlement policy of new trades. */
export interface ActivatePolicyInput {
  /** Version of a released policy. */
  readonly policyVersion: string;
  /** Time from which new trades have it, at least 24 hours ahead. */
  readonly effectiveAt: DateTime;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `activatePolicy`. */
export interface ActivatePolicyPayload {
  readonly __typename?: 'ActivatePolicyPayload';
  /** The policy with its new time. */
  readonly policy: Policy;
}

/** Activates the next pending step of a trade. */
export interface ActivateTradeInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the trade. Alternative: `proposalKey`. */
  readonly tradeKey?: string | null;
  /** Key of the trade’s proposal. Lets one request accept, create and activate. */
  readonly proposalKey?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `activateTrade`. */
export interface ActivateTradePayload {
  readonly __typename?: 'ActivateTradePayload';
  /** The trade with its newly active step. */
  readonly trade: Trade;
}

/** Participants that may activate a step. */
export type Activation = 'ANY' | 'CONSUMER';

/** Moves the clock of a sandbox forward, to a time or by seconds. */
export interface AdvanceClockInput {
  /** Time to move to. Set this or `seconds`. */
  readonly toAt?: DateTime | null;
  /** Seconds to move by, up to 366 days. The clock can be 2,147,483,647 seconds ahead at most. Set this or `toAt`. */
  readonly seconds?: number | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `advanceClock`. */
export interface AdvanceClockPayload {
  readonly __typename?: 'AdvanceClockPayload';
  /** Time that the clock has reached. */
  readonly reachedAt: DateTime;
}

/** An agent of a principal. It publishes listings and performs steps. */
export interface Agent {
  readonly __typename?: 'Agent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** UUID form of the key. `X-Agent-Id` accepts both forms. */
  readonly agentId: string;
  /** The A2A agent card as received, without its notification URL. */
  readonly card: Readonly<Record<string, unknown>>;
  /** Name of the agent in its card. */
  readonly name: string | null;
  /** Description of the agent in its card. */
  readonly description: string | null;
  /** Version of the agent in its card. */
  readonly version: string | null;
  /** Conformance of the card to A2A. */
  readonly cardConformance: CardConformance;
  /** Capabilities that the card declares. */
  readonly capabilities: AgentCapabilities;
  /** URL that receives the agent’s webhooks. */
  readonly notificationUrl: string | null;
  /** Event types that the agent receives as webhooks. */
  readonly eventTypes: ReadonlyArray<EventType>;
  /** Time at which failing notifications were disabled. Updating the URL enables them again. */
  readonly notificationsDisabledAt: DateTime | null;
  /** Whether the agent gets webhooks now, and what to do if not. */
  readonly webhookStatus: WebhookStatus;
  /** Public JWKs that verify the signatures of the card. */
  readonly cardKeys: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** Time of the retirement. The agent starts no listing, proposal or trade since. Null: it is active. */
  readonly retiredAt: DateTime | null;
  /** Time of the registration. */
  readonly createdAt: DateTime;
  /** Keys that sign the agent’s webhooks, newest first. */
  readonly webhookSigningKeys: WebhookSigningKeyConnection;
  /** Limits for the commitments of the agent. Null for an agent without a mandate, which only the limits of its principal bound, and for operators. */
  readonly mandate: Mandate | null;
  /** Webhook deliveries of the agent, newest first. */
  readonly webhookDeliveries: WebhookDeliveryConnection;
  /** Listings of the agent, newest first. */
  readonly listings: ListingConnection;
  /** State of the deliveries to the agent’s notification URL. Null if it has none. */
  readonly webhookEndpoint: WebhookEndpoint | null;
}

/** Capabilities declared in an agent card. */
export interface AgentCapabilities {
  readonly __typename?: 'AgentCapabilities';
  /** Whether the agent supports streaming. */
  readonly streaming: boolean;
  /** Whether the agent accepts push notifications. If true, it must have a notification URL. */
  readonly pushNotifications: boolean;
  /** Whether the agent shows an extended card to authenticated callers. */
  readonly extendedAgentCard: boolean;
}

/** A page of a list of Agent, newest first (Relay). */
export interface AgentConnection {
  readonly __typename?: 'AgentConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<AgentEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Agent>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Agent of a page, with its cursor. */
export interface AgentEdge {
  readonly __typename?: 'AgentEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Agent of this edge. */
  readonly node: Agent;
}

/** Selects agents. Members are combined with AND. */
export interface AgentFilter {
  /** Text that the name or the description of the card contains, in any case of letters. */
  readonly text?: string | null;
  /** Whether the notifications of the agent are disabled. */
  readonly hasDisabledWebhook?: boolean | null;
}

/** Organization that an agent card names as its provider. */
export interface AgentProvider {
  readonly __typename?: 'AgentProvider';
  /** Name of the organization. */
  readonly organization: string | null;
  /** Website of the organization. */
  readonly url: string | null;
}

/** An act that the caller may do now. Sent at once with its input, it is not refused. An act that asks an owner for an approval is answered with `approval_required`; its summary says so. */
export interface AllowedAction {
  readonly __typename?: 'AllowedAction';
  /** Name of the mutation. */
  readonly operation: string;
  /** Input of the mutation, without what only the caller can know. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Method of the request in REST. */
  readonly restMethod: string;
  /** Path of the request in REST. */
  readonly restPath: string;
  /** Body of the request in REST, without what only the caller can know. */
  readonly restBody: Readonly<Record<string, unknown>>;
  /** Key of the agent that X-Agent-Id must name. Null: the header is not needed. */
  readonly agentKey: string | null;
  /** Stamps that leave the balances of the payer, without those for bonds. */
  readonly costStamps: Stamps;
  /** Stamps that the payer moves into a bond. */
  readonly bondStamps: Stamps;
  /** Key of the principal that pays. Null without costs. */
  readonly payerPrincipalKey: string | null;
  /** The most that the trade can cost the payer in all. Null for acts that neither accept terms nor create a trade. */
  readonly commitment: TradeCommitment | null;
  /** Time from which the act is not possible, if no party acts before. Null without one, and while a settlement that is due is not made yet. */
  readonly closesAt: DateTime | null;
  /** Whether the act changes anything. Acts without effect come last. */
  readonly hasEffect: boolean;
  /** Consequence of the act. */
  readonly consequence: Consequence;
  /** Consequence if no party acts. */
  readonly ifNotDone: Consequence | null;
  /** Principal that pays. Null without costs. */
  readonly payer: PublicPrincipal | null;
}

/** Request of an agent to commit more than its mandate allows without an approval, with the decision of an owner. Only its own principal sees it. Operators see the events about it. A new request for the same proposal ends it, and replaces it if no owner has decided. */
export interface Approval {
  readonly __typename?: 'Approval';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the approval, `apr_…`. */
  readonly approvalKey: string;
  /** Status of the approval. */
  readonly status: ApprovalStatus;
  /** Key of the agent that asked. */
  readonly agentKey: string;
  /** Key of the proposal. */
  readonly proposalKey: string;
  /** Number of the revision that the agent commits to. That of a counter does not exist yet. */
  readonly revisionNo: number;
  /** Terms that the owner decides about. */
  readonly terms: Terms;
  /** Stamps that the agent commits: prices and fees of its steps, and its bond. */
  readonly committedStamps: Stamps;
  /** Stamps of the bond. */
  readonly bondStamps: Stamps;
  /** Time of the request. */
  readonly requestedAt: DateTime;
  /** Time until which an owner can decide, and after an approval the time until which it counts. */
  readonly expiresAt: DateTime;
  /** Time of the decision. Null before it. */
  readonly decidedAt: DateTime | null;
  /** The agent that asked. */
  readonly agent: Agent;
  /** Page of the console on which an owner decides. Null if the service has no console. */
  readonly url: string | null;
  /** The proposal, as it is now. */
  readonly proposal: Proposal;
}

/** A page of a list of Approval, newest first (Relay). */
export interface ApprovalConnection {
  readonly __typename?: 'ApprovalConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<ApprovalEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Approval>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** An owner approved or denied what an agent asked for. */
export interface ApprovalDecidedEvent {
  readonly __typename?: 'ApprovalDecidedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The approval, as it is now. Null after a later request, and if the caller may not read it. */
  readonly approval: Approval | null;
}

/** Decision of an owner about an approval. */
export type ApprovalDecision = 'APPROVE' | 'DENY';

/** One Approval of a page, with its cursor. */
export interface ApprovalEdge {
  readonly __typename?: 'ApprovalEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Approval of this edge. */
  readonly node: Approval;
}

/** Selects approvals. Members are combined with AND; values of a list with OR. */
export interface ApprovalFilter {
  /** One of these statuses. */
  readonly statuses?: ReadonlyArray<ApprovalStatus> | null;
  /** Key or UUID of one’s own agent. */
  readonly agentKey?: string | null;
}

/** An agent asked for an approval of an owner. */
export interface ApprovalRequestedEvent {
  readonly __typename?: 'ApprovalRequestedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The approval, as it is now. Null after a later request, and if the caller may not read it. */
  readonly approval: Approval | null;
}

/** Status of an approval. */
export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'DENIED' | 'USED' | 'EXPIRED';

/** Something that waits for the principal, with the act that answers to it. */
export interface AttentionItem {
  readonly __typename?: 'AttentionItem';
  /** Kind of the thing that waits. */
  readonly kind: AttentionKind;
  /** Deadline. Null without one. */
  readonly dueAt: DateTime | null;
  /** Key of the agent that is concerned. */
  readonly agentKey: string;
  /** Key of the trade, proposal, approval, listing or agent. */
  readonly subjectKey: string;
  /** The trade, proposal, approval, listing or agent. */
  readonly subject: Node;
  /** The agent that is concerned. */
  readonly agent: Agent;
  /** The act that answers to it; for a proposal its acceptance, for a listing a change of its content. A checkpoint is without its `status`, and an approval without its `decision`: the caller must choose. Null if the caller may not do it now, or if there is none. */
  readonly action: AllowedAction | null;
}

/** Kind of a thing that waits for a principal. */
export type AttentionKind =
  | 'RESPOND'
  | 'CREATE_TRADE'
  | 'ACTIVATE'
  | 'PUBLISH_CONTRACT'
  | 'SUBMIT_CHECKPOINT'
  | 'FILE_REBUTTAL'
  | 'WEBHOOK_DISABLED'
  | 'LISTING_EXPIRES'
  | 'APPROVAL';

/** Trades that would settle differently, by their failure class and that under the candidate. */
export interface BacktestClassChange {
  readonly __typename?: 'BacktestClassChange';
  /** Failure class as settled. Null without a failure. */
  readonly from: FailureClass | null;
  /** Failure class under the candidate. Null without a failure. */
  readonly to: FailureClass | null;
  /** Number of changed trades with this pair of classes. */
  readonly trades: number;
  /** Gains in these trades. */
  readonly stamps: BacktestStamps;
}

/** Reason for which a settlement cannot be compared. */
export type BacktestGap = 'EARLIER_STEP' | 'NOT_ENDED' | 'REBUTTALS' | 'RULING' | 'RECORD' | 'INVALID';

/** Settlements that cannot be compared for one reason. */
export interface BacktestGapCount {
  readonly __typename?: 'BacktestGapCount';
  /** Reason for which they cannot be compared. */
  readonly reason: BacktestGap;
  /** Number of settlements with this reason. */
  readonly settlements: number;
}

/** Stamps that each role would gain, or lose if negative. The sum of all four is 0. */
export interface BacktestStamps {
  readonly __typename?: 'BacktestStamps';
  /** Gain of the providers of the steps at which the trades ended. */
  readonly provider: SignedStamps;
  /** Gain of the consumers of the steps at which the trades ended. */
  readonly consumer: SignedStamps;
  /** Gain of the other participants. */
  readonly other: SignedStamps;
  /** Gain of the slash pool. */
  readonly slashPool: SignedStamps;
}

/** The role of a human for a principal. */
export interface Binding {
  readonly __typename?: 'Binding';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the binding, `bnd_…`. */
  readonly bindingId: string;
  /** Identity provider of the human, as in `X-Acting-Provider`. */
  readonly provider: string;
  /** Subject that the provider assigns to the human, as in `X-Acting-Subject`. */
  readonly subject: string;
  /** Role of the human: owner or viewer. */
  readonly role: BindingRole;
  /** Time at which the binding was created. */
  readonly createdAt: DateTime;
}

/** A page of a list of Binding, newest first (Relay). */
export interface BindingConnection {
  readonly __typename?: 'BindingConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<BindingEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Binding>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Binding of a page, with its cursor. */
export interface BindingEdge {
  readonly __typename?: 'BindingEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Binding of this edge. */
  readonly node: Binding;
}

/** Role of a human for a principal. */
export type BindingRole = 'OWNER' | 'VIEWER';

/** An operation that would be refused now, or a variant of it, with the error. */
export interface BlockedAction {
  readonly __typename?: 'BlockedAction';
  /** Name of the mutation. */
  readonly operation: string;
  /** Input of the refused variant, without what only the caller can know. Other variants of the operation may be allowed. Null: every input is refused with this error. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Body of the refused variant in REST. Null: every body is refused with this error. */
  readonly restBody: Readonly<Record<string, unknown>> | null;
  /** Code of the error. */
  readonly code: ErrorCode;
  /** Cause of the refusal and what to do. */
  readonly detail: string;
  /** Cause within the code: the member `reason` of the error, or the limit that its member `limit` names, such as `budget_stamps`. Null if it has none. */
  readonly reason: string | null;
  /** Act that removes the cause, as in the error. */
  readonly remedy: string;
  /** Act that removes the cause, with the names of REST. */
  readonly restRemedy: string;
  /** Time from which the cause is gone, if time alone removes it. */
  readonly availableAt: DateTime | null;
  /** Stamps that the own balance lacks. */
  readonly missingStamps: Stamps | null;
  /** Status of the approval that blocks the act. Null if no approval does. */
  readonly approvalStatus: ApprovalStatus | null;
}

/** Period of a budget, by the calendar in UTC. */
export type BudgetPeriod = 'DAY' | 'WEEK' | 'MONTH' | 'TOTAL';

/** A2A conformance of an agent card. Missing members do not cause a refusal. */
export interface CardConformance {
  readonly __typename?: 'CardConformance';
  /** A2A version of the card, `1.0` or `0.3`. Null when neither matches. */
  readonly version: string | null;
  /** Required members that are missing, such as `skills[0].tags`. */
  readonly missing: ReadonlyArray<string>;
  /** Result of the check of the signatures. */
  readonly signature: CardSignature;
}

/** Result of the check of a card’s signatures. */
export type CardSignature = 'VERIFIED' | 'UNKNOWN_KEY' | 'INVALID' | 'NONE';

/** The consumer’s result for one contract item. */
export interface CheckpointResult {
  readonly __typename?: 'CheckpointResult';
  /** Id of the contract item. */
  readonly itemId: string;
  /** Whether the item was delivered. */
  readonly met: boolean;
  /** Reason given in the verdict or result. */
  readonly note: string | null;
}

/** The consumer’s result for one contract item. */
export interface CheckpointResultInput {
  /** Id of the contract item. */
  readonly itemId: string;
  /** Whether the item was delivered. */
  readonly met: boolean;
  /** Reason given by the consumer, at most 1,000 characters. */
  readonly note?: string | null;
}

/** Result that the consumer reports for a delivery. */
export type CheckpointStatus = 'CONFIRMED' | 'FAILED';

/** A time in which the service could not serve mutations. Every open deadline moved by its length. */
export interface ClosedPeriod {
  readonly __typename?: 'ClosedPeriod';
  /** When the service was last known to be open. */
  readonly fromAt: DateTime;
  /** When the service was open again. */
  readonly toAt: DateTime;
  /** Length in seconds, rounded up. */
  readonly seconds: number;
}

/** Compensation of one party. */
export interface Compensation {
  readonly __typename?: 'Compensation';
  /** Key of the compensated principal. */
  readonly principalKey: string;
  /** Compensation in stamps. */
  readonly amountStamps: Stamps;
  /**
   * Compensation in stamps.
   * @deprecated Use `amountStamps`, which has the same value.
   */
  readonly amount: Stamps;
  /** Sum of the prices of the faulted and unreached steps of this party. */
  readonly exposureStamps: Stamps;
  /**
   * Sum of the prices of the faulted and unreached steps of this party.
   * @deprecated Use `exposureStamps`, which has the same value.
   */
  readonly exposureBasis: Stamps;
  /** Reason for the compensation. */
  readonly kind: CompensationKind;
  /** Public fields of the compensated principal. */
  readonly principal: PublicPrincipal;
}

/** Reason for a compensation. */
export type CompensationKind = 'STEP_COUNTERPARTY' | 'DOWNSTREAM';

/** Consequence of an act, or of its omission. */
export interface Consequence {
  readonly __typename?: 'Consequence';
  /** One sentence about it. */
  readonly summary: string;
  /** State of the trade afterwards. Null without a trade, and for an act whose input leaves a choice. */
  readonly tradeState: TradeState | null;
  /** Settlement that follows if no party acts afterwards. Null without a trade, for an act whose input leaves a choice, and for operators. */
  readonly preview: SettlementPreview | null;
}

/** One item that a delivery contract promises. */
export interface ContractItem {
  readonly __typename?: 'ContractItem';
  /** Id of the item, unique within the contract. */
  readonly itemId: string;
  /** Description of the item. */
  readonly description: string;
  /** Weight of the item in the coverage, 1 to 1,000, relative to the other items. */
  readonly weight: number;
  /** URI of the artifact. */
  readonly artifactUri: string | null;
  /** SHA-256 of the artifact in hex. */
  readonly artifactSha256: string | null;
  /** Note of the provider on the item. */
  readonly note: string | null;
}

/** One item that a delivery contract promises. */
export interface ContractItemInput {
  /** Id of the item, unique within the contract, 1 to 64 characters. */
  readonly itemId: string;
  /** Description of the item, 1 to 500 characters. Required unless the terms have items; then forbidden. */
  readonly description?: string | null;
  /** Weight of the item, 1 to 1,000. Required unless the terms have items; then forbidden. */
  readonly weight?: number | null;
  /** Absolute URI of the artifact. The schemes `javascript:`, `data:` and `file:` are refused. */
  readonly artifactUri?: string | null;
  /** SHA-256 of the artifact, 64 hex digits. */
  readonly artifactSha256?: string | null;
  /** Note on the item, at most 1,000 characters. */
  readonly note?: string | null;
}

/** A counterparty of a sandbox: a principal with an agent that trades. */
export interface Counterparty {
  readonly __typename?: 'Counterparty';
  /** Key of its principal. */
  readonly principalKey: string;
  /** Key of its agent. */
  readonly agentKey: string;
  /** Key of its listing. */
  readonly listingKey: string;
  /** Strategy of the counterparty. */
  readonly strategy: CounterpartyStrategy;
  /** Side that the counterparty takes. */
  readonly side: ListingSide;
  /** Trade profile of its listing. */
  readonly tradeProfile: string;
  /** Seed of its price. */
  readonly seed: number;
  /** Price of its listing in stamps: an ask of 500 to 1,000 or a bid of 1,000 to 2,000. */
  readonly priceStamps: Stamps;
}

/** Strategy of a counterparty of a sandbox. */
export type CounterpartyStrategy =
  | 'HONEST'
  | 'SILENT'
  | 'LATE'
  | 'WITHDRAWING'
  | 'HOLLOW'
  | 'SHORT'
  | 'FALSE_FAILURE'
  | 'FALSE_SHORTFALL'
  | 'COUNTERING';

/** Issues an additional credential. */
export interface CreateCredentialInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the only agent that the credential acts for. Default: every agent of the principal. */
  readonly agentKey?: string | null;
  /** Name for your own use, 1 to 100 characters. */
  readonly label?: string | null;
  /** Kinds of calls that the credential may make. Default: all. */
  readonly scopes?: ReadonlyArray<CredentialScope> | null;
  /** Time from which the credential is refused. Default: it has no end. */
  readonly expiresAt?: DateTime | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `createCredential`. */
export interface CreateCredentialPayload {
  readonly __typename?: 'CreateCredentialPayload';
  /** The new credential pair. */
  readonly credential: IssuedCredential;
}

/** Creates the trade of an accepted proposal. */
export interface CreateTradeInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the proposal. Alternative: `proposalId`. */
  readonly proposalKey?: string | null;
  /** UUID of the proposal. Alternative: `proposalKey`. */
  readonly proposalId?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `createTrade`. */
export interface CreateTradePayload {
  readonly __typename?: 'CreateTradePayload';
  /** The trade after the change. */
  readonly trade: Trade;
}

/** Metadata of a credential pair. It never contains the secret. */
export interface Credential {
  readonly __typename?: 'Credential';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the credential, `crd_…`. */
  readonly credentialId: string;
  /** Public half of the pair, `ak_live_…`. It is the `keyid` of a signature. */
  readonly apiKey: string;
  /** Time at which the credential was issued. */
  readonly createdAt: DateTime;
  /** Time of the revocation or rotation. */
  readonly revokedAt: DateTime | null;
  /** Time of its last signed request, to the minute. */
  readonly lastUsedAt: DateTime | null;
  /** Key of the only agent that the credential acts for. Null for a credential of the whole principal. */
  readonly agentKey: string | null;
  /** Name that the owner gave the credential. */
  readonly label: string | null;
  /** Kinds of calls that the credential may make. */
  readonly scopes: ReadonlyArray<CredentialScope>;
  /** Time from which the credential is refused. Null for a credential without an end. */
  readonly expiresAt: DateTime | null;
  /** Whether the credential can sign requests. */
  readonly status: CredentialStatus;
  /** The only agent that the credential acts for. Null for a credential of the whole principal. */
  readonly agent: Agent | null;
}

/** A page of a list of Credential, newest first (Relay). */
export interface CredentialConnection {
  readonly __typename?: 'CredentialConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<CredentialEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Credential>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Credential of a page, with its cursor. */
export interface CredentialEdge {
  readonly __typename?: 'CredentialEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Credential of this edge. */
  readonly node: Credential;
}

/** Kind of calls that a credential may make. */
export type CredentialScope = 'READ' | 'TRADE' | 'MONEY';

/** Status of a credential. */
export type CredentialStatus = 'ACTIVE' | 'REVOKED';

/** Currency of a price, ISO 4217. */
export type Currency = 'USD';

/** A point in time, RFC 3339 in UTC with milliseconds: `2026-11-20T09:30:00.000Z`. */
export type DateTime = string;

/** Approves or denies what an agent asks for. */
export interface DecideApprovalInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the approval, `apr_…`. */
  readonly approvalKey: string;
  /** Decision of the owner. */
  readonly decision: ApprovalDecision;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `decideApproval`. */
export interface DecideApprovalPayload {
  readonly __typename?: 'DecideApprovalPayload';
  /** The approval with its decision. */
  readonly approval: Approval;
}

/** Decision of a participant about a proposal. */
export type Decision = 'ACCEPT' | 'COUNTER' | 'REJECT';

/** One attempt at a webhook delivery. */
export interface DeliveryAttempt {
  readonly __typename?: 'DeliveryAttempt';
  /** Start of the attempt. */
  readonly attemptedAt: DateTime;
  /** HTTP status of the response, or null when none arrived. */
  readonly status: number | null;
  /** Failure of the attempt, or null. */
  readonly error: DeliveryError | null;
  /** Duration of the attempt in milliseconds. */
  readonly durationMs: number;
  /** Version of the signing key, as in `X-SVC-Webhook-Key-Version`. */
  readonly keyVersion: number;
}

/** The provider’s statement of its delivery, item by item. */
export interface DeliveryContract {
  readonly __typename?: 'DeliveryContract';
  /** Summary of the delivery. */
  readonly summary: string;
  /** Items of the contract, 1 to 64. */
  readonly items: ReadonlyArray<ContractItem>;
}

/** Failure of an attempt at a webhook delivery. */
export type DeliveryError =
  | 'HTTP_STATUS'
  | 'REDIRECT_NOT_FOLLOWED'
  | 'TIMEOUT'
  | 'ADDRESS_FORBIDDEN'
  | 'NAME_NOT_RESOLVED'
  | 'CONNECTION_FAILED'
  | 'CONNECTION_LOST'
  | 'TLS_FAILED'
  | 'ANSWER_MALFORMED'
  | 'SECRET_UNREADABLE';

/** State of a webhook delivery. */
export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD' | 'DISABLED';

/** Disputes of settled trades in which the principal was one side. */
export interface DisputeCounts {
  readonly __typename?: 'DisputeCounts';
  /** Number of disputes: contested checkpoints with a rebuttal in time. */
  readonly raised: number;
  /** Disputes in which the other side was at fault. */
  readonly won: number;
  /** Disputes in which the principal was at fault. */
  readonly lost: number;
  /** Disputes that no operator ruled in time. */
  readonly unruled: number;
}

/** Disputes of the last 90 days under `rules_v1.1`, of all principals. */
export interface DisputeFigures {
  readonly __typename?: 'DisputeFigures';
  /** Number of disputes that wait for a verdict. */
  readonly open: number;
  /** Share of the ended disputes that an operator ruled, in basis points. Null without an ended dispute. */
  readonly ruledShareBps: number | null;
  /** Median of the seconds from a dispute to its verdict. */
  readonly medianRulingSeconds: number | null;
  /** Number of disputes that ended without a verdict. */
  readonly unruled: number;
}

/** Limits of a principal, managed by the platform. */
export interface EconomicAnchor {
  readonly __typename?: 'EconomicAnchor';
  /** Maximum number of open trades. */
  readonly maxOpenTrades: number;
  /** Maximum bond in stamps that open trades may reserve. */
  readonly bondLimitStamps: Stamps;
  /** Maximum stamps that escrow and fees may take from the tickets in one UTC day. */
  readonly dailySpendLimitStamps: Stamps;
  /** Maximum number of agents. */
  readonly maxAgents: number;
  /** Maximum bytes of the cards of all agents. */
  readonly maxCardBytes: number;
  /** Maximum number of live credentials. */
  readonly maxCredentials: number;
  /** Maximum number of bindings. */
  readonly maxBindings: number;
  /** Maximum number of match runs in one UTC day. */
  readonly matchRunsPerDay: number;
  /** Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day. */
  readonly changesPerDay: number;
  /** Maximum number of proposals to one counterparty that are open or were rejected within a day. */
  readonly openProposalsPerCounterparty: number;
  /** Maximum bytes of answers that are stored for the idempotency keys of free calls. */
  readonly keptAnswerBytes: number;
}

/** Why a match run made no proposal, and what to do next. */
export interface EmptyMatch {
  readonly __typename?: 'EmptyMatch';
  /** The first reason that applies. */
  readonly reason: EmptyMatchReason;
  /** Trade profile that found no counterparty. */
  readonly tradeProfile: string;
  /** Bid or ask of the run for the trade profile, in stamps. */
  readonly ownPriceStamps: Stamps;
  /** Best price of a public listing of the other side when the run ended. Null: there was none. */
  readonly bestPriceStamps: Stamps | null;
  /** The next step, as an English text. */
  readonly nextStep: string;
}

/** Reason why a match run made no proposal. */
export type EmptyMatchReason = 'OPEN_PROPOSALS' | 'NO_PARTNER' | 'PRICE_NOT_MET' | 'PARTNERS_EXCLUDED';

/** Code of an error. Errors have it in lower case as `extensions.code`. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'CURSOR_INVALID'
  | 'CONTRACT_ITEMS_DIFFER'
  | 'QUERY_REFUSED'
  | 'ACTING_HEADERS_REQUIRED'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'STRIPE_SIGNATURE_INVALID'
  | 'MATCH_PROPOSAL_INVALID_RESPONSE'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'SIGNATURE_MISSING'
  | 'SIGNATURE_MALFORMED'
  | 'SIGNATURE_INCOMPLETE'
  | 'SIGNATURE_EXPIRED'
  | 'CONTENT_DIGEST_MISMATCH'
  | 'CREDENTIAL_INVALID'
  | 'SESSION_INVALID'
  | 'PRINCIPAL_ACCESS_DENIED'
  | 'PRINCIPAL_OWNER_REQUIRED'
  | 'PLATFORM_ONLY'
  | 'SANDBOX_ONLY'
  | 'TRADE_ACCESS_DENIED'
  | 'AGENT_MISMATCH'
  | 'INSUFFICIENT_SCOPE'
  | 'CREDENTIAL_RESTRICTED'
  | 'ROUTE_NOT_FOUND'
  | 'PRINCIPAL_NOT_FOUND'
  | 'AGENT_NOT_FOUND'
  | 'MANDATE_NOT_FOUND'
  | 'APPROVAL_NOT_FOUND'
  | 'CREDENTIAL_NOT_FOUND'
  | 'LISTING_NOT_FOUND'
  | 'MATCH_RUN_NOT_FOUND'
  | 'PROPOSAL_NOT_FOUND'
  | 'TRADE_NOT_FOUND'
  | 'STEP_NOT_FOUND'
  | 'SETTLEMENT_NOT_FOUND'
  | 'BINDING_NOT_FOUND'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'CHECKOUT_SESSION_NOT_FOUND'
  | 'PAYMENT_NOT_FOUND'
  | 'WALLET_INSUFFICIENT_BALANCE'
  | 'PRINCIPAL_BOND_INSUFFICIENT_BALANCE'
  | 'TRADE_PROPOSAL_NOT_FULLY_ACCEPTED'
  | 'AGENT_RETIRED'
  | 'MANDATE_EXCEEDED'
  | 'APPROVAL_REQUIRED'
  | 'APPROVAL_STATE_CONFLICT'
  | 'TRADE_STATE_CONFLICT'
  | 'TRADE_SETTLEMENT_REJECTED'
  | 'PRINCIPAL_QUOTA_EXCEEDED'
  | 'LISTING_ALREADY_ACTIVE'
  | 'LISTING_STATE_CONFLICT'
  | 'PROPOSAL_STATE_CONFLICT'
  | 'PROPOSAL_REVISION_CONFLICT'
  | 'EVALUATION_STATE_CONFLICT'
  | 'PRINCIPAL_DAILY_SPEND_LIMIT_EXCEEDED'
  | 'BINDING_STATE_CONFLICT'
  | 'WEBHOOK_DELIVERY_STATE_CONFLICT'
  | 'IDEMPOTENCY_KEY_IN_PROGRESS'
  | 'INTERNAL_ERROR'
  | 'PAYMENT_PROCESSOR_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE';

/** An operator’s verdict on the active step’s checkpoint. */
export interface EvaluateTradeInput {
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Verdict: pass means full coverage; fail means that the checkpoint stands. Alternative: `coverageBps`. */
  readonly verdict?: VerdictKind | null;
  /** Coverage in basis points, 0 to 10,000. Alternative: `verdict`. Invalid in a trade of `rules_v1`. */
  readonly coverageBps?: number | null;
  /** Reason of the verdict, 1 to 2,000 characters. */
  readonly reason: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `evaluateTrade`. */
export interface EvaluateTradePayload {
  readonly __typename?: 'EvaluateTradePayload';
  /** The trade. The next sweep applies the verdict. */
  readonly trade: Trade;
}

/** An event of a principal. Webhook, subscription and list report the same event with the same members. */
export type Event =
  | TradeCompletedEvent
  | TradeFailedEvent
  | ProposalCreatedEvent
  | ProposalCounteredEvent
  | ProposalAcceptedEvent
  | ProposalRejectedEvent
  | TradeCreatedEvent
  | TradeStepActivatedEvent
  | TradeContractPublishedEvent
  | TradeCheckpointSubmittedEvent
  | TradeRebuttalFiledEvent
  | TradeDeadlineExtendedEvent
  | PolicyAnnouncedEvent
  | ApprovalRequestedEvent
  | ApprovalDecidedEvent
  | MandateExhaustedEvent
  | TicketsCreditedEvent
  | WebhookDisabledEvent;

/** A page of a list of Event, oldest first (Relay). */
export interface EventConnection {
  readonly __typename?: 'EventConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<EventEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Event>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Event of a page, with its cursor. */
export interface EventEdge {
  readonly __typename?: 'EventEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Event of this edge. */
  readonly node: Event;
}

/** Selects events. Members are combined with AND; values of a list with OR. */
export interface EventFilter {
  /** One of these types. */
  readonly types?: ReadonlyArray<EventType> | null;
  /** Key of the object that the event is about. */
  readonly subjectKey?: string | null;
  /** Key or UUID of the trade that the event is about. */
  readonly tradeKey?: string | null;
  /** Written at this time or later. */
  readonly from?: DateTime | null;
  /** Written before this time. */
  readonly to?: DateTime | null;
}

/** Order of a list of events. */
export interface EventOrder {
  /** Value that is compared. */
  readonly field?: EventOrderField;
  /** Direction. Default: oldest first. */
  readonly direction?: OrderDirection | null;
}

/** Value that an order of events compares. */
export type EventOrderField = 'SEQUENCE';

/** Type of an event. */
export type EventType =
  | 'TRADE_COMPLETED'
  | 'TRADE_FAILED'
  | 'PROPOSAL_CREATED'
  | 'PROPOSAL_COUNTERED'
  | 'PROPOSAL_ACCEPTED'
  | 'PROPOSAL_REJECTED'
  | 'TRADE_CREATED'
  | 'TRADE_STEP_ACTIVATED'
  | 'TRADE_CONTRACT_PUBLISHED'
  | 'TRADE_CHECKPOINT_SUBMITTED'
  | 'TRADE_REBUTTAL_FILED'
  | 'TRADE_DEADLINE_EXTENDED'
  | 'POLICY_ANNOUNCED'
  | 'APPROVAL_REQUESTED'
  | 'APPROVAL_DECIDED'
  | 'MANDATE_EXHAUSTED'
  | 'TICKETS_CREDITED'
  | 'WEBHOOK_DISABLED';

/** Cause of the failure. */
export type FailureCause =
  | 'NO_CONTRACT'
  | 'DELIVERY_FAILED'
  | 'COVERAGE_SHORTFALL'
  | 'WITHDREW'
  | 'NO_CHECKPOINT'
  | 'VERDICT_OVERTURNED'
  | 'NOT_ACTIVATED'
  | 'EVEN_RULING'
  | 'UNRULED';

/** Failure class of a settlement. */
export type FailureClass = 'F1' | 'F2' | 'F3' | 'F4' | 'F5';

/** Number of settled trades that ended by a fault of one class. */
export interface FaultCount {
  readonly __typename?: 'FaultCount';
  /** Class of the fault. */
  readonly failureClass: FailureClass;
  /** Number of trades. */
  readonly count: number;
}

/** Fault that a sandbox can inject. */
export type FaultKind = 'DROP_AFTER_COMMIT' | 'ERROR_AFTER_COMMIT' | 'DUPLICATE_WEBHOOK' | 'REORDER_WEBHOOKS' | 'SLOW';

/** Files the provider’s rebuttal of a step. */
export interface FileRebuttalInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Number of the step. */
  readonly stepNo: number;
  /** Statement of the provider, 1 to 4,000 characters. */
  readonly statement: string;
  /** Evidence of the rebuttal, at most 32 entries. */
  readonly evidence?: ReadonlyArray<RebuttalEvidenceInput> | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `fileRebuttal`. */
export interface FileRebuttalPayload {
  readonly __typename?: 'FileRebuttalPayload';
  /** The step with its rebuttal. */
  readonly step: TradeStep;
  /** The trade after the change. */
  readonly trade: Trade;
}

/** Reason for which a payment event is flagged. */
export type FlagReason = 'ASYNC_PAYMENT' | 'REFUND' | 'PARTIAL_REFUND' | 'REFUND_FAILED' | 'DISPUTE' | 'NO_PURCHASE';

/** A payment event that an operator must review. No tickets were granted or taken. */
export interface FlaggedPayment {
  readonly __typename?: 'FlaggedPayment';
  /** Id of the event at the payment processor. */
  readonly eventId: string;
  /** Event type at the payment processor, such as `charge.refunded`. */
  readonly type: string;
  /** Reason of the flag. */
  readonly reason: FlagReason;
  /** Id of the checkout session, if it is known. */
  readonly sessionId: string | null;
  /** Id of the payment at the payment processor. */
  readonly paymentIntentId: string | null;
  /** Key of the principal or human that the event names. */
  readonly reference: string | null;
  /** Status of the purchase. Null when there is none. */
  readonly purchaseStatus: PurchaseStatus | null;
  /** Key of the principal that the purchase credits. Null for a wallet. */
  readonly principalKey: string | null;
  /** Key of the human whose wallet the purchase credits, `hum_…`. */
  readonly humanKey: string | null;
  /** Time at which the event arrived. */
  readonly receivedAt: DateTime;
}

/** A page of a list of FlaggedPayment, newest first (Relay). */
export interface FlaggedPaymentConnection {
  readonly __typename?: 'FlaggedPaymentConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<FlaggedPaymentEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<FlaggedPayment>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One FlaggedPayment of a page, with its cursor. */
export interface FlaggedPaymentEdge {
  readonly __typename?: 'FlaggedPaymentEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The FlaggedPayment of this edge. */
  readonly node: FlaggedPayment;
}

/** Moves stamps from the acting human’s wallet to a principal. */
export interface FundPrincipalInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Amount in stamps, at least 1. */
  readonly amountStamps: Stamps;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `fundPrincipal`. */
export interface FundPrincipalPayload {
  readonly __typename?: 'FundPrincipalPayload';
  /** Key of the transfer, `xfr_…`. Its postings have the same key. */
  readonly transferKey: string;
  /** The principal with its new balance. */
  readonly principal: Principal;
  /** Balance of the wallet in stamps after the transfer. */
  readonly walletBalanceStamps: Stamps;
}

/** Grants a pack of tickets in a sandbox. */
export interface GrantTicketsInput {
  /** Key of the principal to credit. It may be any principal of the sandbox. */
  readonly principalKey: string;
  /** Ticket pack to grant. */
  readonly pack: Pack;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `grantTickets`. */
export interface GrantTicketsPayload {
  readonly __typename?: 'GrantTicketsPayload';
  /** The purchase, which has paid itself. */
  readonly purchase: TicketPurchase;
}

/** Injects a fault into a sandbox. */
export interface InjectFaultInput {
  /** Kind of the fault. */
  readonly kind: FaultKind;
  /** Number of times that it happens, 1 to 100. */
  readonly count: number;
  /** Principal whose requests and webhooks fail. Default: that of the agent. Null by other callers: all principals. */
  readonly principalKey?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `injectFault`. */
export interface InjectFaultPayload {
  readonly __typename?: 'InjectFaultPayload';
  /** The injected fault. */
  readonly fault: InjectedFault;
}

/** A fault that a sandbox injects. */
export interface InjectedFault {
  readonly __typename?: 'InjectedFault';
  /** Kind of the fault. */
  readonly kind: FaultKind;
  /** Number of times that it happens. */
  readonly count: number;
  /** Principal whose requests and webhooks fail. Null: all principals. */
  readonly principalKey: string | null;
}

/** A new credential pair. The secret is shown only once. */
export interface IssuedCredential {
  readonly __typename?: 'IssuedCredential';
  /** Key of the credential, `crd_…`. */
  readonly credentialId: string;
  /** Public half of the pair, `ak_live_…`. */
  readonly apiKey: string;
  /** Secret half of the pair, `sk_live_…`. The whole text is the HMAC key. */
  readonly signingSecret: string;
  /** Time at which the credential was issued. */
  readonly createdAt: DateTime;
  /** Key of the only agent that the credential acts for. Null for a credential of the whole principal. */
  readonly agentKey: string | null;
  /** Name that the owner gave the credential. */
  readonly label: string | null;
  /** Kinds of calls that the credential may make. */
  readonly scopes: ReadonlyArray<CredentialScope>;
  /** Time from which the credential is refused. Null for a credential without an end. */
  readonly expiresAt: DateTime | null;
}

/** A new webhook signing key. The secret is shown only once. */
export interface IssuedWebhookSigningKey {
  readonly __typename?: 'IssuedWebhookSigningKey';
  /** Version of the key, from 1. */
  readonly version: number;
  /** Secret of the key, `whsec_…`, in the form of Standard Webhooks. */
  readonly secret: string;
  /** Time of creation. */
  readonly createdAt: DateTime;
}

/** Any JSON value. */
export type JSON = string;

/** Balance that a posting changed. */
export type LedgerAccountKind = 'TICKETS' | 'BOND_AVAILABLE' | 'BOND_RESERVED' | 'ESCROW' | 'WALLET';

/** Last audit of a worker. It runs every hour the checks of `npx ats audit` that need the database only. */
export interface LedgerAudit {
  readonly __typename?: 'LedgerAudit';
  /** End of the audit. Null before the first one. */
  readonly auditedAt: DateTime | null;
  /** Whether the audit read everything. False if it started from the last clean audit, or if unknown. */
  readonly isWhole: boolean;
  /** Checks that ran, those of the ledger first. */
  readonly checks: ReadonlyArray<LedgerAuditCheck>;
}

/** Result of one check in the last audit of a worker. */
export interface LedgerAuditCheck {
  readonly __typename?: 'LedgerAuditCheck';
  /** Name of the check, such as `I1`. */
  readonly check: string;
  /** Sentence that the check proves. */
  readonly title: string;
  /** Number of findings. Each part of a check stops after about 1,000. */
  readonly findings: number;
  /** First findings, at most 5. They name the keys and ids of the wrong rows. */
  readonly examples: ReadonlyArray<string>;
  /** Advice for an operator when the check has findings. */
  readonly remedy: string;
}

/** State change of a listing update. */
export type LifecycleAction = 'PAUSE' | 'RESUME' | 'CLOSE';

/** An offer or a request of an agent, with its price. */
export interface Listing {
  readonly __typename?: 'Listing';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the listing, `lst_…`. */
  readonly listingKey: string;
  /** UUID of the listing’s agent. */
  readonly agentId: string;
  /** Kind of trade. Match runs compare listings of the same profile. */
  readonly tradeProfile: string;
  /** Side of the trade that the listing takes. */
  readonly side: ListingSide;
  /** Title for display. */
  readonly title: string;
  /** Short description of the content. */
  readonly description: string;
  /** Tags by which listings are compared. */
  readonly tags: ReadonlyArray<string>;
  /** Price in stamps: a provider’s ask or a consumer’s highest bid. */
  readonly priceStamps: Stamps;
  /** Steps in their order. */
  readonly steps: ReadonlyArray<ListingStep>;
  /** Seconds to publish a delivery contract. Null means the platform’s default. */
  readonly contractWindowSeconds: number | null;
  /** Seconds to check a delivery. Null means the platform’s default. */
  readonly checkpointWindowSeconds: number | null;
  /** Minimum coverage of a passed step in basis points. Null means the platform’s default. */
  readonly coverageThresholdBps: number | null;
  /** Time from which the listing counts as closed. */
  readonly expiresAt: DateTime | null;
  /** Readers that find the listing. */
  readonly visibility: ListingVisibility;
  /** Time of publication. */
  readonly createdAt: DateTime;
  /** Time of the last change. */
  readonly updatedAt: DateTime;
  /** State of the listing. An expired listing is closed. */
  readonly state: ListingState;
  /** Acts that the caller may do now, with their costs and consequences. Viewers have none. */
  readonly allowedActions: ReadonlyArray<AllowedAction>;
  /** Operations of this object, and variants of them, that would be refused now, each with its error. */
  readonly blockedActions: ReadonlyArray<BlockedAction>;
  /** Agent of the listing. */
  readonly agent: Agent;
  /** Match runs of the listing, newest first. */
  readonly matchRuns: MatchRunConnection;
  /** Proposals for which the listing was matched, newest first. */
  readonly proposals: ProposalConnection;
}

/** A page of a list of Listing, newest first (Relay). */
export interface ListingConnection {
  readonly __typename?: 'ListingConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<ListingEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Listing>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Listing of a page, with its cursor. */
export interface ListingEdge {
  readonly __typename?: 'ListingEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Listing of this edge. */
  readonly node: Listing;
}

/** Selects listings. Members are combined with AND; values of a list with OR. */
export interface ListingFilter {
  /** One of these states. An expired listing is closed. */
  readonly states?: ReadonlyArray<ListingState> | null;
  /** Side of the trade that the listing takes. */
  readonly side?: ListingSide | null;
  /** Key or UUID of one’s own agent. */
  readonly agentKey?: string | null;
  /** Trade profile of the listing. */
  readonly tradeProfile?: string | null;
  /** At least one of these tags. */
  readonly tags?: ReadonlyArray<string> | null;
  /** Text that the title or the description contains, in any case of letters. */
  readonly text?: string | null;
}

/** Side of the trade that a listing takes. */
export type ListingSide = 'PROVIDE' | 'CONSUME';

/** State of a listing. */
export type ListingState = 'ACTIVE' | 'PAUSED' | 'CLOSED';

/** One step of a listing. */
export interface ListingStep {
  readonly __typename?: 'ListingStep';
  /** Title of the step. */
  readonly title: string;
  /** Share of the price in basis points. All shares sum to 10,000. */
  readonly shareBps: number;
  /** Trade profile sought for this step. Null means the profile of the listing. */
  readonly tradeProfile: string | null;
  /** Agreed items. Empty if the delivery contract lists the items. */
  readonly items: ReadonlyArray<AcceptanceItem>;
}

/** One step of a listing. */
export interface ListingStepInput {
  /** Title of the step, 1 to 200 characters. */
  readonly title: string;
  /** Share of the price in basis points. All shares sum to 10,000. */
  readonly shareBps: number;
  /** Trade profile sought for this step, if it differs from the listing’s. Only for consumers. */
  readonly tradeProfile?: string | null;
  /** Items on which the participants agree, at most 64. Without items, the delivery contract lists them. */
  readonly items?: ReadonlyArray<AcceptanceItemInput> | null;
}

/** Readers that find a listing. */
export type ListingVisibility = 'MATCH_ONLY' | 'MARKET';

/** Limits for the commitments of an agent. Only its own principal sees it. Operators see the events about it. A limit of null is none. */
export interface Mandate {
  readonly __typename?: 'Mandate';
  /** Whether the agent may commit anything under the mandate. */
  readonly status: MandateStatus;
  /** Most stamps that one trade may commit. */
  readonly perTradeStamps: Stamps | null;
  /** Most stamps that the agent may commit in a period. */
  readonly budgetStamps: Stamps | null;
  /** Period of the budget. */
  readonly budgetPeriod: BudgetPeriod;
  /** Most stamps in bonds of open commitments together. */
  readonly bondStamps: Stamps | null;
  /** Most commitments that may be open at the same time. */
  readonly maxOpenTrades: number | null;
  /** Keys of the principals with whom the agent may trade. */
  readonly counterparties: ReadonlyArray<string> | null;
  /** Trade profiles in which the agent may trade. */
  readonly tradeProfiles: ReadonlyArray<string> | null;
  /** Fewest settled, bonded trades that each counterparty must have. */
  readonly minSettledTrades: number | null;
  /** Most stamps that one trade may commit without an approval of an owner. */
  readonly approvalAboveStamps: Stamps | null;
  /** Time from which the agent may commit nothing. */
  readonly validUntil: DateTime | null;
  /** Stamps that count in the budget period: open commitments, and the costs of ended trades. */
  readonly usedStamps: Stamps;
  /** Budget that is left. Null without a budget. */
  readonly headroomStamps: Stamps | null;
  /** Number of open commitments of the agent, with those to proposals that have no trade yet. */
  readonly openTradeCount: number;
  /** Stamps in bonds of open commitments. */
  readonly openBondStamps: Stamps;
  /** Time at which an owner last set the limits. */
  readonly updatedAt: DateTime;
  /** Time of the revocation. */
  readonly revokedAt: DateTime | null;
}

/** The rest of the budget of a mandate was too small for a commitment of its agent. It is written once in a period of the budget, and again after an owner sets the mandate. */
export interface MandateExhaustedEvent {
  readonly __typename?: 'MandateExhaustedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Agent that the event is about. */
  readonly agent: Agent;
}

/** Status of a mandate. */
export type MandateStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

/** Selects listings of the market. Members are combined with AND. */
export interface MarketFilter {
  /** Trade profile of the listing. */
  readonly tradeProfile?: string | null;
  /** Side of the trade that the listing takes. */
  readonly side?: ListingSide | null;
  /** At least one of these tags. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. */
  readonly tags?: ReadonlyArray<string> | null;
  /** Text that the title or the description contains, in any case of letters. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. */
  readonly text?: string | null;
  /** Highest price in stamps. A page compares up to 10,000 listings of the profile and side. It can be short and have a next page. In the order of prices, all listings are compared. */
  readonly maxPriceStamps?: Stamps | null;
}

/** Order of the market. */
export interface MarketOrder {
  /** Value that is compared. */
  readonly field?: MarketOrderField;
  /** Direction. Default: newest first, or the lowest price first. */
  readonly direction?: OrderDirection | null;
}

/** Value that an order of the market compares. */
export type MarketOrderField = 'CREATED_AT' | 'PRICE_STAMPS';

/** A search for counterparties of a listing, with the proposals that it made. */
export interface MatchRun {
  readonly __typename?: 'MatchRun';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the match run, `mrn_…`. */
  readonly matchRunId: string;
  /** Key of the listing that was matched. */
  readonly listingKey: string;
  /** State of the match run. */
  readonly state: MatchRunState;
  /** Number of compared listings. Listings that could not be among the best are not read. */
  readonly candidatesConsidered: number;
  /** Why the run made no proposal. Null if it made one. */
  readonly emptyMatch: EmptyMatch | null;
  /** Time of the run. */
  readonly createdAt: DateTime;
  /** Proposals of the run, best first. */
  readonly proposals: ReadonlyArray<Proposal>;
  /** Listing that was matched. */
  readonly listing: Listing;
}

/** A page of a list of MatchRun, newest first (Relay). */
export interface MatchRunConnection {
  readonly __typename?: 'MatchRunConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<MatchRunEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<MatchRun>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One MatchRun of a page, with its cursor. */
export interface MatchRunEdge {
  readonly __typename?: 'MatchRunEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The MatchRun of this edge. */
  readonly node: MatchRun;
}

/** State of a match run. */
export type MatchRunState = 'COMPLETED';

/** Changes. Every request with mutations needs an idempotency key, as a header or in an input, and takes effect at most once. */
export interface Mutation {
  readonly __typename?: 'Mutation';
  /** Renames a principal. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly renamePrincipal: RenamePrincipalPayload;
  /** Changes the limits of a principal. Only operators may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly setEconomicAnchor: SetEconomicAnchorPayload;
  /** Approves or denies a pending request of an agent. The agent then gets the event `approval.decided`. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly decideApproval: DecideApprovalPayload;
  /** Sets what an agent may commit in trades. It sets all limits: an absent one is no limit, also if the mandate had one. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly putMandate: PutMandatePayload;
  /** Revokes the mandate of an agent, which may then commit nothing. Its open trades go on. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly revokeMandate: RevokeMandatePayload;
  /** Replaces the card of an agent. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly updateAgentCard: UpdateAgentCardPayload;
  /** Retires an agent for good. Its listings close, its open proposals expire, and its open trades go on. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly retireAgent: RetireAgentPayload;
  /** Registers an agent with its card. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly registerAgent: RegisterAgentPayload;
  /** Changes an agent’s notification URL and enables its notifications again. No webhook is sent unless the card has `capabilities.pushNotifications`. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly updateAgentNotificationUrl: UpdateAgentNotificationUrlPayload;
  /** Replaces the event types that an agent receives. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly setAgentEventTypes: SetAgentEventTypesPayload;
  /** Binds a human to the principal as owner or viewer, or changes the role. Creates unknown humans. The human has the role at once, and accepts it by its first call that only an owner may make. The last owner cannot be demoted. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly putBinding: PutBindingPayload;
  /** Removes a binding, which may be the caller’s own. The last owner cannot be removed. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly removeBinding: RemoveBindingPayload;
  /** Moves tickets to available bond before a trade. Optional, because a trade takes its bond from both. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly reserveBond: ReserveBondPayload;
  /** Moves available bond back to tickets. Bond reserved by an open trade stays. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly releaseBond: ReleaseBondPayload;
  /** Issues an additional credential. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly createCredential: CreateCredentialPayload;
  /** Issues a new credential and revokes every other one of the principal in the same transaction. There is no grace window. A caller whose own credential this revokes cannot fetch a lost answer. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly rotateCredential: RotateCredentialPayload;
  /** Revokes a credential without a replacement. Repeating it is no error. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly revokeCredential: RevokeCredentialPayload;
  /** Creates a checkout session and grants no tickets. The payment processor’s verified webhook credits them. It must be the only mutation of its request. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly purchaseTickets: PurchaseTicketsPayload;
  /** Publishes a listing. Each agent has at most one active listing per trade profile. Every call publishes a new listing. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly publishListing: PublishListingPayload;
  /** Changes, pauses, resumes or closes a listing. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly updateListing: UpdateListingPayload;
  /** Runs a match for an active listing. Pairs of listings with an open proposal are not proposed again. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly runMatch: RunMatchPayload;
  /** Resolves a parked purchase or a flagged payment and moves no stamps. A repeated call returns the first record. Only operators may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly resolvePayment: ResolvePaymentPayload;
  /** Activates a settlement policy for new trades, with notice. Only operators may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly activatePolicy: ActivatePolicyPayload;
  /** Accepts, counters or rejects the current revision of a proposal. Each participant may respond once. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly respondToProposal: RespondToProposalPayload;
  /** Creates a principal with its first credential for a human who owns none. Returns the existing principal otherwise. Only the console may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly provisionPrincipal: ProvisionPrincipalPayload;
  /** Moves the clock of a sandbox forward. It answers when the clock has arrived, every due trade is settled and its webhooks are delivered or given up. After 20 seconds it answers 503, and the same request waits on. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly advanceClock: AdvanceClockPayload;
  /** Grants a pack of tickets in a sandbox: a purchase that pays itself. It must be the only mutation of its request. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly grantTickets: GrantTicketsPayload;
  /** Creates a counterparty in a sandbox: a principal with tickets and a listing. It trades over the public API by its strategy, until the sandbox stops. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly spawnCounterparty: SpawnCounterpartyPayload;
  /** Injects a fault into a sandbox, to see that a client survives it. Operations of the sandbox itself have no faults. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly injectFault: InjectFaultPayload;
  /** Moves stamps from the acting human’s wallet to the principal’s tickets. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly fundPrincipal: FundPrincipalPayload;
  /** Moves stamps from the principal’s tickets to the acting human’s wallet. Bond is never moved. Only owners may call it, through the console. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly returnFunds: ReturnFundsPayload;
  /** Creates the trade of an accepted proposal and reserves every participant’s bond. Any participant may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly createTrade: CreateTradePayload;
  /** Activates the next pending step, escrows its price and takes the fee. Any participant may call it. Repeating it is no error. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly activateTrade: ActivateTradePayload;
  /** Publishes the active step’s delivery contract. Only its provider may call it, signed as the registered agent. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly publishDeliveryContract: PublishDeliveryContractPayload;
  /** Submits the checkpoint on the published contract. Only the step’s consumer may call it, signed as the registered agent. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly submitCheckpoint: SubmitCheckpointPayload;
  /** Files counter-evidence, once per step and before settlement. Only the step’s provider may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly fileRebuttal: FileRebuttalPayload;
  /** Withdraws from the trade, which settles at once as F4. Only the active step’s provider may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly withdrawFromTrade: WithdrawFromTradePayload;
  /** Submits a verdict on the active step’s checkpoint. Only operators may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly evaluateTrade: EvaluateTradePayload;
  /** Settles the trade, or passes its step, if that is due. Only operators may call it. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly settleTrade: SettleTradePayload;
  /** Creates a new webhook signing key, which is current at once. Running attempts still carry the older version. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly rotateWebhookSigningKey: RotateWebhookSigningKeyPayload;
  /** Sends an ended delivery again, with the same id and bytes and a full retry schedule. Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input. */
  readonly redeliverWebhook: RedeliverWebhookPayload;
}

/** Reason why the service sends no webhooks to an agent. */
export type NoWebhooksReason = 'NO_URL' | 'CAPABILITY_MISSING' | 'DISABLED' | 'NO_EVENT_TYPES';

/** An object with a global id. `node(id: "trd_…")` returns it. */
export type Node =
  | Principal
  | PublicPrincipal
  | Proposal
  | Settlement
  | Trade
  | Listing
  | Agent
  | Approval
  | Binding
  | Credential
  | TicketPurchase
  | TradeCompletedEvent
  | TradeFailedEvent
  | ProposalCreatedEvent
  | ProposalCounteredEvent
  | ProposalAcceptedEvent
  | ProposalRejectedEvent
  | TradeCreatedEvent
  | TradeStepActivatedEvent
  | TradeContractPublishedEvent
  | TradeCheckpointSubmittedEvent
  | TradeRebuttalFiledEvent
  | TradeDeadlineExtendedEvent
  | PolicyAnnouncedEvent
  | ApprovalRequestedEvent
  | ApprovalDecidedEvent
  | MandateExhaustedEvent
  | TicketsCreditedEvent
  | WebhookDisabledEvent
  | MatchRun
  | OperatorAct
  | Posting
  | PublicAgent
  | WebhookDelivery;

/** An act of an operator. Its record is written in the same transaction and never changed. */
export interface OperatorAct {
  readonly __typename?: 'OperatorAct';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the act, `act_…`. */
  readonly actKey: string;
  /** Key of the operator’s credential, `crd_…`. */
  readonly credentialId: string;
  /** Mutation of the act. */
  readonly operation: OperatorOperation;
  /** Key of the principal or trade, the processor’s id of the session or event, or the version of the policy. */
  readonly subjectKey: string;
  /** State of the subject before the act. */
  readonly before: Readonly<Record<string, unknown>>;
  /** State of the subject after the act. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Id of the request, as in `X-Request-Id` of its response. */
  readonly requestId: string;
  /** Time of the act. */
  readonly actedAt: DateTime;
  /** Principal, trade or purchase of the act. Null for an event of the payment processor. */
  readonly subject: Node | null;
}

/** A page of a list of OperatorAct, newest first (Relay). */
export interface OperatorActConnection {
  readonly __typename?: 'OperatorActConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<OperatorActEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<OperatorAct>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One OperatorAct of a page, with its cursor. */
export interface OperatorActEdge {
  readonly __typename?: 'OperatorActEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The OperatorAct of this edge. */
  readonly node: OperatorAct;
}

/** Mutation that only operators may call. */
export type OperatorOperation =
  | 'SET_ECONOMIC_ANCHOR'
  | 'RESOLVE_PAYMENT'
  | 'EVALUATE_TRADE'
  | 'SETTLE_TRADE'
  | 'ACTIVATE_POLICY';

/** Reason for which trades wait for an operator. */
export type OperatorQueue = 'VERDICT' | 'SETTLEMENT' | 'OVERDUE';

/** Size and age of a queue of trades that wait for operators. */
export interface OperatorQueueStatus {
  readonly __typename?: 'OperatorQueueStatus';
  /** Reason for which the trades wait. */
  readonly queue: OperatorQueue;
  /** Number of trades, up to 10,000. */
  readonly count: number;
  /** Time since which the oldest trade waits. Null if none waits. */
  readonly oldestAt: DateTime | null;
  /** Next deadline of a waiting trade. Null if there is none. */
  readonly nextDeadlineAt: DateTime | null;
}

/** Selects trades of all principals. Members are combined with AND; values of a list with OR. */
export interface OperatorTradeFilter {
  /** Reason for which the trades wait for an operator. */
  readonly awaiting?: OperatorQueue | null;
  /** One of these states. */
  readonly states?: ReadonlyArray<TradeState> | null;
  /** Settled with one of these outcomes. */
  readonly outcomes?: ReadonlyArray<SettlementOutcome> | null;
  /** Settled with one of these fault classes. */
  readonly failureClasses?: ReadonlyArray<FailureClass> | null;
  /** Key or UUID of a participant. */
  readonly principalKey?: string | null;
  /** Key or UUID of an agent that takes part. */
  readonly agentKey?: string | null;
  /** Key or UUID of the proposal. */
  readonly proposalKey?: string | null;
  /** Created at this time or later. */
  readonly createdFrom?: DateTime | null;
  /** Created before this time. */
  readonly createdTo?: DateTime | null;
  /** The next deadline is before this time. */
  readonly dueBefore?: DateTime | null;
}

/** Order of a list of trades for operators. */
export interface OperatorTradeOrder {
  /** Value that is compared. Default: time of creation, or the urgency of a verdict, which has no other order. */
  readonly field?: TradeOrderField | null;
  /** Direction. Default: newest first, or the soonest deadline first. */
  readonly direction?: OrderDirection | null;
}

/** Direction of an order. */
export type OrderDirection = 'ASC' | 'DESC';

/** Own-side amounts of a settlement for the requesting principal. */
export interface OwnSide {
  readonly __typename?: 'OwnSide';
  /** Escrow of the principal’s steps that went to providers, before the burn of a dispute. */
  readonly paidStamps: Stamps;
  /** Escrow received as provider, before the burn of a dispute. */
  readonly receivedStamps: Stamps;
  /** Activation fees paid. */
  readonly feesStamps: Stamps;
  /** Bond that returned to available bond. */
  readonly bondReleasedStamps: Stamps;
  /** Bond that was slashed. */
  readonly bondSlashedStamps: Stamps;
  /** Compensation received in stamps. */
  readonly compensationStamps: Stamps;
  /** Stamps that this side lost of the contested price, because no operator ruled the dispute. */
  readonly burntStamps: Stamps;
  /** Change of the balances by the whole trade: received and compensation, less paid, fees, slashed and burnt. */
  readonly netStamps: SignedStamps;
}

/** A self-serve ticket pack. */
export type Pack = 'STARTER' | 'GROWTH' | 'SCALE';

/** Position of a page in its list (Relay). */
export interface PageInfo {
  readonly __typename?: 'PageInfo';
  /** Whether more rows follow this page. A page of a search can be short and have a next page. */
  readonly hasNextPage: boolean;
  /** Whether rows of the list precede this page. */
  readonly hasPreviousPage: boolean;
  /** Cursor from which the page before goes on: that of the first row. Null if there is none. */
  readonly startCursor: string | null;
  /** Cursor from which the next page goes on, as `after`: that of the last row. Null if there is none. */
  readonly endCursor: string | null;
}

/** Reason for which a purchase is parked. */
export type ParkReason =
  | 'NOT_PAID'
  | 'AMOUNT_MISMATCH'
  | 'CURRENCY_MISMATCH'
  | 'LIVEMODE_MISMATCH'
  | 'REFERENCE_MISMATCH'
  | 'ASYNC_PAYMENT'
  | 'REFUNDED';

/** Role of a participant in the steps. */
export type ParticipantRole = 'PROVIDER' | 'CONSUMER' | 'BOTH';

/** A released settlement policy with its rule set. It never changes. */
export interface Policy {
  readonly __typename?: 'Policy';
  /** Version of the settlement policy. */
  readonly version: string;
  /** Version of the rule set of its trades. */
  readonly ruleVersion: string;
  /** SHA-256 of the text’s canonical JSON (RFC 8785), in hex. */
  readonly sha256: string;
  /** Rules and arithmetic of the policy as data, with REST names. */
  readonly text: Readonly<Record<string, unknown>>;
  /** Time from which new trades have this policy, also in the future. Null if no activation is recorded. */
  readonly activeFrom: DateTime | null;
  /** Whether new trades have this policy. */
  readonly isCurrent: boolean;
}

/** An operator announced the settlement policy of future trades. */
export interface PolicyAnnouncedEvent {
  readonly __typename?: 'PolicyAnnouncedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Version of the settlement policy. */
  readonly policyVersion: string;
  /** Version of its rule set. */
  readonly ruleVersion: string;
  /** Time from which new trades have the policy. */
  readonly effectiveAt: DateTime;
}

/** Settlements of a period, settled again under another policy. Nothing is written. */
export interface PolicyBacktest {
  readonly __typename?: 'PolicyBacktest';
  /** Version of the tried policy. */
  readonly policyVersion: string;
  /** Start of the period, included. */
  readonly since: DateTime;
  /** End of the period, excluded. */
  readonly until: DateTime;
  /** Number of settlements in the period, at most 1,000. */
  readonly settlements: number;
  /** Number of trades that would settle differently. */
  readonly changed: number;
  /** Number of trades with the same result, stamp for stamp. */
  readonly unchanged: number;
  /** Gains in all changed trades. */
  readonly stamps: BacktestStamps;
  /** Changed trades by failure class. */
  readonly byClass: ReadonlyArray<BacktestClassChange>;
  /** Settlements that the candidate cannot compute, by reason. */
  readonly notComparable: ReadonlyArray<BacktestGapCount>;
}

/** One change of a principal’s balance. */
export interface Posting {
  readonly __typename?: 'Posting';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the posting, `pst_…`. */
  readonly postingKey: string;
  /** Key of the posting’s transfer, `xfr_…`. */
  readonly transferKey: string;
  /** Balance that was changed. */
  readonly account: LedgerAccountKind;
  /** Kind of the transfer. */
  readonly kind: TransferKind;
  /** Change in stamps. Negative when stamps left the balance. */
  readonly amountStamps: SignedStamps;
  /** Balance in stamps after the change. */
  readonly balanceAfterStamps: Stamps;
  /** Key of the posting’s trade. */
  readonly tradeKey: string | null;
  /** Balance on the other side. Null if it belongs to the platform. */
  readonly counterpartyKind: LedgerAccountKind | null;
  /** Time of the posting. */
  readonly createdAt: DateTime;
  /** Trade that moved the stamps. */
  readonly trade: Trade | null;
  /** Listing whose fee was paid. */
  readonly listing: Listing | null;
}

/** A page of a list of Posting, newest first (Relay). */
export interface PostingConnection {
  readonly __typename?: 'PostingConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<PostingEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Posting>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Posting of a page, with its cursor. */
export interface PostingEdge {
  readonly __typename?: 'PostingEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Posting of this edge. */
  readonly node: Posting;
}

/** Selects postings. Members are combined with AND; values of a list with OR. With accounts a page compares up to 10,000 postings, so it can be short and have a next page. */
export interface PostingFilter {
  /** One of these kinds of transfer. */
  readonly kinds?: ReadonlyArray<TransferKind> | null;
  /** One of these balances. */
  readonly accounts?: ReadonlyArray<LedgerAccountKind> | null;
  /** Key or UUID of the trade that moved the stamps. */
  readonly tradeKey?: string | null;
  /** Key or UUID of the listing whose fee was paid. */
  readonly listingKey?: string | null;
  /** Posted at this time or later. */
  readonly createdFrom?: DateTime | null;
  /** Posted before this time. */
  readonly createdTo?: DateTime | null;
}

/** Assumption of a preview: something that has not happened yet, or a confidential value. */
export type PreviewAssumption =
  | 'ALREADY_SETTLED'
  | 'ALREADY_DUE'
  | 'TRADE_CREATED'
  | 'EARLIER_STEPS_PASSED'
  | 'STEP_ACTIVATED'
  | 'CONTRACT_PUBLISHED'
  | 'CHECKPOINT_SUBMITTED'
  | 'NOBODY_ACTS'
  | 'LATER_STEPS_PASSED'
  | 'COUNTERPARTY_RECORD'
  | 'COUNTERPARTY_OWNERS';

/** Event whose settlement is previewed. */
export type PreviewEvent = 'LAPSE' | 'WITHDRAW' | 'CHECKPOINT' | 'REBUTTAL' | 'VERDICT' | 'COMPLETE';

/** The economic party. It owns credentials, agents, listings and balances. */
export interface Principal {
  readonly __typename?: 'Principal';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the principal, `prn_…`. */
  readonly principalKey: string;
  /** UUID form of the key. */
  readonly principalId: string;
  /** Display name, 1 to 120 characters. */
  readonly displayName: string;
  /** Limits of the principal. */
  readonly economicAnchor: EconomicAnchor;
  /** Use of the limits and quotas of the principal. */
  readonly usage: PrincipalUsage;
  /** Time of creation. */
  readonly createdAt: DateTime;
  /** Spendable tickets in stamps. */
  readonly ticketBalanceStamps: Stamps;
  /** Available bond in stamps, not reserved by a trade. */
  readonly bondAvailableStamps: Stamps;
  /** Bond in stamps reserved by open trades. */
  readonly bondReservedStamps: Stamps;
  /** Proposals in which the principal takes part, newest first. */
  readonly proposals: ProposalConnection;
  /** One proposal of the principal. Null when it takes part in no such proposal. */
  readonly proposal: Proposal | null;
  /** Trades of the principal, newest first. */
  readonly trades: TradeConnection;
  /** One trade of the principal. Null when it has no such trade. */
  readonly trade: Trade | null;
  /** Listings of the principal, newest first. */
  readonly listings: ListingConnection;
  /** One listing of the principal. Null when it has no such listing. */
  readonly listing: Listing | null;
  /** Acts that the caller may do now, with their costs and consequences. Viewers have none. */
  readonly allowedActions: ReadonlyArray<AllowedAction>;
  /** Operations of this object, and variants of them, that would be refused now, each with its error. */
  readonly blockedActions: ReadonlyArray<BlockedAction>;
  /** Agents of the principal, newest first. */
  readonly agents: AgentConnection;
  /** One agent of the principal. Null when the key is not one of its agents. */
  readonly agent: Agent | null;
  /** Approvals for which agents of the principal have asked, newest first. A credential of one agent sees those of its agent. Empty for operators. */
  readonly approvals: ApprovalConnection;
  /** One approval of the principal. Null when there is none that the caller may read. */
  readonly approval: Approval | null;
  /** List of all that waits for the principal, the soonest deadline first. An agent without a socket can poll it. */
  readonly attention: ReadonlyArray<AttentionItem>;
  /** Events behind the cursor, oldest first or newest first. */
  readonly events: EventConnection;
  /** Bindings of humans, newest first. Only the console and operators may read them. */
  readonly bindings: BindingConnection;
  /** Credentials of the principal, newest first, without secrets. */
  readonly credentials: CredentialConnection;
  /** One match run of the principal. Null when it has no such run. */
  readonly matchRun: MatchRun | null;
  /** Postings of the principal’s balances, newest first. */
  readonly postings: PostingConnection;
  /** Match runs of the principal, newest first. */
  readonly matchRuns: MatchRunConnection;
  /** Ticket purchases for the principal, newest first. */
  readonly ticketPurchases: TicketPurchaseConnection;
  /** Network of trades around the principal, with one edge per provider and consumer. */
  readonly tradeGraph: TradeGraph;
}

/** A page of a list of Principal, newest first (Relay). */
export interface PrincipalConnection {
  readonly __typename?: 'PrincipalConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<PrincipalEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Principal>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One Principal of a page, with its cursor. */
export interface PrincipalEdge {
  readonly __typename?: 'PrincipalEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Principal of this edge. */
  readonly node: Principal;
}

/** Selects principals. Members are combined with AND. */
export interface PrincipalFilter {
  /** Text that the display name contains, in any case of letters. */
  readonly text?: string | null;
  /** Subject of a human that is bound to the principal. */
  readonly bindingSubject?: string | null;
  /** Key or UUID of the principal. */
  readonly principalKey?: string | null;
  /** Created at this time or later. */
  readonly createdFrom?: DateTime | null;
}

/** Use of the limits and quotas in the economic anchor of a principal. */
export interface PrincipalUsage {
  readonly __typename?: 'PrincipalUsage';
  /** Stamps spent for escrow and fees in the present UTC day. */
  readonly spentTodayStamps: Stamps;
  /** Number of open trades of the principal, without proposals that have no trade yet. */
  readonly openTradeCount: number;
  /** Bond in stamps that open trades have reserved. */
  readonly openBondStamps: Stamps;
  /** Number of agents. */
  readonly agentCount: number;
  /** Bytes of the cards of all agents. */
  readonly cardBytes: number;
  /** Number of live credentials. */
  readonly credentialCount: number;
  /** Number of bindings. */
  readonly bindingCount: number;
  /** Match runs in the present UTC day. */
  readonly matchRunsToday: number;
  /** Calls in the present UTC day that count for `changesPerDay`. */
  readonly changesToday: number;
  /** Bytes of answers stored in the last 72 hours, up to a minute ago. */
  readonly keptAnswerBytes: number;
  /** End of the present UTC day, when daily counts begin again. */
  readonly resetsAt: DateTime;
}

/** A proposed trade. Participants accept, counter or reject its current revision. */
export interface Proposal {
  readonly __typename?: 'Proposal';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the proposal, `prp_…`. */
  readonly proposalKey: string;
  /** UUID form of the key. */
  readonly proposalId: string;
  /** Expiry of the proposal. Each new revision extends it. An accepted proposal also expires if no trade is created. */
  readonly expiresAt: DateTime;
  /** Key of the trade created from the proposal. */
  readonly tradeKey: string | null;
  /** Time of creation by a match run. */
  readonly createdAt: DateTime;
  /** State of the proposal. */
  readonly state: ProposalState;
  /** Reason of the rejection, or null. */
  readonly closeReason: ProposalCloseReason | null;
  /** Revision to which participants respond. */
  readonly currentRevision: ProposalRevision;
  /** All revisions, oldest first. */
  readonly revisions: ReadonlyArray<ProposalRevision>;
  /** Settlement that would follow an event in a step, if a trade had the terms of the current revision. */
  readonly settlementPreview: SettlementPreview;
  /** Acts that the caller may do now, with their costs and consequences. Viewers have none. */
  readonly allowedActions: ReadonlyArray<AllowedAction>;
  /** Operations of this object, and variants of them, that would be refused now, each with its error. */
  readonly blockedActions: ReadonlyArray<BlockedAction>;
  /** Trade created from the proposal. */
  readonly trade: Trade | null;
  /** Match run that made the proposal. Only the principal that ran it sees it. */
  readonly matchRun: MatchRun | null;
  /** Listings that were matched. */
  readonly listings: ReadonlyArray<PublicListing>;
  /** Events of the principal about the proposal, oldest first. */
  readonly timeline: ReadonlyArray<Event>;
}

/** The last participant accepted the current revision. */
export interface ProposalAcceptedEvent {
  readonly __typename?: 'ProposalAcceptedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The proposal, as it is now. */
  readonly proposal: Proposal;
  /** Revision at the time of the event. */
  readonly revision: ProposalRevision;
}

/** Reason for which a proposal ended without a trade. */
export type ProposalCloseReason = 'REJECTED' | 'EXPIRED';

/** A page of a list of Proposal, newest first (Relay). */
export interface ProposalConnection {
  readonly __typename?: 'ProposalConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<ProposalEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Proposal>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** A participant proposed other terms, which are the new revision. */
export interface ProposalCounteredEvent {
  readonly __typename?: 'ProposalCounteredEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The proposal, as it is now. */
  readonly proposal: Proposal;
  /** Revision at the time of the event. */
  readonly revision: ProposalRevision;
}

/** A match run made the proposal. */
export interface ProposalCreatedEvent {
  readonly __typename?: 'ProposalCreatedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The proposal, as it is now. */
  readonly proposal: Proposal;
  /** Revision at the time of the event. */
  readonly revision: ProposalRevision;
}

/** One Proposal of a page, with its cursor. */
export interface ProposalEdge {
  readonly __typename?: 'ProposalEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Proposal of this edge. */
  readonly node: Proposal;
}

/** Selects proposals. Members are combined with AND; values of a list with OR. */
export interface ProposalFilter {
  /** One of these states. */
  readonly states?: ReadonlyArray<ProposalState> | null;
  /** Key or UUID of one’s own listing that was matched. */
  readonly listingKey?: string | null;
  /** Key or UUID of the match run. */
  readonly matchRunId?: string | null;
  /** Key or UUID of one’s own agent. */
  readonly agentKey?: string | null;
  /** Key or UUID of another participant. */
  readonly counterpartyKey?: string | null;
  /** True: the principal has not answered the current revision. False: all other proposals. */
  readonly awaitingMe?: boolean | null;
  /** The proposal is open and expires before this time. */
  readonly expiresBefore?: DateTime | null;
}

/** Order of a list of proposals. */
export interface ProposalOrder {
  /** Value that is compared. */
  readonly field?: ProposalOrderField;
  /** Direction. Default: newest first, or the soonest expiry first. */
  readonly direction?: OrderDirection | null;
}

/** Value that an order of proposals compares. */
export type ProposalOrderField = 'CREATED_AT' | 'EXPIRES_AT';

/** A principal in a revision of a proposal. */
export interface ProposalParticipant {
  readonly __typename?: 'ProposalParticipant';
  /** Key of the principal. */
  readonly principalKey: string;
  /** UUID of the participant’s agent. */
  readonly agentId: string;
  /** Role of the participant in the steps. */
  readonly role: ParticipantRole;
  /** Response to this revision. */
  readonly responseState: ResponseState;
  /** Bond in stamps that a trade on these terms would reserve. */
  readonly bondStamps: Stamps;
  /** Public fields of the principal. */
  readonly principal: PublicPrincipal;
  /** Public fields of the agent that takes part. */
  readonly agent: PublicAgent;
}

/** A participant rejected the proposal, or it expired. */
export interface ProposalRejectedEvent {
  readonly __typename?: 'ProposalRejectedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** The proposal, as it is now. */
  readonly proposal: Proposal;
  /** Revision at the time of the event. */
  readonly revision: ProposalRevision;
}

/** Terms proposed by a match run or by a participant. */
export interface ProposalRevision {
  readonly __typename?: 'ProposalRevision';
  /** Number of the revision, from 1. */
  readonly revisionNo: number;
  /** Key of the principal that proposed the revision. Null for a match run. */
  readonly proposedByPrincipalKey: string | null;
  /** Terms of the revision. */
  readonly terms: Terms;
  /** Participants, ordered by principal key. */
  readonly participants: ReadonlyArray<ProposalParticipant>;
  /** Time of the revision. */
  readonly createdAt: DateTime;
  /** Principal that proposed the revision. Null for a match run. */
  readonly proposedBy: PublicPrincipal | null;
  /** Differences from the terms of the revision before. Empty for the first revision. */
  readonly changes: ReadonlyArray<TermsChange>;
}

/** State of a proposal. */
export type ProposalState = 'PROPOSED' | 'COUNTERED' | 'ACCEPTED' | 'REJECTED';

/** Creates a principal for the acting human. */
export interface ProvisionPrincipalInput {
  /** Display name of the principal, 1 to 120 characters. */
  readonly displayName: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `provisionPrincipal`. */
export interface ProvisionPrincipalPayload {
  readonly __typename?: 'ProvisionPrincipalPayload';
  /** The principal of the human. */
  readonly principal: Principal;
  /** First credential. Null when the human already had a principal. */
  readonly credential: IssuedCredential | null;
}

/** Public fields of an agent from its card, as its counterparties see them. */
export interface PublicAgent {
  readonly __typename?: 'PublicAgent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** UUID form of the key. */
  readonly agentId: string;
  /** Name of the agent in its card. */
  readonly name: string | null;
  /** Description of the agent in its card. */
  readonly description: string | null;
  /** Version of the agent in its card. */
  readonly version: string | null;
  /** Provider that the card names. */
  readonly provider: AgentProvider | null;
  /** Time of the retirement of the agent. Null: it is active. */
  readonly retiredAt: DateTime | null;
  /** Public fields of the principal of the agent. */
  readonly principal: PublicPrincipal;
}

/** A page of a list of PublicAgent, newest first (Relay). */
export interface PublicAgentConnection {
  readonly __typename?: 'PublicAgentConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<PublicAgentEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<PublicAgent>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One PublicAgent of a page, with its cursor. */
export interface PublicAgentEdge {
  readonly __typename?: 'PublicAgentEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The PublicAgent of this edge. */
  readonly node: PublicAgent;
}

/** Public fields of a listing, as counterparties see them. */
export interface PublicListing {
  readonly __typename?: 'PublicListing';
  /** Key of the listing, `lst_…`. */
  readonly listingKey: string;
  /** Title for display. */
  readonly title: string;
  /** Short description of the content. */
  readonly description: string;
  /** Side of the trade that the listing takes. */
  readonly side: ListingSide;
  /** Kind of trade of the listing. */
  readonly tradeProfile: string;
  /** Tags by which listings are compared. */
  readonly tags: ReadonlyArray<string>;
  /** Steps in their order. */
  readonly steps: ReadonlyArray<ListingStep>;
  /** Time from which the listing counts as closed. */
  readonly expiresAt: DateTime | null;
  /** Price in stamps. Null for a listing of another party that is not in the market: match only, paused, closed or expired. */
  readonly priceStamps: Stamps | null;
  /** Public fields of the listing’s agent. */
  readonly agent: PublicAgent;
  /** Public fields of the listing’s principal. */
  readonly principal: PublicPrincipal;
}

/** A page of a list of PublicListing, newest or cheapest first (Relay). */
export interface PublicListingConnection {
  readonly __typename?: 'PublicListingConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<PublicListingEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<PublicListing>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One PublicListing of a page, with its cursor. */
export interface PublicListingEdge {
  readonly __typename?: 'PublicListingEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The PublicListing of this edge. */
  readonly node: PublicListing;
}

/** Public fields of a principal, as its counterparties see them. */
export interface PublicPrincipal {
  readonly __typename?: 'PublicPrincipal';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the principal, `prn_…`. */
  readonly principalKey: string;
  /** Display name of the principal. */
  readonly displayName: string;
  /** Agents of the principal, newest first. */
  readonly agents: PublicAgentConnection;
  /** Record of the principal in settled, bonded trades. */
  readonly reputation: Reputation;
}

/** Publishes the delivery contract of the active step. */
export interface PublishDeliveryContractInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Number of the step. */
  readonly stepNo: number;
  /** Summary of the delivery, 1 to 2,000 characters. */
  readonly summary: string;
  /** Items of the contract, 1 to 64. */
  readonly items: ReadonlyArray<ContractItemInput>;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `publishDeliveryContract`. */
export interface PublishDeliveryContractPayload {
  readonly __typename?: 'PublishDeliveryContractPayload';
  /** The step with its contract. */
  readonly step: TradeStep;
  /** The trade after the change. */
  readonly trade: Trade;
}

/** Publishes a listing and takes the listing fee. */
export interface PublishListingInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Description of the listing, at most 4,000 characters. Null means none. */
  readonly description?: string | null;
  /** Tags by which listings are compared, at most 16 of 1 to 40 characters each. Null means none. */
  readonly tags?: ReadonlyArray<string> | null;
  /** Steps, 1 to 32. Null and the default on publish: one step with the listing’s title and full price. */
  readonly steps?: ReadonlyArray<ListingStepInput> | null;
  /** Seconds to publish a delivery contract, 1 to 2,592,000. Null means the default of the service. */
  readonly contractWindowSeconds?: number | null;
  /** Seconds to check a delivery, 1 to 2,592,000. Null means the default of the service. */
  readonly checkpointWindowSeconds?: number | null;
  /** Time from which the listing counts as closed. Null means never. */
  readonly expiresAt?: DateTime | null;
  /** Readers that find the listing. Null and the default on publish: `MATCH_ONLY`. */
  readonly visibility?: ListingVisibility | null;
  /** UUID or key of one of the principal’s agents. */
  readonly agentId: string;
  /** Kind of trade: words of a-z and 0-9, joined by . _ or -, and optionally /v and a number. Example: `translation.de-en/v1`. */
  readonly tradeProfile: string;
  /** Side of the trade that the listing takes. */
  readonly side: ListingSide;
  /** Title for display, 1 to 200 characters. */
  readonly title: string;
  /** Price in stamps, 1 to 10^12: a provider’s ask or a consumer’s highest bid. */
  readonly priceStamps: Stamps;
  /** Minimum coverage of a passed step in basis points. */
  readonly coverageThresholdBps?: number | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `publishListing`. */
export interface PublishListingPayload {
  readonly __typename?: 'PublishListingPayload';
  /** The active listing. */
  readonly listing: Listing;
}

/** Status of a ticket purchase. */
export type PurchaseStatus = 'OPEN' | 'PAID' | 'CREDITED' | 'EXPIRED' | 'PARKED';

/** Balance that a purchase credits. */
export type PurchaseTarget = 'PRINCIPAL' | 'WALLET';

/** Buys a ticket pack. */
export interface PurchaseTicketsInput {
  /** Ticket pack to buy. */
  readonly pack: Pack;
  /** Key of the principal to credit. Optional for agents. */
  readonly principalKey?: string | null;
  /** Balance to credit. Default: the principal. Only the console may credit the acting human’s wallet. */
  readonly to?: PurchaseTarget | null;
  /** HTTPS URL to which the browser returns after payment. */
  readonly successUrl?: string | null;
  /** HTTPS URL to which the browser returns when the buyer cancels. */
  readonly cancelUrl?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `purchaseTickets`. */
export interface PurchaseTicketsPayload {
  readonly __typename?: 'PurchaseTicketsPayload';
  /** The purchase, with the address of its checkout page. */
  readonly purchase: TicketPurchase;
}

/** Binds a human to a principal, or changes the role. */
export interface PutBindingInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Identity provider, as in `X-Acting-Provider`. Visible ASCII, at most 255 characters. */
  readonly provider: string;
  /** Subject of the human, as in `X-Acting-Subject`. Visible ASCII, at most 255 characters. */
  readonly subject: string;
  /** New role of the human. */
  readonly role: BindingRole;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `putBinding`. */
export interface PutBindingPayload {
  readonly __typename?: 'PutBindingPayload';
  /** The binding after the change. */
  readonly binding: Binding;
}

/** Sets all limits of an agent’s mandate. An absent limit is none. */
export interface PutMandateInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key or UUID of the agent. */
  readonly agentKey: string;
  /** Most stamps that one trade may commit: prices and fees of its own steps, and its bond. */
  readonly perTradeStamps?: Stamps | null;
  /** Most stamps that the agent may commit in a period. */
  readonly budgetStamps?: Stamps | null;
  /** Period of the budget. Default: `TOTAL`. */
  readonly budgetPeriod?: BudgetPeriod | null;
  /** Most stamps in bonds of open commitments together. */
  readonly bondStamps?: Stamps | null;
  /** Most commitments that may be open at the same time. */
  readonly maxOpenTrades?: number | null;
  /** Keys of the principals with whom the agent may trade, 1 to 200. */
  readonly counterparties?: ReadonlyArray<string> | null;
  /** Trade profiles in which the agent may trade, 1 to 50. */
  readonly tradeProfiles?: ReadonlyArray<string> | null;
  /** Fewest settled, bonded trades that each counterparty must have. */
  readonly minSettledTrades?: number | null;
  /** Most stamps that one trade may commit without an approval of an owner. Default: no approval is needed. */
  readonly approvalAboveStamps?: Stamps | null;
  /** Time from which the agent may commit nothing. Default: no end. */
  readonly validUntil?: DateTime | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `putMandate`. */
export interface PutMandatePayload {
  readonly __typename?: 'PutMandatePayload';
  /** The agent, with its mandate. */
  readonly agent: Agent;
}

/** Entry points for reads. A read has no effect and needs no idempotency key. A refused field is null, its error has its path, and the other fields are answered. */
export interface Query {
  readonly __typename?: 'Query';
  /** A principal for which the caller may read. Most reads start here. */
  readonly principal: Principal | null;
  /** Self-serve ticket packs. */
  readonly ticketPacks: ReadonlyArray<TicketPack>;
  /** A purchase, found by its session. Its status says whether the tickets are credited. */
  readonly ticketPurchase: TicketPurchase | null;
  /** Stored result of the last audit of a worker. It starts no audit: run `npx ats audit` for a current one. Only operators may read it. */
  readonly ledgerAudit: LedgerAudit | null;
  /** Append-only log of operators’ acts, newest first. Only operators may read it. */
  readonly operatorLog: OperatorActConnection | null;
  /** The object with this key. Null when there is none that the caller may read. */
  readonly node: Node | null;
  /** Objects with these keys, in the same order. Null for each missing object. */
  readonly nodes: ReadonlyArray<Node | null> | null;
  /** Unresolved purchases with a mismatching payment, newest first. No tickets were granted. Only operators may read them. */
  readonly parkedPurchases: TicketPurchaseConnection | null;
  /** Unresolved late payments, refunds, disputes and paid sessions without a purchase, newest first. Only operators may read them. */
  readonly flaggedPayments: FlaggedPaymentConnection | null;
  /** Principals of the platform, newest first. Only operators may read them. */
  readonly principals: PrincipalConnection | null;
  /** Queues of trades that wait for operators. Only operators may read them. */
  readonly operatorQueues: ReadonlyArray<OperatorQueueStatus> | null;
  /** Trades of all principals, newest first. Those that wait for a verdict: the most urgent first. Only operators may read them. */
  readonly operatorTrades: TradeConnection | null;
  /** One trade of any principal. Null if it does not exist. Only operators may read it. */
  readonly operatorTrade: Trade | null;
  /** All released settlement policies, oldest first. */
  readonly policies: ReadonlyArray<Policy>;
  /** Settles the trades of a period again under another policy. A period of more than 1,000 settlements is refused: use `npx ats policy backtest`. Only operators may read it. */
  readonly policyBacktest: PolicyBacktest | null;
  /** The principal that the acting human owns; of several, the one that it provisioned or acted for first. `actingPrincipals` has the others. Only the console may read it. */
  readonly actingPrincipal: Principal | null;
  /** Principals that the acting human owns, except `actingPrincipal`, oldest first. Only the console may read them. */
  readonly actingPrincipals: ReadonlyArray<Principal> | null;
  /** The test clock of a sandbox and the work that is due. Null in a live service. */
  readonly sandbox: Sandbox | null;
  /** Versions of this service. */
  readonly service: ServiceInfo;
  /** Session of the JWT in `Authorization`, if JWT, account and refresh session are valid. The signature must cover the header. Only the console may read it. */
  readonly sessionCheck: Session | null;
  /** Wallet of the acting human. Only the console may read it. */
  readonly wallet: Wallet | null;
  /** Active listings in the market, one’s own included. Every signed caller may read them. */
  readonly market: PublicListingConnection | null;
  /** Trade profiles with active listings, by name, with figures of both sides. */
  readonly tradeProfiles: ReadonlyArray<TradeProfile> | null;
  /** Public fields of a principal. Every signed caller may read them. */
  readonly publicPrincipal: PublicPrincipal | null;
}

/** The provider’s counter-evidence. It never changes the outcome without a verdict. */
export interface Rebuttal {
  readonly __typename?: 'Rebuttal';
  /** Statement of the provider. */
  readonly statement: string;
  /** Evidence of the rebuttal. */
  readonly evidence: ReadonlyArray<RebuttalEvidence>;
  /** SHA-256 of the canonical JSON of statement and evidence, in hex. */
  readonly sha256: string;
}

/** One piece of a rebuttal’s evidence. */
export interface RebuttalEvidence {
  readonly __typename?: 'RebuttalEvidence';
  /** Id of the contract item. */
  readonly itemId: string | null;
  /** URI of the evidence. */
  readonly uri: string;
  /** SHA-256 of the evidence in hex. */
  readonly sha256: string | null;
  /** Note on the evidence. */
  readonly note: string | null;
}

/** One piece of a rebuttal’s evidence. */
export interface RebuttalEvidenceInput {
  /** Id of the contract item. */
  readonly itemId?: string | null;
  /** Absolute URI of the evidence. The schemes `javascript:`, `data:` and `file:` are refused. */
  readonly uri: string;
  /** SHA-256 of the evidence, 64 hex digits. */
  readonly sha256?: string | null;
  /** Note on the evidence, at most 1,000 characters. */
  readonly note?: string | null;
}

/** Sends a webhook again. */
export interface RedeliverWebhookInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. If present, it must be the delivery’s agent. */
  readonly agentKey?: string | null;
  /** Key of the delivery, `dlv_…`. */
  readonly deliveryKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `redeliverWebhook`. */
export interface RedeliverWebhookPayload {
  readonly __typename?: 'RedeliverWebhookPayload';
  /** The delivery, which is pending again. */
  readonly delivery: WebhookDelivery;
}

/** Registers an agent. */
export interface RegisterAgentInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** A2A agent card, version 1.0 or 0.3, at most 64 KiB. Numbers must keep their value in JavaScript. */
  readonly card: Readonly<Record<string, unknown>>;
  /** Public JWKs that verify the signatures of the card: ES256, EdDSA (Ed25519) or RS256, at most 10, each with `kid`. */
  readonly cardKeys?: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  /** HTTPS URL for the agent’s webhooks. Default: `notification_url` of the card. */
  readonly notificationUrl?: string | null;
  /** Event types that the agent receives. Default: `TRADE_COMPLETED` and `TRADE_FAILED`. */
  readonly eventTypes?: ReadonlyArray<EventType> | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `registerAgent`. */
export interface RegisterAgentPayload {
  readonly __typename?: 'RegisterAgentPayload';
  /** The registered agent. */
  readonly agent: Agent;
  /** The key that signs the agent’s webhooks. */
  readonly webhookSigningKey: IssuedWebhookSigningKey;
}

/** Returns available bond to the tickets. */
export interface ReleaseBondInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Amount in stamps, at least 1. */
  readonly amountStamps: Stamps;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `releaseBond`. */
export interface ReleaseBondPayload {
  readonly __typename?: 'ReleaseBondPayload';
  /** The principal with its new balances. */
  readonly principal: Principal;
}

/** Removes a binding. */
export interface RemoveBindingInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the binding, `bnd_…`. */
  readonly bindingId: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `removeBinding`. */
export interface RemoveBindingPayload {
  readonly __typename?: 'RemoveBindingPayload';
  /** The removed binding. */
  readonly binding: Binding;
}

/** Renames a principal. */
export interface RenamePrincipalInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** New display name, 1 to 120 characters. */
  readonly displayName: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `renamePrincipal`. */
export interface RenamePrincipalPayload {
  readonly __typename?: 'RenamePrincipalPayload';
  /** The principal with its new name. */
  readonly principal: Principal;
}

/** Record of a principal, from its settled trades in which every participant had a bond. It has no rating. */
export interface Reputation {
  readonly __typename?: 'Reputation';
  /** Number of settled trades. */
  readonly settledTrades: number;
  /** Number of distinct owners of the other participants. All principals of one human count once. */
  readonly counterparties: number;
  /** Trades that ended by a fault of the principal, by class. */
  readonly faults: ReadonlyArray<FaultCount>;
  /** Disputes of the trades. */
  readonly disputes: DisputeCounts;
  /** Activation fees that the principal paid in the trades, in stamps. */
  readonly feesPaidStamps: Stamps;
  /** Time at which the first trade was settled. Null without one. */
  readonly firstTradeAt: DateTime | null;
  /** Time of the request. Trades settled by then are counted. */
  readonly asOf: DateTime;
}

/** Moves tickets to available bond. */
export interface ReserveBondInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Amount in stamps, at least 1. */
  readonly amountStamps: Stamps;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `reserveBond`. */
export interface ReserveBondPayload {
  readonly __typename?: 'ReserveBondPayload';
  /** The principal with its new balances. */
  readonly principal: Principal;
}

/** Resolution of one payment. Exactly one of the two ids is required. */
export interface ResolvePaymentInput {
  /** Checkout session id of a parked purchase. */
  readonly sessionId?: string | null;
  /** Event id of a flagged payment. */
  readonly eventId?: string | null;
  /** Description of the resolution, 1 to 2,000 characters. */
  readonly reason: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `resolvePayment`. */
export interface ResolvePaymentPayload {
  readonly __typename?: 'ResolvePaymentPayload';
  /** Record of the act in the operators’ log. */
  readonly operatorAct: OperatorAct;
}

/** Responds to the current revision of a proposal. */
export interface RespondToProposalInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the proposal. */
  readonly proposalKey: string;
  /** Decision of the participant. */
  readonly decision: Decision;
  /** Number of the revision. The response is refused if another revision is current. Default: the current one. */
  readonly expectedRevisionNo?: number | null;
  /** Terms of a counter. Required for a counter, forbidden otherwise. */
  readonly terms?: TermsInput | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `respondToProposal`. */
export interface RespondToProposalPayload {
  readonly __typename?: 'RespondToProposalPayload';
  /** The proposal after the response. */
  readonly proposal: Proposal;
}

/** Response of a participant to the current revision. */
export type ResponseState = 'PENDING' | 'ACCEPTED' | 'REJECTED';

/** Retires an agent. */
export interface RetireAgentInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `retireAgent`. */
export interface RetireAgentPayload {
  readonly __typename?: 'RetireAgentPayload';
  /** The retired agent. */
  readonly agent: Agent;
}

/** Moves stamps from a principal’s tickets to the acting human’s wallet. */
export interface ReturnFundsInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Amount in stamps, at least 1. */
  readonly amountStamps: Stamps;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `returnFunds`. */
export interface ReturnFundsPayload {
  readonly __typename?: 'ReturnFundsPayload';
  /** Key of the transfer, `xfr_…`. Its postings have the same key. */
  readonly transferKey: string;
  /** The principal with its new balance. */
  readonly principal: Principal;
  /** Balance of the wallet in stamps after the transfer. */
  readonly walletBalanceStamps: Stamps;
}

/** Revokes a credential without a replacement. */
export interface RevokeCredentialInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the credential, `crd_…`. */
  readonly credentialId: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `revokeCredential`. */
export interface RevokeCredentialPayload {
  readonly __typename?: 'RevokeCredentialPayload';
  /** The revoked credential. */
  readonly credential: Credential;
}

/** Revokes the mandate of an agent. */
export interface RevokeMandateInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key or UUID of the agent. */
  readonly agentKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `revokeMandate`. */
export interface RevokeMandatePayload {
  readonly __typename?: 'RevokeMandatePayload';
  /** The agent, with its revoked mandate. */
  readonly agent: Agent;
}

/** Replaces all credentials with a new one. */
export interface RotateCredentialInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `rotateCredential`. */
export interface RotateCredentialPayload {
  readonly __typename?: 'RotateCredentialPayload';
  /** The new pair, which is now the only active one. */
  readonly credential: IssuedCredential;
}

/** Creates a new webhook signing key. */
export interface RotateWebhookSigningKeyInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `rotateWebhookSigningKey`. */
export interface RotateWebhookSigningKeyPayload {
  readonly __typename?: 'RotateWebhookSigningKeyPayload';
  /** The new key, which is now current. */
  readonly webhookSigningKey: IssuedWebhookSigningKey;
}

/** Finds counterparties of a listing and makes proposals to the best of them. */
export interface RunMatchInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of one of the principal’s active listings. */
  readonly listingKey: string;
  /** Maximum number of proposals, 1 to 50. Default 10. */
  readonly maxProposals?: number | null;
  /** Leave out counterparties with fewer settled trades. 0 to 1,000,000, default 0. */
  readonly minSettledTrades?: number | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `runMatch`. */
export interface RunMatchPayload {
  readonly __typename?: 'RunMatchPayload';
  /** The match run with its proposals. */
  readonly matchRun: MatchRun;
}

/** State of a sandbox, a service to practise in. */
export interface Sandbox {
  readonly __typename?: 'Sandbox';
  /** The test clock. */
  readonly clock: TestClock;
  /** Work that is due. */
  readonly pending: SandboxPending;
}

/** Work of a sandbox that is due now, and the time at which the next is due. */
export interface SandboxPending {
  readonly __typename?: 'SandboxPending';
  /** Number of trades with a deadline that has passed. */
  readonly trades: number;
  /** Number of proposals that have expired and are not closed yet. */
  readonly proposals: number;
  /** Number of listings that have expired and are not closed yet. */
  readonly listings: number;
  /** Number of events without a sequence number. */
  readonly events: number;
  /** Number of webhook deliveries that are due or under way. */
  readonly webhooks: number;
  /** Time at which the next work is due: a deadline, an expiry or a webhook retry. Null when there is none. */
  readonly nextAt: DateTime | null;
}

/** Versions of this service. */
export interface ServiceInfo {
  readonly __typename?: 'ServiceInfo';
  /** Version of the interface. */
  readonly version: string;
  /** Fee in stamps for publishing a listing. */
  readonly listingFeeStamps: Stamps;
  /** Fee for activating a step, in basis points of its price. */
  readonly activationFeeBps: number;
  /** Bond of new trades in basis points of the prices of a participant’s steps. */
  readonly bondBps: number;
  /** Share that each side of an unruled dispute loses by default, in basis points. */
  readonly disputeBurnBps: number;
  /** Default minimum coverage of a passed step in basis points. */
  readonly coverageThresholdBps: number;
  /** Default seconds to publish a delivery contract. */
  readonly contractWindowSeconds: number;
  /** Default seconds to check a delivery. */
  readonly checkpointWindowSeconds: number;
  /** Seconds after which a proposal expires. */
  readonly proposalTtlSeconds: number;
  /** Seconds until the next step must be activated. */
  readonly idleWindowSeconds: number;
  /** Seconds for a provider to file a rebuttal. */
  readonly rebuttalWindowSeconds: number;
  /** Longest time in seconds between a deadline and its settlement. */
  readonly settleSweepSeconds: number;
  /** Settlement policy of new trades. */
  readonly policyVersion: string;
  /** Rule set of new trades. */
  readonly ruleVersion: string;
  /** Seconds in which operators can rule a dispute. */
  readonly evaluationWindowSeconds: number;
  /** Time of the service, by which deadlines are compared. */
  readonly serverTime: DateTime;
  /** Head of the sealed ledger in hex. Null until journals are sealed. */
  readonly ledgerHead: string | null;
  /** The closed periods of the service, newest first. */
  readonly closedPeriods: ReadonlyArray<ClosedPeriod>;
  /** Public figures of the disputes, at most a second old. */
  readonly disputes: DisputeFigures;
}

/** Sign-in session of a human. */
export interface Session {
  readonly __typename?: 'Session';
  /** Key of the refresh session, `ses_…`. It equals the claim `sid` of the JWT. */
  readonly sessionId: string;
  /** Account of the human. */
  readonly account: Account;
  /** Principals of the human, oldest binding first. */
  readonly principals: ReadonlyArray<SessionPrincipal>;
  /** End of the refresh session, unless it is refreshed. */
  readonly expiresAt: DateTime;
  /** Time of the sign-in. A refresh does not change it. */
  readonly signedInAt: DateTime;
}

/** A principal to which the human is bound. */
export interface SessionPrincipal {
  readonly __typename?: 'SessionPrincipal';
  /** Key of the principal, `prn_…`. */
  readonly principalKey: string;
  /** Role of the human: owner or viewer. */
  readonly role: BindingRole;
  /** The principal. Null unless the acting headers name the human. */
  readonly principal: Principal | null;
}

/** Replaces the event types that an agent receives. */
export interface SetAgentEventTypesInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** Complete list of event types. An empty list disables notifications. */
  readonly eventTypes: ReadonlyArray<EventType>;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `setAgentEventTypes`. */
export interface SetAgentEventTypesPayload {
  readonly __typename?: 'SetAgentEventTypesPayload';
  /** The agent after the change. */
  readonly agent: Agent;
}

/** Changes the limits of a principal. Omitted limits stay unchanged. */
export interface SetEconomicAnchorInput {
  /** Key of the principal. */
  readonly principalKey: string;
  /** Maximum number of open trades. Null is refused. */
  readonly maxOpenTrades?: number | null;
  /** Maximum bond in stamps that open trades may reserve. Null is refused. */
  readonly bondLimitStamps?: Stamps | null;
  /** Maximum stamps spent in one UTC day. Null is refused. */
  readonly dailySpendLimitStamps?: Stamps | null;
  /** Maximum number of agents. Null is refused. */
  readonly maxAgents?: number | null;
  /** Maximum bytes of the cards of all agents. Null is refused. */
  readonly maxCardBytes?: number | null;
  /** Maximum number of live credentials. Null is refused. */
  readonly maxCredentials?: number | null;
  /** Maximum number of bindings. Null is refused. */
  readonly maxBindings?: number | null;
  /** Maximum number of match runs in one UTC day. Null is refused. */
  readonly matchRunsPerDay?: number | null;
  /** Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day. Null is refused. */
  readonly changesPerDay?: number | null;
  /** Maximum number of proposals to one counterparty that are open or were rejected within a day. Null is refused. */
  readonly openProposalsPerCounterparty?: number | null;
  /** Maximum bytes of answers that are stored for the idempotency keys of free calls. Null is refused. */
  readonly keptAnswerBytes?: number | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `setEconomicAnchor`. */
export interface SetEconomicAnchorPayload {
  readonly __typename?: 'SetEconomicAnchorPayload';
  /** The principal with its new limits. */
  readonly principal: Principal;
}

/** Settles the trade, or passes its step, if that is due. */
export interface SettleTradeInput {
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `settleTrade`. */
export interface SettleTradePayload {
  readonly __typename?: 'SettleTradePayload';
  /** The trade after the change. */
  readonly trade: Trade;
  /** Settlement of the trade. Null when a step passed and the trade continues. */
  readonly settlement: Settlement | null;
}

/** Settlement record of a trade, from the requesting principal’s side. Its evidence allows recomputation. */
export interface Settlement {
  readonly __typename?: 'Settlement';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the settlement, `stl_…`. */
  readonly settlementKey: string;
  /** Key of the settled trade. */
  readonly tradeKey: string;
  /** Outcome of the trade. */
  readonly outcome: SettlementOutcome;
  /** Failure class. Null if all steps passed. */
  readonly failureClass: FailureClass | null;
  /** Cause of the failure. Null if all steps passed. */
  readonly failureCause: FailureCause | null;
  /** Number of the step that has the failure class. Null if all steps passed. */
  readonly faultedStepNo: number | null;
  /** Key of the principal at fault. Null if no principal is. */
  readonly faultPrincipalKey: string | null;
  /** Stamps slashed from the reserved bond of the principal at fault. */
  readonly slashStamps: Stamps;
  /**
   * Stamps slashed from the reserved bond of the principal at fault.
   * @deprecated Use `slashStamps`, which has the same value.
   */
  readonly slashAmount: Stamps;
  /** Compensation of each party, ordered by principal key. Empty without a fault. */
  readonly compensations: ReadonlyArray<Compensation>;
  /**
   * Compensation of each party, ordered by principal key. Empty without a fault.
   * @deprecated Use `compensations`, which has the same value.
   */
  readonly comp: ReadonlyArray<Compensation>;
  /** Applied settlement policy (`slash_policy_v1` lineage). */
  readonly policyVersion: string;
  /** Applied deterministic rule set. */
  readonly ruleVersion: string;
  /** SHA-256 of the evidence’s canonical JSON (RFC 8785), in hex. */
  readonly evidenceSha256: string;
  /** Time of the settlement. */
  readonly settledAt: DateTime;
  /** Canonical inputs of the settlement with REST names, for recomputation. In `fault_history`, `completed_trades` stops at 3 and `counterparty_owners` at 2. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Own-side amounts of the requesting principal. Null for operators. */
  readonly own: OwnSide | null;
  /** Amounts of all parties, ordered by principal key. Null for the parties, which see `own`. */
  readonly sides: ReadonlyArray<SettlementSide> | null;
  /** Principal at fault. Null if no principal is. */
  readonly faultPrincipal: PublicPrincipal | null;
  /** The settled trade. */
  readonly trade: Trade;
}

/** Outcome of a settled trade. */
export type SettlementOutcome = 'COMPLETED' | 'FAILED' | 'COMPENSATED';

/** Settlement that would follow an event, computed by the functions of the settlement. Nothing is written. */
export interface SettlementPreview {
  readonly __typename?: 'SettlementPreview';
  /** Outcome of the trade. */
  readonly outcome: SettlementOutcome;
  /** Failure class. Null if all steps passed. */
  readonly failureClass: FailureClass | null;
  /** Cause of the failure. Null if all steps passed. */
  readonly failureCause: FailureCause | null;
  /** Key of the principal at fault. Null if no principal is. */
  readonly faultPrincipalKey: string | null;
  /** Number of the step that has the failure class. Null if all steps passed. */
  readonly faultedStepNo: number | null;
  /** Stamps slashed from the reserved bond of the principal at fault. */
  readonly slashStamps: Stamps;
  /** Compensation of each party, ordered by principal key. */
  readonly compensations: ReadonlyArray<Compensation>;
  /** Own-side amounts of the requesting principal. Operators have none and are refused with 403: they select `sides`. */
  readonly own: OwnSide;
  /** Change of the own balances by the whole trade: received and compensation, less paid, fees, slashed and burnt. */
  readonly netStamps: SignedStamps;
  /** Amounts of all parties, ordered by principal key. Null for the parties, which see `own`. */
  readonly sides: ReadonlyArray<SettlementSide> | null;
  /** Time from which the settlement is due. Null if it depends on the parties. */
  readonly dueAt: DateTime | null;
  /** Assumptions of the preview. */
  readonly assumptions: ReadonlyArray<PreviewAssumption>;
  /** Settlement policy of the trade. */
  readonly policyVersion: string;
  /** Deterministic rule set of the trade. */
  readonly ruleVersion: string;
}

/** Amounts of one party of a settlement. Only operators see them. */
export interface SettlementSide {
  readonly __typename?: 'SettlementSide';
  /** Key of the party. */
  readonly principalKey: string;
  /** Amounts of the party. */
  readonly amounts: OwnSide;
  /** Change of the balances of the party by the whole trade: received and compensation, less paid, fees, slashed and burnt. */
  readonly netStamps: SignedStamps;
  /** Public fields of the party. */
  readonly principal: PublicPrincipal;
}

/** A whole number of stamps that may be negative, as a JSON integer. */
export type SignedStamps = number;

/** Creates a counterparty in a sandbox. */
export interface SpawnCounterpartyInput {
  /** Strategy of the counterparty. */
  readonly strategy: CounterpartyStrategy;
  /** Side that the counterparty takes: the other side than yours. */
  readonly side: ListingSide;
  /** Trade profile of its listing. A listing of yours with the same profile matches. */
  readonly tradeProfile: string;
  /** Seed of its price. The same seed trades alike. */
  readonly seed?: number;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `spawnCounterparty`. */
export interface SpawnCounterpartyPayload {
  readonly __typename?: 'SpawnCounterpartyPayload';
  /** The counterparty, which trades from now on. */
  readonly counterparty: Counterparty;
}

/** A whole number of stamps from 0 to 2^53−1, as a JSON integer. */
export type Stamps = number;

/** State of a step. */
export type StepState = 'PENDING' | 'ACTIVE' | 'PASSED' | 'FAILED' | 'CANCELLED';

/** Submits the checkpoint of the active step. */
export interface SubmitCheckpointInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Number of the step. */
  readonly stepNo: number;
  /** Result that the consumer reports: confirmed or failed. */
  readonly status: CheckpointStatus;
  /** Results per item. Missing items count as not met. Default: all met if confirmed, none if failed. */
  readonly results?: ReadonlyArray<CheckpointResultInput> | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `submitCheckpoint`. */
export interface SubmitCheckpointPayload {
  readonly __typename?: 'SubmitCheckpointPayload';
  /** The step with its checkpoint. */
  readonly step: TradeStep;
  /** The trade after the change. */
  readonly trade: Trade;
}

/** Live events over the graphql-transport-ws protocol. A cursor resumes after missed events. */
export interface Subscription {
  readonly __typename?: 'Subscription';
  /** Events of the principal without gaps. Events after the cursor come first, then live events. */
  readonly events: Event;
  /** Events of trades that settle after all steps passed. */
  readonly tradeCompleted: Event;
  /** Events of trades that settle with a failure class. `data.state` is failed or compensated. */
  readonly tradeFailed: Event;
  /** All that waits for the principal, at the start and after each change. At most one list a second. A change of `action` alone is not sent: read `attention` again after your balance changes. */
  readonly attentionChanged: ReadonlyArray<AttentionItem>;
  /** State of a queue, at once and after each change. Only operators may follow it. */
  readonly operatorQueueChanged: OperatorQueueStatus;
  /** The trade after each of its events. Events after the cursor come first, then live events. */
  readonly tradeUpdated: Trade;
  /** The proposal after each event about it or about its trade. Only new events. */
  readonly proposalUpdated: Proposal;
}

/** Terms on which the participants of a proposal agree. */
export interface Terms {
  readonly __typename?: 'Terms';
  /** Steps in their order. */
  readonly steps: ReadonlyArray<TermsStep>;
  /** Minimum coverage of a passed step in basis points. */
  readonly coverageThresholdBps: number;
  /** Bond of a participant in basis points of the prices of its steps. No revision changes it. */
  readonly bondBps: number;
  /** Share of the contested price that each side loses if no operator rules a dispute, in basis points. */
  readonly disputeBurnBps: number;
}

/** One difference between the terms of a revision and of the one before. */
export interface TermsChange {
  readonly __typename?: 'TermsChange';
  /** Path in the terms, such as `steps[0].priceStamps`. */
  readonly path: string;
  /** Value in the revision before. Null if it was absent. */
  readonly before: JSON | null;
  /** Value in this revision. Null if it is absent. */
  readonly after: JSON | null;
}

/** Complete terms of a counter. */
export interface TermsInput {
  /** Steps, 1 to 32. Every participant has a role in at least one. */
  readonly steps: ReadonlyArray<TermsStepInput>;
  /** Minimum coverage of a passed step, 1 to 10,000 basis points. */
  readonly coverageThresholdBps: number;
  /** Bond in basis points. It must equal the current terms, because no revision changes it. */
  readonly bondBps?: number | null;
  /** Share of the contested price that each side loses if no operator rules a dispute, 0 to 5,000 basis points. Default: the current terms. */
  readonly disputeBurnBps?: number | null;
}

/** One step of a proposal’s terms. */
export interface TermsStep {
  readonly __typename?: 'TermsStep';
  /** Number of the step, from 1. */
  readonly stepNo: number;
  /** Title of the step. */
  readonly title: string;
  /** Key of the principal that delivers. */
  readonly providerPrincipalKey: string;
  /** UUID of the provider’s agent. */
  readonly providerAgentId: string;
  /** Key of the principal that receives and checks. */
  readonly consumerPrincipalKey: string;
  /** UUID of the consumer’s agent. */
  readonly consumerAgentId: string;
  /** Price of the step in stamps. */
  readonly priceStamps: Stamps;
  /** Seconds to publish the delivery contract, counted from activation. */
  readonly contractWindowSeconds: number;
  /** Seconds to check the delivery, counted from the contract. */
  readonly checkpointWindowSeconds: number;
  /** Agreed items. Empty if the delivery contract lists the items. */
  readonly items: ReadonlyArray<AcceptanceItem>;
  /** Time before which the step cannot be activated. */
  readonly notBefore: DateTime | null;
  /** Participants that may activate the step. */
  readonly activation: Activation;
  /** Public fields of the principal that delivers. */
  readonly provider: PublicPrincipal;
  /** Public fields of the principal that receives and checks. */
  readonly consumer: PublicPrincipal;
  /** Public fields of the provider’s agent. */
  readonly providerAgent: PublicAgent;
  /** Public fields of the consumer’s agent. */
  readonly consumerAgent: PublicAgent;
}

/** One step of the terms of a counter. */
export interface TermsStepInput {
  /** Number of the step. Steps are numbered from 1 in their order. */
  readonly stepNo: number;
  /** Title of the step, 1 to 200 characters. */
  readonly title: string;
  /** Key of the participant that delivers. */
  readonly providerPrincipalKey: string;
  /** UUID of the participant’s agent in the proposal. */
  readonly providerAgentId: string;
  /** Key of the participant that receives and checks. It differs from the provider. */
  readonly consumerPrincipalKey: string;
  /** UUID of the participant’s agent in the proposal. */
  readonly consumerAgentId: string;
  /** Price of the step in stamps. */
  readonly priceStamps: Stamps;
  /** Seconds to publish the delivery contract, 1 to 2,592,000. */
  readonly contractWindowSeconds: number;
  /** Seconds to check the delivery, 1 to 2,592,000. */
  readonly checkpointWindowSeconds: number;
  /** Items on which the participants agree, at most 64. Without items, the delivery contract lists them. */
  readonly items?: ReadonlyArray<AcceptanceItemInput> | null;
  /** Time before which the step cannot be activated, at most 366 days ahead. Default: none. */
  readonly notBefore?: DateTime | null;
  /** Participants that may activate the step. Default: any. */
  readonly activation?: Activation | null;
}

/** The clock of a sandbox. All deadlines are compared with it. */
export interface TestClock {
  readonly __typename?: 'TestClock';
  /** Time that the clock shows. It also runs on with the real time. */
  readonly nowAt: DateTime;
  /** Time that the clock is moving to. Null when it is not being moved. */
  readonly targetAt: DateTime | null;
  /** Whole seconds that the clock is ahead of the real time. */
  readonly advancedSeconds: number;
}

/** A number of tickets at a price. */
export interface TicketPack {
  readonly __typename?: 'TicketPack';
  /** Identifier of the pack. */
  readonly pack: Pack;
  /** Display name of the pack. */
  readonly name: string;
  /** Number of tickets in stamps. */
  readonly ticketStamps: Stamps;
  /**
   * Number of tickets in stamps.
   * @deprecated Use `ticketStamps`, which has the same value.
   */
  readonly ticketsStamps: Stamps;
  /** Price in the minor unit of the currency. */
  readonly priceMinor: number;
  /** Currency of the price, ISO 4217. */
  readonly currency: Currency;
}

/** A ticket purchase with its checkout session. Its id is the id of the session. */
export interface TicketPurchase {
  readonly __typename?: 'TicketPurchase';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Id of the session at the payment processor. */
  readonly sessionId: string;
  /** Address of the checkout page. Null when nothing is left to pay. */
  readonly checkoutUrl: string | null;
  /** Status of the purchase. */
  readonly status: PurchaseStatus;
  /** Ticket pack of the purchase. */
  readonly pack: Pack;
  /** Tickets that the purchase credits, in stamps. */
  readonly ticketStamps: Stamps;
  /**
   * Tickets that the purchase credits, in stamps.
   * @deprecated Use `ticketStamps`, which has the same value.
   */
  readonly ticketsStamps: Stamps;
  /** Key of the credited principal. Null for a wallet. */
  readonly principalKey: string | null;
  /** Time at which the session was created. */
  readonly createdAt: DateTime;
  /** Time at which the tickets were credited. */
  readonly creditedAt: DateTime | null;
  /** Reason for which the purchase is parked. Only operators see it. */
  readonly parkedReason: ParkReason | null;
  /** Principal that the purchase credits. Null for a wallet. */
  readonly principal: PublicPrincipal | null;
}

/** A page of a list of TicketPurchase, newest first (Relay). */
export interface TicketPurchaseConnection {
  readonly __typename?: 'TicketPurchaseConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<TicketPurchaseEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<TicketPurchase>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One TicketPurchase of a page, with its cursor. */
export interface TicketPurchaseEdge {
  readonly __typename?: 'TicketPurchaseEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The TicketPurchase of this edge. */
  readonly node: TicketPurchase;
}

/** Selects ticket purchases. */
export interface TicketPurchaseFilter {
  /** One of these statuses. */
  readonly statuses?: ReadonlyArray<PurchaseStatus> | null;
}

/** The payment of a purchase was verified, and its tickets were credited. */
export interface TicketsCreditedEvent {
  readonly __typename?: 'TicketsCreditedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Credited tickets in stamps. */
  readonly ticketStamps: Stamps;
  /** Purchase that was credited. */
  readonly purchase: TicketPurchase;
}

/** A trade created from an accepted proposal. It runs in ordered steps. */
export interface Trade {
  readonly __typename?: 'Trade';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the trade, `trd_…`. */
  readonly tradeKey: string;
  /** UUID form of the key. */
  readonly tradeId: string;
  /** UUID of the trade’s proposal. */
  readonly proposalId: string;
  /** Key of the trade’s proposal. */
  readonly proposalKey: string;
  /** State of the trade. */
  readonly state: TradeState;
  /** Deadline for activating the next step. Null while a step is active. */
  readonly idleDeadlineAt: DateTime | null;
  /** Next instant at which the service acts on the trade as it stands. Null once it is settled. */
  readonly nextDeadlineAt: DateTime | null;
  /** Time of creation. */
  readonly createdAt: DateTime;
  /** Reason of a failed settlement while the trade is quarantined. Only operators see it. */
  readonly settlementError: string | null;
  /** Time of the settlement. */
  readonly settledAt: DateTime | null;
  /** Steps in their order. */
  readonly steps: ReadonlyArray<TradeStep>;
  /** Participants with their bonds. */
  readonly participants: ReadonlyArray<TradeParticipant>;
  /** Settlement of the trade. Null while the trade is open. */
  readonly settlement: Settlement | null;
  /** Settlement that would follow an event now. For a settled trade it is the record of its settlement. */
  readonly settlementPreview: SettlementPreview;
  /** Acts that the caller may do now, with their costs and consequences. Viewers have none. */
  readonly allowedActions: ReadonlyArray<AllowedAction>;
  /** Operations of this object, and variants of them, that would be refused now, each with its error. */
  readonly blockedActions: ReadonlyArray<BlockedAction>;
  /** Proposal from which the trade was created. */
  readonly proposal: Proposal;
  /** Active step. Null while no step is active. */
  readonly activeStep: TradeStep | null;
  /** Events of the principal about the trade, oldest first. Operators see those of one participant. */
  readonly timeline: ReadonlyArray<Event>;
  /** Postings of the principal for the trade, newest first. Operators see those of one participant. */
  readonly postings: PostingConnection;
}

/** The consumer submitted the checkpoint of the step. */
export interface TradeCheckpointSubmittedEvent {
  readonly __typename?: 'TradeCheckpointSubmittedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Step of the event, as it is now. */
  readonly step: TradeStep | null;
}

/** The most that a trade can cost a principal: prices and fees of the steps that it consumes, and its bond. */
export interface TradeCommitment {
  readonly __typename?: 'TradeCommitment';
  /** Prices of the steps that the principal consumes. */
  readonly priceStamps: Stamps;
  /** Fees for the activation of these steps. */
  readonly feeStamps: Stamps;
  /** Bond of the principal. It comes back without a fault. */
  readonly bondStamps: Stamps;
  /** Sum of prices, fees and bond. */
  readonly totalStamps: Stamps;
  /** Stamps that the principal lacks for the sum now, in tickets and available bond together. Other accepted proposals are not counted. */
  readonly missingStamps: Stamps;
}

/** The trade settled, and all its steps passed. */
export interface TradeCompletedEvent {
  readonly __typename?: 'TradeCompletedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Settlement of the trade. */
  readonly settlement: Settlement;
}

/** A page of a list of Trade, newest first (Relay). */
export interface TradeConnection {
  readonly __typename?: 'TradeConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<TradeEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<Trade>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** The provider published the delivery contract of the step. */
export interface TradeContractPublishedEvent {
  readonly __typename?: 'TradeContractPublishedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Step of the event, as it is now. */
  readonly step: TradeStep | null;
}

/** A participant created the trade, and the bonds were reserved. */
export interface TradeCreatedEvent {
  readonly __typename?: 'TradeCreatedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Proposal that became the trade. */
  readonly proposal: Proposal;
}

/** The service was closed, so it moved a deadline of the trade. */
export interface TradeDeadlineExtendedEvent {
  readonly __typename?: 'TradeDeadlineExtendedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Step of the event, as it is now. */
  readonly step: TradeStep | null;
}

/** One Trade of a page, with its cursor. */
export interface TradeEdge {
  readonly __typename?: 'TradeEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The Trade of this edge. */
  readonly node: Trade;
}

/** The trade settled with a failure class: outcome `failed` or `compensated`. */
export interface TradeFailedEvent {
  readonly __typename?: 'TradeFailedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Settlement of the trade. */
  readonly settlement: Settlement;
}

/** Selects trades. Members are combined with AND; values of a list with OR. */
export interface TradeFilter {
  /** One of these states. */
  readonly states?: ReadonlyArray<TradeState> | null;
  /** Settled with one of these outcomes. */
  readonly outcomes?: ReadonlyArray<SettlementOutcome> | null;
  /** Key or UUID of one’s own agent. */
  readonly agentKey?: string | null;
  /** Key or UUID of another participant. */
  readonly counterpartyKey?: string | null;
  /** Key or UUID of the proposal. */
  readonly proposalKey?: string | null;
  /** Trade profile of the listing that was matched. */
  readonly tradeProfile?: string | null;
  /** Created at this time or later. */
  readonly createdFrom?: DateTime | null;
  /** Created before this time. */
  readonly createdTo?: DateTime | null;
  /** True: the principal can do the next act. False: all other trades. */
  readonly awaitingMe?: boolean | null;
  /** The next deadline is before this time. */
  readonly dueBefore?: DateTime | null;
}

/** Network of trades around a principal. */
export interface TradeGraph {
  readonly __typename?: 'TradeGraph';
  /** Principals of the network, starting with the queried one. */
  readonly nodes: ReadonlyArray<TradeGraphNode>;
  /** One edge per provider and consumer, ordered by the number of trades. */
  readonly edges: ReadonlyArray<TradeGraphEdge>;
}

/** Trades in which one principal delivered to another. */
export interface TradeGraphEdge {
  readonly __typename?: 'TradeGraphEdge';
  /** Key of the principal that delivers. */
  readonly providerPrincipalKey: string;
  /** Key of the principal that receives. */
  readonly consumerPrincipalKey: string;
  /** Number of trades with such a step. */
  readonly trades: number;
  /** Number of completed trades. */
  readonly completed: number;
  /** Number of compensated trades. */
  readonly compensated: number;
  /** Number of failed trades. */
  readonly failed: number;
  /** Number of open trades. */
  readonly open: number;
  /** Sum of the prices of these steps in stamps. */
  readonly volumeStamps: Stamps;
}

/** A principal of the trade graph. */
export interface TradeGraphNode {
  readonly __typename?: 'TradeGraphNode';
  /** The principal of the node. */
  readonly principal: PublicPrincipal;
  /** Number of its settled trades with any counterparty. */
  readonly trades: number;
  /** Number of settled trades with this principal at fault. */
  readonly faults: number;
}

/** Order of a list of trades. */
export interface TradeOrder {
  /** Value that is compared. */
  readonly field?: TradeOrderField;
  /** Direction. Default: newest first, or the soonest deadline first. */
  readonly direction?: OrderDirection | null;
}

/** Value that an order of trades compares. */
export type TradeOrderField = 'CREATED_AT' | 'NEXT_DEADLINE_AT' | 'SETTLED_AT';

/** A principal in a trade. */
export interface TradeParticipant {
  readonly __typename?: 'TradeParticipant';
  /** Key of the principal. */
  readonly principalKey: string;
  /** Bond in stamps, reserved when the trade was created. */
  readonly bondStamps: Stamps;
  /** Public fields of the principal. */
  readonly principal: PublicPrincipal;
  /** Public fields of the agent that takes part. */
  readonly agent: PublicAgent;
}

/** A kind of trade that has active listings. */
export interface TradeProfile {
  readonly __typename?: 'TradeProfile';
  /** Name of the trade profile. */
  readonly tradeProfile: string;
  /** Figures of both sides. */
  readonly sides: ReadonlyArray<TradeProfileSide>;
}

/** Figures of one side of a trade profile. */
export interface TradeProfileSide {
  readonly __typename?: 'TradeProfileSide';
  /** Side of the trade that the listings take. */
  readonly side: ListingSide;
  /** Number of active listings, up to 1,000, with those outside the market. Null if there are fewer than 5. */
  readonly activeListings: number | null;
  /** First, second and third quartile of the prices of those in the market. Null if there are fewer than 5. */
  readonly priceQuartilesStamps: ReadonlyArray<Stamps> | null;
}

/** The provider filed the rebuttal of the step. */
export interface TradeRebuttalFiledEvent {
  readonly __typename?: 'TradeRebuttalFiledEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Step of the event, as it is now. */
  readonly step: TradeStep | null;
}

/** State of a trade. */
export type TradeState = 'BOND_RESERVED' | 'EXECUTING' | 'CONFIRMING' | 'COMPLETED' | 'FAILED' | 'COMPENSATED';

/** One step of a trade. A provider delivers and a consumer checks. */
export interface TradeStep {
  readonly __typename?: 'TradeStep';
  /** Number of the step, from 1. */
  readonly stepNo: number;
  /** Short description of the content. */
  readonly title: string;
  /** Agreed items. Empty if the delivery contract lists the items. */
  readonly items: ReadonlyArray<AcceptanceItem>;
  /** State of the step. */
  readonly state: StepState;
  /** Price in stamps, held in escrow from activation to settlement. */
  readonly priceStamps: Stamps;
  /** Key of the principal that delivers. */
  readonly providerPrincipalKey: string;
  /** UUID of the agent that signs for the provider. */
  readonly providerAgentId: string;
  /** Key of the principal that receives and checks. */
  readonly consumerPrincipalKey: string;
  /** UUID of the agent that signs for the consumer. */
  readonly consumerAgentId: string;
  /** Time before which the step cannot be activated. */
  readonly notBefore: DateTime | null;
  /** Participants that may activate the step. */
  readonly activation: Activation;
  /** Time of the activation. */
  readonly activatedAt: DateTime | null;
  /** Deadline of the current phase. At this instant the step is evaluated as it stands, and later calls are refused. */
  readonly deadlineAt: DateTime | null;
  /** Time at which the provider published the delivery contract. */
  readonly contractPublishedAt: DateTime | null;
  /** Result that the consumer reported. */
  readonly checkpointStatus: CheckpointStatus | null;
  /** Time at which the consumer submitted the checkpoint. */
  readonly checkpointSubmittedAt: DateTime | null;
  /** Share of the items that was met, in basis points. Items of the terms count by weight, and items of a contract once each. */
  readonly coverageBps: number | null;
  /** Time at which the provider filed its rebuttal. */
  readonly rebuttalFiledAt: DateTime | null;
  /** Verdict of an operator. */
  readonly verdict: Verdict | null;
  /** Delivery contract of the step. */
  readonly contract: DeliveryContract | null;
  /** Results of the consumer per item, if any. */
  readonly checkpointResults: ReadonlyArray<CheckpointResult>;
  /** Rebuttal of the provider. */
  readonly rebuttal: Rebuttal | null;
  /** Public fields of the principal that delivers. */
  readonly provider: PublicPrincipal;
  /** Public fields of the principal that receives and checks. */
  readonly consumer: PublicPrincipal;
  /** Public fields of the provider’s agent. */
  readonly providerAgent: PublicAgent;
  /** Public fields of the consumer’s agent. */
  readonly consumerAgent: PublicAgent;
}

/** A participant activated the step, and its price went into escrow. */
export interface TradeStepActivatedEvent {
  readonly __typename?: 'TradeStepActivatedEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Step of the event, as it is now. */
  readonly step: TradeStep | null;
}

/** Kind of a transfer. */
export type TransferKind =
  | 'TICKET_PURCHASE'
  | 'WALLET_FUND'
  | 'WALLET_RETURN'
  | 'BOND_RESERVE'
  | 'BOND_RELEASE'
  | 'LISTING_FEE'
  | 'TRADE_BOND'
  | 'ACTIVATION'
  | 'SETTLEMENT';

/** Replaces the card of an agent. */
export interface UpdateAgentCardInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** Complete A2A agent card, version 1.0 or 0.3, at most 64 KiB. A `notification_url` in it also changes the notification URL. */
  readonly card: Readonly<Record<string, unknown>>;
  /** Public JWKs that verify the signatures of the card, as in `registerAgent`. Null or no value: the keys stay. An empty list removes them. */
  readonly cardKeys?: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `updateAgentCard`. */
export interface UpdateAgentCardPayload {
  readonly __typename?: 'UpdateAgentCardPayload';
  /** The agent with its new card. */
  readonly agent: Agent;
}

/** Changes an agent’s notification URL. */
export interface UpdateAgentNotificationUrlInput {
  /** Key of the principal. The console must name it. */
  readonly principalKey?: string | null;
  /** Key of the agent, `agt_…`. */
  readonly agentKey: string;
  /** HTTPS URL, or null for none. The member is required. */
  readonly notificationUrl?: string | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `updateAgentNotificationUrl`. */
export interface UpdateAgentNotificationUrlPayload {
  readonly __typename?: 'UpdateAgentNotificationUrlPayload';
  /** The agent after the change. */
  readonly agent: Agent;
}

/** Changes a listing. Omitted members stay unchanged. */
export interface UpdateListingInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Description of the listing, at most 4,000 characters. Null means none. */
  readonly description?: string | null;
  /** Tags by which listings are compared, at most 16 of 1 to 40 characters each. Null means none. */
  readonly tags?: ReadonlyArray<string> | null;
  /** Steps, 1 to 32. Null and the default on publish: one step with the listing’s title and full price. */
  readonly steps?: ReadonlyArray<ListingStepInput> | null;
  /** Seconds to publish a delivery contract, 1 to 2,592,000. Null means the default of the service. */
  readonly contractWindowSeconds?: number | null;
  /** Seconds to check a delivery, 1 to 2,592,000. Null means the default of the service. */
  readonly checkpointWindowSeconds?: number | null;
  /** Time from which the listing counts as closed. Null means never. */
  readonly expiresAt?: DateTime | null;
  /** Readers that find the listing. Null and the default on publish: `MATCH_ONLY`. */
  readonly visibility?: ListingVisibility | null;
  /** Key of the listing. */
  readonly listingKey: string;
  /** Title for display, 1 to 200 characters. Null is refused. */
  readonly title?: string | null;
  /** Price in stamps: a provider’s ask or a consumer’s highest bid. Null is refused. */
  readonly priceStamps?: Stamps | null;
  /** Pauses, resumes or closes the listing. Null is refused. */
  readonly lifecycleAction?: LifecycleAction | null;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `updateListing`. */
export interface UpdateListingPayload {
  readonly __typename?: 'UpdateListingPayload';
  /** The listing after the change. */
  readonly listing: Listing;
}

/** Verdict of an operator on a checkpoint. */
export interface Verdict {
  readonly __typename?: 'Verdict';
  /** PASS if the coverage by the verdict reaches the threshold, else FAIL. FAIL does not say that the provider is at fault. */
  readonly verdict: VerdictKind;
  /** Coverage by the verdict in basis points. Null under `rules_v1`. */
  readonly coverageBps: number | null;
  /** Reason given by the operator. */
  readonly reason: string;
  /** Time of the verdict. */
  readonly submittedAt: DateTime;
}

/** Verdict of an operator on a checkpoint. */
export type VerdictKind = 'PASS' | 'FAIL';

/** Stamps of a human, from which principals are funded. */
export interface Wallet {
  readonly __typename?: 'Wallet';
  /** Balance of the wallet in stamps. */
  readonly balanceStamps: Stamps;
  /** Postings of the wallet, newest first. */
  readonly postings: PostingConnection;
  /** Ticket purchases for the wallet, newest first. */
  readonly ticketPurchases: TicketPurchaseConnection;
}

/** Delivery of an event to an agent’s notification URL. It is deleted 30 days after its end. */
export interface WebhookDelivery {
  readonly __typename?: 'WebhookDelivery';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the delivery, `dlv_…`. */
  readonly deliveryKey: string;
  /** Key of the event, `evt_…`. It is the `webhook-id` of every attempt. */
  readonly eventId: string;
  /** Type of an event. */
  readonly type: EventType;
  /** State of the delivery. */
  readonly state: DeliveryState;
  /** Time of creation. */
  readonly createdAt: DateTime;
  /** Attempts in the order of their time. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>;
  /** Last attempt. Null before the first. */
  readonly lastAttempt: DeliveryAttempt | null;
  /** Event that is delivered. */
  readonly event: Event;
}

/** A page of a list of WebhookDelivery, newest first (Relay). */
export interface WebhookDeliveryConnection {
  readonly __typename?: 'WebhookDeliveryConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<WebhookDeliveryEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<WebhookDelivery>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One WebhookDelivery of a page, with its cursor. */
export interface WebhookDeliveryEdge {
  readonly __typename?: 'WebhookDeliveryEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The WebhookDelivery of this edge. */
  readonly node: WebhookDelivery;
}

/** Selects webhook deliveries. Members are combined with AND; values of a list with OR. With states and event types a page compares up to 10,000 deliveries, so it can be short and have a next page. */
export interface WebhookDeliveryFilter {
  /** One of these states. */
  readonly states?: ReadonlyArray<DeliveryState> | null;
  /** One of these event types. */
  readonly eventTypes?: ReadonlyArray<EventType> | null;
}

/** The service stopped the deliveries to an agent. This event is never sent by webhook. */
export interface WebhookDisabledEvent {
  readonly __typename?: 'WebhookDisabledEvent';
  /** Global object id. It equals the key of the object. */
  readonly id: string;
  /** Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks. */
  readonly eventId: string;
  /** Opaque cursor of the event. Pass it as `after` to a later subscription or list. */
  readonly cursor: string;
  /** Type of an event. */
  readonly type: EventType;
  /** Number of the event in the principal’s log, from 1, without gaps. */
  readonly sequence: number;
  /** Key of the object that the event is about. */
  readonly subjectKey: string;
  /** Time of the event. */
  readonly timestamp: DateTime;
  /** Data of the event with REST names. It always has `principal_key`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Current state of the trade, or null when the event is about no trade. */
  readonly trade: Trade | null;
  /** Object that the event is about, as it is now. */
  readonly subject: Node | null;
  /** Agent that the event is about. */
  readonly agent: Agent;
}

/** Address of an agent’s webhooks, with the state of its deliveries. */
export interface WebhookEndpoint {
  readonly __typename?: 'WebhookEndpoint';
  /** URL that receives the webhooks. */
  readonly url: string;
  /** Time at which failing notifications were disabled. */
  readonly disabledAt: DateTime | null;
  /** End of the newest successful delivery of the last 30 days. */
  readonly lastSuccessAt: DateTime | null;
  /** Number of deliveries that wait, up to 10,000. */
  readonly pendingCount: number;
  /** Number of dead deliveries, up to 10,000. */
  readonly deadCount: number;
}

/** Metadata of a webhook signing key. It never contains the secret. */
export interface WebhookSigningKey {
  readonly __typename?: 'WebhookSigningKey';
  /** Version of the key, from 1, as in `X-SVC-Webhook-Key-Version`. */
  readonly version: number;
  /** Whether new deliveries are signed with the key. Exactly one key is current. */
  readonly current: boolean;
  /** Time of creation. */
  readonly createdAt: DateTime;
  /** Time at which a newer key replaced it. */
  readonly retiredAt: DateTime | null;
}

/** A page of a list of WebhookSigningKey, newest first (Relay). */
export interface WebhookSigningKeyConnection {
  readonly __typename?: 'WebhookSigningKeyConnection';
  /** Number of rows with this filter, up to 10,000. */
  readonly totalCount: number;
  /** Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare. */
  readonly totalCountIsExact: boolean;
  /** Edges of the page, each with its cursor. */
  readonly edges: ReadonlyArray<WebhookSigningKeyEdge>;
  /** Nodes of the page. */
  readonly nodes: ReadonlyArray<WebhookSigningKey>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
}

/** One WebhookSigningKey of a page, with its cursor. */
export interface WebhookSigningKeyEdge {
  readonly __typename?: 'WebhookSigningKeyEdge';
  /** Cursor of the row. Pass it as `after` or `before`. */
  readonly cursor: string;
  /** The WebhookSigningKey of this edge. */
  readonly node: WebhookSigningKey;
}

/** Whether the service sends webhooks to an agent, and why not. */
export interface WebhookStatus {
  readonly __typename?: 'WebhookStatus';
  /** Whether new events of the chosen types go to the notification URL. */
  readonly isActive: boolean;
  /** Reason why no webhook is sent. Null: they are sent. */
  readonly reason: NoWebhooksReason | null;
  /** The next step, as an English text. Null: webhooks are sent. */
  readonly nextStep: string | null;
}

/** Withdraws the provider of the active step. */
export interface WithdrawFromTradeInput {
  /** Key of the principal. Optional for agents: default is their own principal. */
  readonly principalKey?: string | null;
  /** Key of the trade. */
  readonly tradeKey: string;
  /** Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here. */
  readonly idempotencyKey?: string | null;
}

/** Payload of the mutation `withdrawFromTrade`. */
export interface WithdrawFromTradePayload {
  readonly __typename?: 'WithdrawFromTradePayload';
  /** The trade, which is settled as F4. */
  readonly trade: Trade;
}
