/** Types of the classes that have another name than their type. */
export const CLASS_TYPES: Readonly<Record<string, string>> = {
  AgentDetails: 'Agent',
  ConsequencePreview: 'SettlementPreview',
  ListingSummary: 'Listing',
  OperatorPreview: 'SettlementPreview',
  OperatorTrade: 'Trade',
  PrincipalDetails: 'Principal',
  PrincipalName: 'PublicPrincipal',
  ProposalSummary: 'Proposal',
  RegisteredAgent: 'RegisterAgentPayload',
  SettlementEvidence: 'Settlement',
  TradeStepSummary: 'TradeStep',
  TradeSummary: 'Trade',
};

/** The class whose fields another class adds to, so that a function for the first takes both. */
export const BASES: Readonly<Record<string, string>> = {
  AgentDetails: 'Agent',
  Listing: 'ListingSummary',
  OperatorTrade: 'TradeSummary',
  PrincipalDetails: 'Principal',
  Proposal: 'ProposalSummary',
  Trade: 'TradeSummary',
  TradeStep: 'TradeStepSummary',
};

/** Sentences that the description of the type does not have. */
export const CLASS_NOTES: Readonly<Record<string, string>> = {
  AgentDetails: 'With its card.',
  ListingSummary: 'As lists show it: `listings.get` also reads the actions.',
  OperatorPreview: 'With the amounts of each party.',
  OperatorTrade: 'As lists of operators show it: `operator.trade` also reads the texts and the settlement.',
  PrincipalDetails: 'With its limits, their use and its actions.',
  PrincipalName: 'Only its key and its name.',
  ProposalSummary: 'As lists show it: `proposals.get` also reads the actions.',
  SettlementEvidence: 'Only its evidence.',
  TradeStepSummary: 'As lists show it, without the texts of delivery, checkpoint and rebuttal.',
  TradeSummary: 'As lists show it: `trades.get` also reads the texts, the settlement and the actions.',
};

/** Fields whose class is not the one of their type: each act has two previews, and a list has many steps. */
export const PARTS: Readonly<Record<string, string>> = {
  'Consequence.preview': 'ConsequencePreview',
  'TradeGraphNode.principal': 'PrincipalName',
  'TradeSummary.steps': 'TradeStepSummary',
};
