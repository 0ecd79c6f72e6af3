/**
 * The fields of each type in REST.
 * They are GraphQL's fields without `id`, connections and the objects beside keys, because REST has paths and keys for
 * them. An alias is a REST name that is not the snake_case of the field.
 */
export const fragments = `
  fragment Page on PageInfo { hasNextPage endCursor }

  fragment Principal on Principal {
    principalKey principalId displayName
    economicAnchor {
      maxOpenTrades bondLimitStamps dailySpendLimitStamps maxAgents maxCardBytes maxCredentials maxBindings
      matchRunsPerDay changesPerDay openProposalsPerCounterparty keptAnswerBytes
    }
    usage {
      spentTodayStamps openTradeCount openBondStamps agentCount cardBytes credentialCount bindingCount
      matchRunsToday changesToday keptAnswerBytes resetsAt
    }
    ticketBalanceStamps bondAvailableStamps bondReservedStamps createdAt
  }

  fragment Binding on Binding { bindingId provider subject role createdAt }

  fragment Credential on Credential {
    credentialId apiKey createdAt revokedAt lastUsedAt status agentKey label scopes expiresAt
  }

  fragment IssuedCredential on IssuedCredential {
    credentialId apiKey signingSecret createdAt agentKey label scopes expiresAt
  }

  fragment Posting on Posting { postingKey transferKey account counterpartyKind amountStamps balanceAfterStamps kind tradeKey createdAt }

  fragment Event on Event { id eventId cursor sequence type timestamp subjectKey data }

  # The capabilities keep the names that A2A gives them.
  fragment Agent on Agent {
    agentKey agentId name description version card
    cardConformance { version missing signature }
    capabilities { streaming pushNotifications: pushNotifications extendedAgentCard: extendedAgentCard }
    notificationUrl eventTypes notificationsDisabledAt
    webhookStatus { isActive reason nextStep }
    cardKeys retiredAt createdAt
  }

  fragment Mandate on Mandate {
    status perTradeStamps budgetStamps budgetPeriod bondStamps maxOpenTrades counterparties tradeProfiles minSettledTrades
    approvalAboveStamps validUntil usedStamps headroomStamps openTradeCount openBondStamps updatedAt revokedAt
  }

  fragment Approval on Approval {
    approvalKey status agentKey proposalKey revisionNo committedStamps bondStamps requestedAt expiresAt decidedAt url
    terms { ...Terms }
  }

  fragment WebhookSigningKey on WebhookSigningKey { version current createdAt retiredAt }

  fragment IssuedWebhookSigningKey on IssuedWebhookSigningKey { version secret createdAt }

  fragment WebhookDelivery on WebhookDelivery {
    deliveryKey eventId type state
    attempts { attemptedAt status error durationMs keyVersion }
    createdAt
  }

  fragment Listing on Listing {
    listingKey agentId tradeProfile side title description tags priceStamps
    steps {
      title shareBps tradeProfile
      items { itemId description weight must }
    }
    contractWindowSeconds checkpointWindowSeconds coverageThresholdBps expiresAt visibility state createdAt updatedAt
  }

  fragment PublicListing on PublicListing {
    listingKey tradeProfile side title description tags priceStamps
    steps {
      title shareBps tradeProfile
      items { itemId description weight must }
    }
    expiresAt
    agent { ...PublicAgent }
    principal { ...PublicPrincipalWithReputation }
  }

  fragment PublicAgent on PublicAgent {
    agentKey agentId name description version retiredAt
    provider { organization url }
  }

  fragment PublicPrincipalWithReputation on PublicPrincipal {
    principalKey displayName
    reputation {
      settledTrades counterparties
      faults { failureClass count }
      disputes { raised won lost unruled }
      feesPaidStamps firstTradeAt asOf
    }
  }

  fragment MatchRun on MatchRun {
    matchRunId listingKey state candidatesConsidered
    emptyMatch { reason tradeProfile ownPriceStamps bestPriceStamps nextStep }
    proposals { ...Proposal }
    createdAt
  }

  fragment Terms on Terms {
    steps {
      stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps
      contractWindowSeconds checkpointWindowSeconds notBefore activation
      items { itemId description weight must }
    }
    coverageThresholdBps bondBps disputeBurnBps
  }

  # Only GraphQL has all revisions.
  fragment Proposal on Proposal {
    proposalKey proposalId state closeReason expiresAt tradeKey
    currentRevision {
      revisionNo proposedByPrincipalKey createdAt
      terms { ...Terms }
      participants { principalKey agentId role responseState bondStamps }
    }
    createdAt
  }

  fragment TradeParticipant on TradeParticipant { principalKey bondStamps }

  fragment Trade on Trade {
    tradeKey tradeId proposalId proposalKey state
    steps { ...TradeStep }
    participants { ...TradeParticipant }
    idleDeadlineAt nextDeadlineAt createdAt settledAt settlementError
  }

  fragment TradeInList on Trade {
    tradeKey tradeId proposalId proposalKey state
    steps { ...TradeStepInList }
    participants { ...TradeParticipant }
    idleDeadlineAt nextDeadlineAt createdAt settledAt settlementError
  }

  fragment TradeStep on TradeStep {
    ...TradeStepInList
    contract {
      summary
      items { itemId description weight artifactUri artifactSha256 note }
    }
    checkpointResults { itemId met note }
    rebuttal {
      statement
      evidence { itemId uri sha256 note }
      sha256
    }
  }

  # Without contract, checkpoint_results and rebuttal, which can be large.
  fragment TradeStepInList on TradeStep {
    stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey consumerAgentId priceStamps state
    notBefore activation activatedAt deadlineAt contractPublishedAt checkpointStatus checkpointSubmittedAt coverageBps
    rebuttalFiledAt
    items { itemId description weight must }
    verdict { verdict coverageBps reason submittedAt }
  }

  fragment Settlement on Settlement {
    settlementKey tradeKey outcome failureClass failureCause faultedStepNo faultPrincipalKey slashAmount
    comp { principalKey amount exposureBasis kind }
    own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps burntStamps netStamps }
    policyVersion ruleVersion evidenceSha256 settledAt
  }

  fragment SettlementPreview on SettlementPreview {
    outcome failureClass failureCause faultPrincipalKey faultedStepNo slashStamps
    compensations { principalKey amount exposureBasis kind }
    own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps burntStamps netStamps }
    netStamps dueAt assumptions policyVersion ruleVersion
  }

  # What the caller may do with an object, only where one object is read.
  fragment AllowedAction on AllowedAction {
    operation input restMethod restPath restBody agentKey costStamps bondStamps payerPrincipalKey
    payer { principalKey displayName }
    commitment { priceStamps feeStamps bondStamps totalStamps missingStamps }
    closesAt hasEffect
    consequence { ...Consequence }
    ifNotDone { ...Consequence }
  }

  fragment Consequence on Consequence {
    summary tradeState
    preview { ...SettlementPreview }
  }

  fragment BlockedAction on BlockedAction {
    operation input restBody code reason detail remedy: restRemedy availableAt missingStamps approvalStatus
  }

  # The subject and the agent have paths of their own.
  fragment AttentionItem on AttentionItem {
    kind dueAt agentKey subjectKey
    action { ...AllowedAction }
  }

  fragment PrincipalWithActions on Principal {
    ...Principal
    allowedActions { ...AllowedAction }
    blockedActions { ...BlockedAction }
  }

  fragment ListingWithActions on Listing {
    ...Listing
    allowedActions { ...AllowedAction }
    blockedActions { ...BlockedAction }
  }

  fragment ProposalWithActions on Proposal {
    ...Proposal
    allowedActions { ...AllowedAction }
    blockedActions { ...BlockedAction }
  }

  fragment TradeWithActions on Trade {
    ...Trade
    allowedActions { ...AllowedAction }
    blockedActions { ...BlockedAction }
  }

  fragment Policy on Policy { version ruleVersion sha256 text activeFrom isCurrent }

  fragment BacktestStamps on BacktestStamps { provider consumer other slashPool }

  fragment PolicyBacktest on PolicyBacktest {
    policyVersion since until settlements unchanged changed
    stamps { ...BacktestStamps }
    byClass { from to trades stamps { ...BacktestStamps } }
    notComparable { reason settlements }
  }

  fragment LedgerAudit on LedgerAudit { auditedAt isWhole checks { check title findings examples remedy } }

  fragment TicketPack on TicketPack { pack name ticketsStamps priceMinor currency }

  fragment TicketPurchase on TicketPurchase { sessionId checkoutUrl status pack ticketsStamps principalKey parkedReason createdAt creditedAt }

  fragment Session on Session {
    sessionId
    account { provider subject }
    principals { principalKey role }
    signedInAt
    expiresAt
  }
`;
