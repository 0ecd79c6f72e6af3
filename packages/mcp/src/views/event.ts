/** Events of the principal. Their data may have text of a counterparty, so most of it is not shown. */

/** All types of events, also for the schema that a model reads. */
export const EVENT_TYPES = [
  'PROPOSAL_CREATED',
  'PROPOSAL_COUNTERED',
  'PROPOSAL_ACCEPTED',
  'PROPOSAL_REJECTED',
  'TRADE_CREATED',
  'TRADE_STEP_ACTIVATED',
  'TRADE_CONTRACT_PUBLISHED',
  'TRADE_CHECKPOINT_SUBMITTED',
  'TRADE_REBUTTAL_FILED',
  'TRADE_DEADLINE_EXTENDED',
  'TRADE_COMPLETED',
  'TRADE_FAILED',
  'APPROVAL_REQUESTED',
  'APPROVAL_DECIDED',
  'MANDATE_EXHAUSTED',
  'TICKETS_CREDITED',
  'POLICY_ANNOUNCED',
  'WEBHOOK_DISABLED',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface Event {
  readonly cursor: string;
  readonly type: string;
  readonly sequence: number;
  readonly subjectKey: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly trade: { readonly tradeKey: string } | null;
}

export const EVENT_FIELDS = 'cursor type sequence subjectKey timestamp data trade { tradeKey }';

const STATUS = /^[a-z_]{1,30}$/;
const PROPOSAL_KEY = /^prp_[0-9a-z]{26}$/;

/** Shows an event. An approval also has its proposal and its status, which say what to repeat. */
export function viewEvent({ cursor: _cursor, data, trade, ...event }: Event): object {
  const view = { ...event, tradeKey: trade?.tradeKey ?? null };
  if (!event.type.startsWith('APPROVAL_')) return view;
  return {
    ...view,
    proposalKey: textOf(data['proposal_key'], PROPOSAL_KEY),
    approvalStatus: textOf(data['status'], STATUS)?.toUpperCase() ?? null,
  };
}

function textOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' && form.test(value) ? value : null;
}
