import type { EventType } from '../effects';
import type { Prefix } from '../keys';
import type { ApprovalDecision } from '../parties/approval-types';
import type { BudgetPeriod } from '../parties/mandate';
import type { ProposalState, TradeState } from '../types';
import { enumValues } from './enum-values';
import { settlementSchema } from './settlement-schema';
import type { DisableReason } from './webhook';

/** JSON Schema 2020-12 of one value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The documented form of an event type. `npm run generate` writes it into documents; a test compares it with real events. */
export interface EventForm {
  /** When the event is written. */
  readonly when: string;
  /** Principals that get it, each an event of its own. */
  readonly recipients: string;
  /** Object that `subject_key` names. */
  readonly subject: keyof typeof SUBJECT_PREFIX;
  /** Members of `data`. */
  readonly members: Readonly<Record<string, JsonSchema>>;
  /** Members that can be absent. */
  readonly optional: readonly string[];
}

/** Prefixes of the keys in events. Each needs an example in `scripts/event-documents.ts`, which the types require. */
export type EventKeyPrefix = Extract<Prefix, 'evt' | 'prn' | 'prp' | 'apr' | 'trd' | 'agt' | 'stl'>;

/** Prefix of `subject_key` for each kind of subject. */
const SUBJECT_PREFIX = {
  trade: 'trd',
  proposal: 'prp',
  approval: 'apr',
  principal: 'prn',
  agent: 'agt',
} as const satisfies Readonly<Record<string, EventKeyPrefix>>;

const key = (prefix: EventKeyPrefix, description: string): JsonSchema => ({
  type: 'string',
  pattern: `^${prefix}_[0-9a-z]{26}$`,
  description,
});
const id = (description: string): JsonSchema => ({ type: 'string', format: 'uuid', description });
const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const oneOf = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
const count = (description: string, minimum = 1): JsonSchema => ({ type: 'integer', minimum, description });

const principalKey = key('prn', 'Key of the principal that gets the event.');

const ofTrade = {
  principal_key: principalKey,
  trade_key: key('trd', 'Key of the trade.'),
  trade_id: id('UUID of the trade.'),
  proposal_id: id('UUID of the proposal that became the trade.'),
  state: oneOf(
    enumValues<TradeState>({
      bond_reserved: true,
      executing: true,
      confirming: true,
      completed: true,
      failed: true,
      compensated: true,
    }),
    'State of the trade after the change.',
  ),
  step_no: count('Number of the step that the event is about, from 1.'),
};

const ofProposal = {
  principal_key: principalKey,
  proposal_key: key('prp', 'Key of the proposal.'),
  proposal_id: id('UUID of the proposal.'),
  state: oneOf(
    enumValues<ProposalState>({ proposed: true, countered: true, accepted: true, rejected: true }),
    'State of the proposal after the change.',
  ),
  revision_no: count('Number of the current revision, from 1.'),
};

const settlement = settlementSchema(key, time);

const participants = 'Every participant of the trade.';
const trade = (when: string, more: Partial<EventForm> = {}): EventForm => ({
  when,
  recipients: participants,
  subject: 'trade',
  members: ofTrade,
  optional: [],
  ...more,
});
const proposal = (when: string): EventForm => ({
  when,
  recipients: 'Every participant of the proposal.',
  subject: 'proposal',
  members: ofProposal,
  optional: [],
});

const approval = (when: string, statuses: readonly string[]): EventForm => ({
  when,
  recipients: 'The principal of the agent.',
  subject: 'approval',
  members: {
    principal_key: principalKey,
    approval_key: key('apr', 'Key of the approval.'),
    agent_key: key('agt', 'Key of the agent that asked.'),
    proposal_key: key('prp', 'Key of the proposal.'),
    proposal_id: id('UUID of the proposal.'),
    revision_no: count('Number of the revision that the agent commits to. That of a counter does not exist yet.'),
    status: oneOf(statuses, 'Status of the approval after the change.'),
    committed_stamps: count('Stamps that the agent would commit, with the bond.', 0),
    bond_stamps: count('Stamps of the bond.', 0),
    expires_at: time(
      'Time until which an owner can decide, or until which the approval counts, unless the proposal ends before.',
    ),
  },
  optional: [],
});

const { step_no: _, ...withoutStep } = ofTrade;

