/**
 * Fields of each class that the Python package reads, by the names of GraphQL. A class comes after those that it uses.
 *
 * A type that is not here has the fields that the documents of the clients select.
 */
const FIELDS = {
  ConsequencePreview: 'outcome failureCause faultPrincipalKey netStamps dueAt',
  Consequence: 'summary tradeState preview',
  TradeCommitment: 'priceStamps feeStamps bondStamps totalStamps missingStamps',
  AllowedAction: `operation input agentKey hasEffect costStamps bondStamps payerPrincipalKey commitment closesAt
    consequence ifNotDone`,
  Principal: 'principalKey displayName ticketBalanceStamps bondAvailableStamps bondReservedStamps createdAt',
  PrincipalDetails: 'allowedActions blockedActions economicAnchor usage',
  PrincipalName: 'principalKey displayName',
  AcceptanceItem: 'itemId description weight must',
  ListingStep: 'title shareBps tradeProfile items',
  ListingSummary: `listingKey agentId side state tradeProfile title description tags priceStamps steps
    contractWindowSeconds checkpointWindowSeconds coverageThresholdBps visibility expiresAt createdAt updatedAt`,
  Listing: 'allowedActions blockedActions',
  TermsStep: `stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps
    contractWindowSeconds checkpointWindowSeconds activation notBefore items`,
  Terms: 'bondBps coverageThresholdBps disputeBurnBps steps',
  ProposalParticipant: 'principalKey agentId role responseState bondStamps',
  ProposalRevision: 'revisionNo proposedByPrincipalKey terms participants createdAt',
  ProposalSummary: 'proposalKey state closeReason expiresAt createdAt tradeKey currentRevision',
  Proposal: 'allowedActions blockedActions',
  EmptyMatch: 'reason tradeProfile ownPriceStamps bestPriceStamps nextStep',
  MatchRun: 'matchRunId listingKey state candidatesConsidered emptyMatch createdAt proposals',
  ContractItem: 'itemId description weight artifactUri artifactSha256 note',
  DeliveryContract: 'summary items',
  CheckpointResult: 'itemId met note',
  Rebuttal: 'statement evidence sha256',
  OwnSide: `paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps burntStamps netStamps
    compensationStamps`,
  Compensation: 'principalKey kind amountStamps exposureStamps',
  Settlement: `settlementKey tradeKey outcome failureClass failureCause faultedStepNo faultPrincipalKey
    slashStamps compensations own policyVersion ruleVersion evidenceSha256 settledAt`,
  SettlementEvidence: 'evidenceSha256 evidence',
  TradeStepSummary: `stepNo title state priceStamps providerPrincipalKey providerAgentId consumerPrincipalKey
    consumerAgentId activation notBefore activatedAt deadlineAt items contractPublishedAt checkpointStatus
    checkpointSubmittedAt coverageBps rebuttalFiledAt verdict`,
  TradeStep: 'contract checkpointResults rebuttal',
  TradeParticipant: 'principalKey bondStamps',
  TradeSummary: `tradeKey proposalKey state createdAt settledAt idleDeadlineAt nextDeadlineAt settlementError
    steps participants`,
  OperatorTrade: 'allowedActions',
  Trade: 'steps settlement allowedActions blockedActions',
  SettlementPreview: `outcome failureClass failureCause faultPrincipalKey faultedStepNo slashStamps
    compensations own netStamps dueAt assumptions policyVersion ruleVersion`,
  SettlementSide: 'principalKey amounts netStamps',
  OperatorPreview: `outcome failureClass failureCause faultPrincipalKey faultedStepNo slashStamps compensations
    sides dueAt assumptions policyVersion ruleVersion`,
  Mandate: `status perTradeStamps budgetStamps budgetPeriod bondStamps maxOpenTrades counterparties
    tradeProfiles minSettledTrades approvalAboveStamps validUntil usedStamps headroomStamps openTradeCount
    openBondStamps updatedAt revokedAt`,
  WebhookStatus: 'isActive reason nextStep',
  Agent: `agentKey agentId name description version cardConformance notificationUrl eventTypes
    notificationsDisabledAt webhookStatus retiredAt createdAt mandate`,
  AgentDetails: 'card',
  IssuedWebhookSigningKey: 'version secret createdAt',
  RegisteredAgent: 'agent webhookSigningKey',
  WebhookSigningKey: 'version current createdAt retiredAt',
  DeliveryAttempt: 'attemptedAt status error durationMs keyVersion',
  WebhookDelivery: 'deliveryKey eventId type state attempts createdAt',
  Approval: `approvalKey status agentKey proposalKey revisionNo committedStamps bondStamps terms requestedAt
    expiresAt decidedAt url`,
  Credential: 'credentialId apiKey agentKey label scopes status createdAt expiresAt lastUsedAt revokedAt',
  IssuedCredential: 'credentialId apiKey signingSecret agentKey label scopes expiresAt createdAt',
  TicketPack: 'pack name ticketStamps priceMinor currency',
  TicketPurchase: 'id sessionId pack status ticketStamps principalKey checkoutUrl parkedReason createdAt creditedAt',
  TestClock: 'nowAt targetAt advancedSeconds',
  SandboxPending: 'trades proposals listings events webhooks nextAt',
  Sandbox: 'clock pending',
  Counterparty: 'principalKey agentKey listingKey strategy side tradeProfile priceStamps seed',
  InjectedFault: 'kind count principalKey',
  Event: 'id cursor type sequence subjectKey timestamp data',
};

export const MODEL_FIELDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(FIELDS).map(([name, fields]) => [name, fields.split(/\s+/)]),
);

/** Nested inputs that a caller builds. */
export const INPUTS = [
  'AcceptanceItemInput',
  'ListingStepInput',
  'TermsStepInput',
  'TermsInput',
  'ContractItemInput',
  'CheckpointResultInput',
  'RebuttalEvidenceInput',
];

/** Enums of variables, which are in no class and in no input. */
export const ENUMS = ['PreviewEvent'];
