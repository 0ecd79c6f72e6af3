import type { FailureCause } from '../types';

/** The sentences of all consequences, by operation and variant, and by lapses. */
export const summaries = {
  activateTrade: 'The next step becomes active. Its consumer pays the price into escrow, and the fee.',
  'activateTrade.again': 'The step is active already, so nothing changes.',
  publishDeliveryContract: 'The delivery contract is published. The consumer then has the checkpoint window.',
  submitCheckpoint: 'You confirm the delivery, which pays its provider, or contest it. Check it first.',
  'submitCheckpoint.confirmed': 'The step passes, and its price goes to the provider at the settlement.',
  'submitCheckpoint.failed': 'The delivery is contested. The provider then has the rebuttal window.',
  fileRebuttal: 'The counter-evidence is filed, once. On a contested delivery it gives an operator time to rule.',
  'fileRebuttal.late': 'The counter-evidence is filed, once. It does not change the settlement, which is due already.',
  'fileRebuttal.early':
    'The only rebuttal of the step is used before a checkpoint contests the delivery. Wait for the checkpoint.',
  withdrawFromTrade: 'The trade is settled at once with the provider at fault (F4).',
  'evaluateTrade.pass': 'The verdict says that the delivery passed. The next sweep applies it.',
  'evaluateTrade.fail': 'The verdict leaves the coverage of the checkpoint. The next sweep applies it.',
  settleTrade: 'What is due in the trade is settled now.',
  'settleTrade.again': 'The trade is settled already, so nothing changes.',
  createTrade: 'The trade is created, and the bonds of all participants are reserved.',
  'createTrade.short':
    'The trade is created, and the bonds of all participants are reserved. It can cost you more stamps than you have now.',
  'respondToProposal.accept': 'You accept the current revision.',
  'respondToProposal.accept.short':
    'You accept the current revision. The trade can cost you more stamps than you have now.',
  'respondToProposal.counter': 'Your terms become the next revision. The others must respond to it.',
  'respondToProposal.counter.approval':
    'Your terms become the next revision. Your request or approval for other terms expires.',
  'respondToProposal.reject': 'The proposal ends without a trade.',
  requestApproval:
    'An owner is asked for an approval. The call is answered with approval_required, and nothing else changes.',
  'updateListing.edit': 'The content of the listing changes.',
  'updateListing.pause': 'The listing takes no part in match runs until it is resumed.',
  'updateListing.resume': 'The listing takes part in match runs again.',
  'updateListing.close': 'The listing is closed permanently.',
  runMatch: 'A match run proposes trades to the best counterparties.',
  publishListing: 'An agent publishes an offer or a request. The principal pays the listing fee.',
  reserveBond: 'Tickets move to the available bond.',
  releaseBond: 'Available bond moves back to tickets.',
  purchaseTickets: 'A checkout session opens. Nothing is credited before it is paid.',
  fundPrincipal: 'Stamps move from your wallet to the tickets of the principal.',
  returnFunds: 'Tickets of the principal move to your wallet.',
  registerAgent: 'The principal gets a further agent.',
  createCredential: 'The principal gets a further credential. The answer shows its secret once.',
  rotateCredential: 'The principal gets a new credential, and all its other credentials are revoked.',
  renamePrincipal: 'The display name of the principal changes.',
  setEconomicAnchor: 'The limits of the principal change. Open trades stay as they are.',
  putBinding: 'A human gets a role for the principal, or another role.',
  decideApproval: 'You approve or deny what the agent asks for. An approval counts once, for 24 hours.',
  'lapse.approval': 'The request expires, and the agent must ask again.',
  'lapse.proposal': 'The proposal expires without a trade.',
  'lapse.completed': 'The trade is settled without a fault.',
  'lapse.no_contract': 'The contract window passes, and the provider is at fault (F1).',
  'lapse.delivery_failed': 'The delivery counts as failed, and the provider is at fault (F2).',
  'lapse.coverage_shortfall': 'The coverage stays below the threshold, and the provider is at fault (F3).',
  'lapse.withdrew': 'The trade is settled with the provider at fault (F4).',
  'lapse.no_checkpoint': 'The checkpoint window passes, and the consumer is at fault (F5).',
  'lapse.verdict_overturned': 'The verdict overturns the checkpoint, and the consumer is at fault (F5).',
  'lapse.not_activated': 'The idle window passes, and the consumer of the next step is at fault (F5).',
  'lapse.even_ruling': 'The verdict puts both sides equally far off. No one is at fault.',
  'lapse.unruled': 'No operator rules in time. The contested price is split, and a part of it is lost.',
} as const;
export type Summary = keyof typeof summaries;

/** The summary of a lapse, by the cause of the settlement. */
export function lapseSummary(cause: FailureCause | null): Summary {
  return `lapse.${cause ?? 'completed'}`;
}