export const eventForms: Readonly<Record<EventType, EventForm>> = {
  'trade.completed': trade('The trade settled, and all its steps passed.', {
    members: { ...withoutStep, settlement },
  }),
  'trade.failed': trade('The trade settled with a failure class: outcome `failed` or `compensated`.', {
    members: { ...ofTrade, step_no: count('Number of the step that has the failure class, from 1.'), settlement },
    optional: ['step_no'],
  }),
  'proposal.created': proposal('A match run made the proposal.'),
  'proposal.countered': proposal('A participant proposed other terms, which are the new revision.'),
  'proposal.accepted': proposal('The last participant accepted the current revision.'),
  'proposal.rejected': proposal('A participant rejected the proposal, or it expired.'),
  'trade.created': trade('A participant created the trade, and the bonds were reserved.', { members: withoutStep }),
  'trade.step_activated': trade('A participant activated the step, and its price went into escrow.'),
  'trade.contract_published': trade('The provider published the delivery contract of the step.'),
  'trade.checkpoint_submitted': trade('The consumer submitted the checkpoint of the step.'),
  'trade.rebuttal_filed': trade('The provider filed the rebuttal of the step.'),
  'policy.announced': {
    when: 'An operator announced the settlement policy of future trades.',
    recipients: 'Every principal with an active listing, an open proposal or an open trade.',
    subject: 'principal',
    members: {
      principal_key: principalKey,
      policy_version: { type: 'string', description: 'Version of the settlement policy.' },
      rule_version: { type: 'string', description: 'Version of its rule set.' },
      effective_at: time('Time from which new trades have the policy.'),
    },
    optional: [],
  },
  'trade.deadline_extended': trade('The service was closed, so it moved a deadline of the trade.', {
    members: {
      ...ofTrade,
      deadline_at: time('The new deadline.'),
      reason: oneOf(['service_closed'], 'Why the deadline moved.'),
      closed: {
        type: 'object',
        description: 'The period in which the service was closed.',
        properties: {
          from: time('Begin of the period.'),
          to: time('End of the period.'),
          seconds: count('Length of the period in seconds.'),
        },
        required: ['from', 'to', 'seconds'],
      },
    },
    optional: ['step_no'],
  }),
  'approval.requested': approval('An agent asked for an approval of an owner.', ['pending']),
  'approval.decided': approval(
    'An owner approved or denied what an agent asked for.',
    enumValues<ApprovalDecision>({ approved: true, denied: true }),
  ),
  'mandate.exhausted': {
    when: 'The rest of the budget of a mandate was too small for a commitment of its agent. It is written once in a period of the budget, and again after an owner sets the mandate.',
    recipients: 'The principal of the agent.',
    subject: 'agent',
    members: {
      principal_key: principalKey,
      agent_key: key('agt', 'Key of the agent.'),
      proposal_key: key('prp', 'Key of the proposal.'),
      proposal_id: id('UUID of the proposal.'),
      revision_no: count('Number of the revision that was refused. That of a counter does not exist.'),
      committed_stamps: count('Stamps that the agent would have committed, with the bond.', 0),
      budget_stamps: count('Stamps of the budget.', 0),
      budget_period: oneOf(
        enumValues<BudgetPeriod>({ day: true, week: true, month: true, total: true }),
        'Period of the budget, by the calendar in UTC.',
      ),
      headroom_stamps: count('Stamps that are left in the budget.', 0),
    },
    optional: [],
  },
  'tickets.credited': {
    when: 'The payment of a purchase was verified, and its tickets were credited.',
    recipients: 'The principal of the purchase.',
    subject: 'principal',
    members: {
      principal_key: principalKey,
      session_id: { type: 'string', description: 'Id of the checkout session at the payment processor.' },
      tickets_stamps: count('Credited tickets, in stamps.'),
    },
    optional: [],
  },
  'webhook.disabled': {
    when: 'The service stopped the deliveries to an agent. This event is never sent by webhook.',
    recipients: 'The principal of the agent.',
    subject: 'agent',
    members: {
      principal_key: principalKey,
      agent_key: key('agt', 'Key of the agent.'),
      reason: oneOf(
        enumValues<DisableReason>({ gone: true, failing: true }),
        '`gone`: the receiver answered 410. `failing`: no success for 120 hours.',
      ),
    },
    optional: [],
  },
};

/** JSON Schema of a whole event: the body of a webhook, and an item of `GET …/events`. */
export function eventSchema(type: EventType): JsonSchema {
  const { when, subject, members, optional } = eventForms[type];
  const eventKey = key(
    'evt',
    'Key of the event, the same in every transport. Drop an event whose key you have handled.',
  );
  const properties = {
    id: eventKey,
    event_id: { ...eventKey, description: 'The same value as `id`.' },
    type: { const: type, description: 'Type of the event.' },
    timestamp: time('Time of the change.'),
    sequence: count('Number of the event in the log of the principal, from 1, without gaps.'),
    cursor: { type: 'string', description: 'Opaque position. Pass it as `after` to continue.' },
    subject_key: key(SUBJECT_PREFIX[subject], `Key of the ${subject} that the event is about.`),
    data: {
      type: 'object',
      description: 'Data of the event, with the names of REST.',
      properties: members,
      required: Object.keys(members).filter((name) => !optional.includes(name)),
    },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: `${when} Later versions may add members, so ignore unknown ones.`,
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
}
