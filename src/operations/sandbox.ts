/** Inputs and answers of the sandbox. Its port is `Sandbox` in context.ts. */

/** The test clock: the time of the service, and the time that it is moving to. */
export interface TestClockStatus {
  readonly nowAt: Date;
  /** Null: the clock is not moving. */
  readonly targetAt: Date | null;
  /** Milliseconds that the clock is ahead of the real time. */
  readonly advancedMs: bigint;
}

/** The work that is due now, and the time at which the next work is due. */
export interface PendingWork {
  readonly trades: number;
  readonly proposals: number;
  readonly listings: number;
  readonly events: number;
  readonly webhooks: number;
  readonly nextAt: Date | null;
}

export interface SandboxStatus {
  readonly clock: TestClockStatus;
  readonly pending: PendingWork;
}

export interface AdvanceClockInput {
  readonly toAt?: Date | null | undefined;
  readonly seconds?: number | null | undefined;
}

export interface GrantTicketsInput {
  readonly principalKey: string;
  readonly pack: string;
}

export const counterpartyStrategies = [
  'honest',
  'silent',
  'late',
  'withdrawing',
  'hollow',
  'short',
  'false_failure',
  'false_shortfall',
  'countering',
] as const;
export type CounterpartyStrategy = (typeof counterpartyStrategies)[number];

export interface SpawnCounterpartyInput {
  readonly strategy: CounterpartyStrategy;
  readonly side: 'provide' | 'consume';
  readonly tradeProfile: string;
  readonly seed: number;
}

export interface Counterparty extends SpawnCounterpartyInput {
  readonly principalKey: string;
  readonly agentKey: string;
  readonly listingKey: string;
  readonly priceStamps: bigint;
}

export type FaultKind = 'drop_after_commit' | 'error_after_commit' | 'duplicate_webhook' | 'reorder_webhooks' | 'slow';

export interface InjectFaultInput {
  readonly kind: FaultKind;
  readonly count: number;
  readonly principalKey?: string | null | undefined;
}

export interface InjectedFault {
  readonly kind: FaultKind;
  readonly count: number;
  /** Null: the fault is for all principals. */
  readonly principalKey: string | null;
}

/** Closes the connection without an answer, after the commit. */
export class DroppedAnswer extends Error {
  override readonly name = 'DroppedAnswer';
}
