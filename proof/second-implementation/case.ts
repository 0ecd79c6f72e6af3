/** Cases of the differential proof, as both implementations get them. Times are seconds, shares are basis points. */

export interface CaseItem {
  readonly id: string;
  readonly weight: number;
  readonly must: boolean;
}

export interface CaseCheckpoint {
  readonly status: 'confirmed' | 'failed';
  readonly results: readonly { readonly id: string; readonly met: boolean }[] | null;
}

export interface CaseRecord {
  readonly faults: number;
  readonly clean: number;
  /** Owners of the counterparties of the clean trades. */
  readonly owners: number;
}

export interface CaseParty {
  readonly key: string;
  readonly bond: number;
  readonly owners: readonly string[];
  readonly record: CaseRecord;
}

export interface CaseStep {
  readonly no: number;
  readonly provider: string;
  readonly consumer: string;
  readonly price: number;
  readonly state: 'passed' | 'active' | 'pending';
  readonly items: readonly CaseItem[] | null;
  /** The ids of the delivery contract. */
  readonly contract: readonly string[] | null;
  readonly checkpoint: CaseCheckpoint | null;
  readonly rebutted_at: number | null;
  readonly ruling: Ruling | null;
  readonly withdrawn: boolean;
  readonly deadline: number;
}

export type Ruling = 'pass' | 'fail' | number;

interface CaseTerms {
  readonly threshold: number;
  readonly burn: number;
  readonly fee_bps: number;
  readonly parties: readonly CaseParty[];
}

/** An open trade, and what a sweep does with it at `now`. */
export interface TradeCase extends CaseTerms {
  readonly kind: 'trade';
  readonly now: number;
  readonly idle_deadline: number;
  readonly steps: readonly CaseStep[];
}

export interface OfferedItem {
  readonly id: string;
  readonly describes: boolean;
  readonly weighs: boolean;
}

export type Act =
  | { readonly act: 'contract'; readonly at: number; readonly items: readonly OfferedItem[] }
  | { readonly act: 'checkpoint'; readonly at: number; readonly checkpoint: CaseCheckpoint }
  | { readonly act: 'ruling'; readonly at: number; readonly ruling: Ruling }
  | { readonly act: 'rebuttal' | 'withdraw' | 'sweep'; readonly at: number };

/** One step from its activation at time 0, and the acts of its parties in the order of time. */
export interface LifeCase extends CaseTerms {
  readonly kind: 'life';
  readonly contract_window: number;
  readonly checkpoint_window: number;
  readonly rebuttal_window: number;
  readonly evaluation_window: number;
  readonly step: Pick<CaseStep, 'no' | 'provider' | 'consumer' | 'price' | 'items'>;
  readonly acts: readonly Act[];
  /** The time of the last sweep. */
  readonly end: number;
}

export type Case = TradeCase | LifeCase;

export interface SettledAnswer {
  readonly action: 'settle';
  readonly outcome: string;
  readonly class: string | null;
  readonly cause: string | null;
  /** The key of the principal at fault. */
  readonly fault: string | null;
  readonly step: number | null;
  readonly slash: number;
  /** Stamps for the slash pool, with the burn. */
  readonly pool: number;
  /** Key, amount, exposure and kind, in the order of the keys. */
  readonly comp: readonly (readonly [string, number, number, string])[];
  /** Number, state, stamps to the provider and to the consumer, and burnt stamps of both. */
  readonly steps: readonly (readonly [number, string, number, number, number])[];
  /** Activation fees by key. */
  readonly fees: Readonly<Record<string, number>>;
}

export type TradeAnswer = SettledAnswer | { readonly action: 'none' };

export interface LifeAnswer {
  readonly accepted: readonly boolean[];
  readonly deadline: number;
  readonly claim: number | null;
  readonly settlement: SettledAnswer | null;
}

export type Answer = TradeAnswer | LifeAnswer;
