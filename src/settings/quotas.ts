import { MAX_QUOTA } from '../domain/parties/quotas';
import { type Required, row } from './definition';
import { integer } from './kinds';

function quota(name: string, value: number, why: string): Required<number> {
  return row(name, integer(0, MAX_QUOTA), value, why);
}

/** Quotas of a new principal, and of a human. An operator changes those of a principal in its economic anchor. */
export const quotaRows = {
  maxAgents: quota('ATS_MAX_AGENTS', 100, 'Agents of a new principal.'),
  maxCardBytes: quota('ATS_MAX_CARD_BYTES', 2_097_152, 'Bytes of the agent cards of a new principal.'),
  maxCredentials: quota('ATS_MAX_CREDENTIALS', 25, 'Live credentials of a new principal.'),
  maxBindings: quota('ATS_MAX_BINDINGS', 100, 'Bindings of a new principal.'),
  matchRunsPerDay: quota('ATS_MATCH_RUNS_PER_DAY', 10_000, 'Match runs of a new principal in one UTC day.'),
  changesPerDay: quota(
    'ATS_CHANGES_PER_DAY',
    1_000,
    'Changes of a new principal in one UTC day: credentials, keys, bindings, agents, mandates, approvals, redeliveries and checkouts.',
  ),
  openProposalsPerCounterparty: quota(
    'ATS_OPEN_PROPOSALS_PER_COUNTERPARTY',
    50,
    'Proposals of a new principal to one counterparty that are open, or were rejected within a day.',
  ),
  principalsPerHuman: quota('ATS_PRINCIPALS_PER_HUMAN', 20, 'Principals that one human may provision.'),
  keptAnswerBytes: quota(
    'ATS_KEPT_ANSWER_BYTES',
    268_435_456,
    'Bytes of answers that are stored for the idempotency keys of free calls, for a new principal and for each human.',
  ),
} as const;
