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
 * What a decision does to the world, as data: rows to put, stamps to move, events to tell. The store applies all of it
 * in one statement (architecture §1, performance §2). A put row replaces the stored one whole.
 */
export interface Effects {
  readonly listings?: readonly Listing[];
  readonly matchRuns?: readonly MatchRun[];
  readonly proposals?: readonly Proposal[];
  readonly revisions?: readonly ProposalRevision[];
  readonly proposalParticipants?: readonly ProposalParticipant[];
  /** Which listings a new proposal is made from: an open pair is not proposed again. */
  readonly pairs?: readonly ProposalPair[];
  readonly trades?: readonly Trade[];
  readonly tradeParticipants?: readonly TradeParticipant[];
  readonly steps?: readonly TradeStep[];
  readonly settlements?: readonly Settlement[];
  readonly settlementParties?: readonly SettlementParty[];
  /** Stamps that left a principal's tickets today for escrow or fees (contract §7, Limits). */
  readonly spends?: readonly Spend[];
  readonly events?: readonly NewEvent[];
  /** Written last. A journal without lines is left out by whoever makes it. */
  readonly journals?: readonly Journal[];
}

/** Time and identity come into the domain from outside: `now` is the database clock, `newId` a UUIDv7 of that instant. */
export interface DecisionContext {
  readonly now: Date;
  newId(): string;
}

export interface Spend {
  readonly principalId: string;
  readonly stamps: bigint;
}

/** An account of the ledger (ledger.md §1), named by what it belongs to. */
export type Account =
  | { readonly kind: 'ticket' | 'bond_available'; readonly principal_id: string }
  | { readonly kind: 'trade_bond'; readonly trade_id: string; readonly principal_id: string }
  /** `principal_id` is the step's consumer: whose escrow it is. */
  | {
      readonly kind: 'trade_escrow';
      readonly trade_id: string;
      readonly step_no: number;
      readonly principal_id: string;
    }
  | { readonly kind: 'wallet'; readonly human_id: string }
  | { readonly kind: 'platform_fee' | 'slash_pool' | 'stripe_clearing' };

/** One posting: `amount` > 0 leaves `debit` and arrives at `credit`. */
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
  /** Derived, so that one cause can have one journal only: `trade:{id}:settle`, `stripe:session:{id}` (ledger.md §3). */
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
  'tickets.credited',
  'webhook.disabled',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One event for one principal concerned (events.md §1); `data` has REST names and always `principal_key`. */
export interface NewEvent {
  readonly eventId: string;
  readonly principalId: string;
  readonly type: EventType;
  readonly subjectKey: string;
  readonly tradeId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}
