/**
 * Independent model of the service in plain data: docs/concepts/trade.md and docs/concepts/settlement.md. It calls
 * nothing of src/domain, so both can agree only if both are right. Times are whole seconds since the model began.
 */

/** An instant with a sequence number, so that deadlines of the same second have an order. */
export interface At {
  readonly time: number;
  readonly seq: number;
}

export interface Party {
  readonly key: string;
  tickets: number;
  bondAvailable: number;
  maxOpenTrades: number;
  bondLimit: number;
  dailyLimit: number;
  readonly spent: Map<number, number>;
}

export interface PlannedStep {
  readonly provider: number;
  readonly consumer: number;
  readonly price: number;
  readonly contractWindow: number;
  readonly checkpointWindow: number;
  /** The agreed items; null: the contract lists its own. */
  readonly items: readonly AgreedItem[] | null;
}

export interface AgreedItem {
  readonly weight: number;
  readonly must: boolean;
}

export interface Proposal {
  readonly key: string;
  readonly combo: number;
  readonly members: readonly number[];
  readonly steps: readonly PlannedStep[];
  readonly threshold: number;
  readonly burn: number;
  state: 'countered' | 'accepted' | 'rejected';
  readonly pending: Set<number>;
  expires: number;
  /** Second of the rejection by a party. */
  rejected: number | null;
  trade: Trade | null;
}

export interface Checkpoint {
  readonly status: 'confirmed' | 'failed';
  readonly coverage: number;
  readonly at: At;
}

export interface Step extends PlannedStep {
  readonly no: number;
  state: 'pending' | 'active' | 'passed' | 'failed' | 'cancelled';
  fee: number;
  deadline: At | null;
  weights: readonly number[] | null;
  checkpoint: Checkpoint | null;
  rebutted: boolean;
  /** Whether a rebuttal in time answers the checkpoint. */
  disputed: boolean;
  verdict: { readonly verdict: 'pass' | 'fail'; readonly coverage: number; readonly at: At } | null;
}

export interface Award {
  readonly party: number;
  readonly amount: number;
  readonly basis: number;
  readonly kind: 'step_counterparty' | 'downstream';
}

export interface Side {
  readonly paid: number;
  readonly received: number;
  readonly fees: number;
  readonly released: number;
  readonly slashed: number;
  readonly compensation: number;
  readonly burnt: number;
}

export interface End {
  readonly outcome: 'completed' | 'failed' | 'compensated';
  readonly failureClass: string | null;
  readonly cause: string | null;
  readonly stepNo: number | null;
  readonly fault: number | null;
  readonly slash: number;
  readonly comp: readonly Award[];
  readonly sides: ReadonlyMap<number, Side>;
  readonly at: number;
}

export interface Trade {
  key: string;
  readonly members: readonly number[];
  readonly steps: readonly Step[];
  readonly threshold: number;
  readonly burn: number;
  readonly bonds: ReadonlyMap<number, number>;
  state: 'bond_reserved' | 'executing' | 'confirming' | 'completed' | 'failed' | 'compensated';
  idle: At | null;
  end: End | null;
}

/** Settings of the service. Windows are in seconds. */
export const settings = {
  listingFee: 10,
  feeBps: 100,
  bondBps: 2000,
  idleWindow: 5000,
  rebuttalWindow: 2000,
  evaluationWindow: 6000,
  proposalTtl: 20_000,
} as const;

export const DAY = 86_400;

/** The policies whose trades are played. */
export type Policy = 'slash_policy_v1' | 'slash_policy_v1.1';

export class Model {
  time = 0;
  private seq = 0;
  readonly proposals: Proposal[] = [];
  readonly trades: Trade[] = [];

  /** `epoch` is the time 0 in seconds since 1970. The daily limit needs it. */
  constructor(
    readonly epoch: number,
    readonly parties: readonly Party[],
    readonly policy: Policy,
  ) {}

  /** Whether the rules are those of `rules_v1.1`. */
  get isNew(): boolean {
    return this.policy === 'slash_policy_v1.1';
  }

  party(index: number): Party {
    const party = this.parties[index];
    if (party === undefined) throw new Error('no such party');
    return party;
  }

  /** The instant `seconds` from now. */
  in(seconds: number): At {
    this.seq += 1;
    return { time: this.time + seconds, seq: this.seq };
  }

  /** Whether the instant has come. The instant of a deadline itself is late. */
  due(at: At | null): boolean {
    return at !== null && at.time <= this.time;
  }

  get today(): number {
    return Math.floor((this.epoch + this.time) / DAY);
  }

  spend(index: number, stamps: number): void {
    const party = this.party(index);
    party.tickets -= stamps;
    party.spent.set(this.today, (party.spent.get(this.today) ?? 0) + stamps);
  }

  openTrades(index: number): Trade[] {
    return this.trades.filter((trade) => trade.end === null && trade.members.includes(index));
  }

  reserved(index: number): number {
    return this.openTrades(index).reduce((sum, trade) => sum + (trade.bonds.get(index) ?? 0), 0);
  }
}

export function later(a: At, b: At): At {
  return a.time > b.time || (a.time === b.time && a.seq > b.seq) ? a : b;
}

export const ceilDiv = (a: number, b: number): number => Math.floor((a + b - 1) / b);
export const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
export const terminal = (trade: Trade): boolean => trade.end !== null;
export const activeOf = (trade: Trade): Step | undefined => trade.steps.find((step) => step.state === 'active');
export const nextOf = (trade: Trade): Step | undefined => trade.steps.find((step) => step.state === 'pending');
