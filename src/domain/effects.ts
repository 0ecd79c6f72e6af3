import type { ApprovalRequest } from './parties/approval-types';
import type { NewFact } from './trades/fact-types';
import type {
  Listing,
  MatchRun,
  Proposal,
  ProposalPair,
  ProposalParticipant,
  ProposalRevision,
  Settlement,
  SettlementParty,
  Trade,
  TradeParticipant,
  TradeStep,
} from './types';

/**
 * The changes of one decision: rows, ledger journals and events.
 *
 * The database applies them in one statement. A row replaces the stored row completely.
 */
export interface Effects {
  readonly listings?: readonly Listing[];
  readonly matchRuns?: readonly MatchRun[];
  readonly proposals?: readonly Proposal[];
  readonly revisions?: readonly ProposalRevision[];
  readonly proposalParticipants?: readonly ProposalParticipant[];
  /** The listings of a new proposal. An open pair is not proposed again. */
  readonly pairs?: readonly ProposalPair[];
  /** A fact for each act on a trade. The database chains them. */
  readonly facts?: readonly NewFact[];
  readonly trades?: readonly Trade[];
  readonly tradeParticipants?: readonly TradeParticipant[];
  readonly steps?: readonly TradeStep[];
  readonly settlements?: readonly Settlement[];
  readonly settlementParties?: readonly SettlementParty[];
  /** Stamps for escrow and fees, which count against the daily spend limit. */
  readonly spends?: readonly Spend[];
  /** Commitments of agents with a mandate. The database removes or ends a commitment with its proposal or trade. */
  readonly commitments?: readonly Commitment[];
  /** Requests for approvals, which a refused decision writes. */
  readonly approvals?: readonly ApprovalRequest[];
  /** Mandates whose budget was too small, which a refused decision records. */
  readonly exhaustions?: readonly Exhaustion[];
  readonly events?: readonly NewEvent[];
  /** Written last. The list has no journal without lines. */
  readonly journals?: readonly Journal[];
}

/** Time and ids for a decision: the database clock, and UUIDv7 values of that instant. */
export interface DecisionContext {
  readonly now: Date;
  /** Key of the principal, human or platform credential that acts; absent for a worker. */
  readonly actor?: string | undefined;
  /** Hex SHA-256 of the caller's `signatureBase`; absent for a worker. */
  readonly requestDigest?: string | undefined;
  newId(): string;
}

export interface Spend {
  readonly principalId: string;
  readonly stamps: bigint;
}

/** The commitment of an agent that accepts a revision: prices and fees of its own steps, and its bond. */
export interface Commitment {
  readonly proposalId: string;
  readonly principalId: string;
  readonly agentId: string;
  readonly revisionNo: number;
  /** With the bond. */
  readonly stamps: bigint;
  readonly bondStamps: bigint;
  readonly committedAt: Date;
}

/** The first commitment of a budget period for which the rest of a mandate's budget was too small. */
export interface Exhaustion {
  readonly agentId: string;
  readonly proposalId: string;
  readonly exhaustedAt: Date;
  /** The use that the decision has read. An earlier mutation of the request, which the refusal undoes, can be part of it. */
  readonly usedStamps: bigint;
  /** As the decision has read it. The write checks it, because it has no locks of the decision. */
  readonly lastExhaustedAt: Date | null;
}

/** A ledger account, identified by its owner (docs/concepts/ledger.md). */
export type Account =
  | { readonly kind: 'ticket' | 'bond_available'; readonly principal_id: string }
  | { readonly kind: 'trade_bond'; readonly trade_id: string; readonly principal_id: string }
  /** `principal_id` is the consumer of the step, who pays the escrow. */
  | {
      readonly kind: 'trade_escrow';
      readonly trade_id: string;
      readonly step_no: number;
      readonly principal_id: string;
    }
  | { readonly kind: 'wallet'; readonly human_id: string }
  | { readonly kind: 'platform_fee' | 'slash_pool' | 'stripe_clearing' };

/** One line: moves `amount` > 0 from `debit` to `credit`. */
export interface Line {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: bigint;
}

export const transferKinds = [
  'ticket_purchase',
  'wallet_fund',
  'wallet_return',
  'bond_reserve',
  'bond_release',
  'listing_fee',
  'trade_bond',
  'activation',
  'settlement',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export interface Journal {
  readonly journalId: string;
  /** Derived from the cause, for example `trade:{id}:settle`, so that a cause has at most one journal. */
  readonly idemKey: string;
  readonly kind: TransferKind;
  readonly tradeId: string | null;
  readonly lines: readonly Line[];
}

export const eventTypes = [
  'trade.completed',
  'trade.failed',
  'proposal.created',
  'proposal.countered',
  'proposal.accepted',
  'proposal.rejected',
  'trade.created',
  'trade.step_activated',
  'trade.contract_published',
  'trade.checkpoint_submitted',
  'trade.rebuttal_filed',
  'trade.deadline_extended',
  'policy.announced',
  'approval.requested',
  'approval.decided',
  'mandate.exhausted',
  'tickets.credited',
  'webhook.disabled',
] as const;
export type EventType = (typeof eventTypes)[number];

/** An event for one principal. `data` has REST names and always `principal_key`. */
export interface NewEvent {
  readonly eventId: string;
  readonly principalId: string;
  readonly type: EventType;
  readonly subjectKey: string;
  readonly tradeId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}
