import { MAX_QUOTA } from '../domain/parties/quotas';
import { integer } from './kinds';

const quota = integer(0, MAX_QUOTA);

/** Quotas of a new principal, and of a human. An operator changes those of a principal in its economic anchor. */
export const quotaRows = {
  maxAgents: { name: 'ATS_MAX_AGENTS', kind: quota, default: 100, why: 'Agents of a new principal.' },
  maxCardBytes: {
    name: 'ATS_MAX_CARD_BYTES',
    kind: quota,
    default: 2_097_152,
    why: 'Bytes of the agent cards of a new principal.',
  },
  maxCredentials: {
    name: 'ATS_MAX_CREDENTIALS',
    kind: quota,
    default: 25,
    why: 'Live credentials of a new principal.',
  },
  maxBindings: { name: 'ATS_MAX_BINDINGS', kind: quota, default: 100, why: 'Bindings of a new principal.' },
  matchRunsPerDay: {
    name: 'ATS_MATCH_RUNS_PER_DAY',
    kind: quota,
    default: 10_000,
    why: 'Match runs of a new principal in one UTC day.',
  },
  changesPerDay: {
    name: 'ATS_CHANGES_PER_DAY',
    kind: quota,
    default: 1_000,
    why: 'Changes of a new principal in one UTC day: credentials, keys, bindings, agents, mandates, approvals, redeliveries and checkouts.',
  },
  openProposalsPerCounterparty: {
    name: 'ATS_OPEN_PROPOSALS_PER_COUNTERPARTY',
    kind: quota,
    default: 50,
    why: 'Proposals of a new principal to one counterparty that are open, or were rejected within a day.',
  },
  principalsPerHuman: {
    name: 'ATS_PRINCIPALS_PER_HUMAN',
    kind: quota,
    default: 20,
    why: 'Principals that one human may provision.',
  },
  keptAnswerBytes: {
    name: 'ATS_KEPT_ANSWER_BYTES',
    kind: quota,
    default: 268_435_456,
    why: 'Bytes of answers that are kept for the idempotency keys of free calls, for a new principal and for each human.',
  },
} as const;
