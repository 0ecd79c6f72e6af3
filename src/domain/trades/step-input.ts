import { Validator } from '../validator';
import {
  itemDescriptionBounds,
  itemIdBounds,
  itemWeightBounds,
  MAX_ITEMS,
  type SentContract,
} from './acceptance-items';
import type {
  CheckpointResult,
  CheckpointStatus,
  DeliveryContract,
  Rebuttal,
  RebuttalEvidence,
  Verdict,
  VerdictKind,
} from '../types';

type Maybe<T> = T | null | undefined;

export interface ContractInput {
  readonly summary: string;
  readonly items: readonly {
    readonly item_id: string;
    /** Only if the terms have no items, as `weight`. */
    readonly description?: Maybe<string>;
    readonly weight?: Maybe<number>;
    readonly artifact_uri?: Maybe<string>;
    readonly artifact_sha256?: Maybe<string>;
    readonly note?: Maybe<string>;
  }[];
}

export interface CheckpointInput {
  readonly status: CheckpointStatus;
  readonly results?: Maybe<
    readonly { readonly item_id: string; readonly met: boolean; readonly note?: Maybe<string> }[]
  >;
}

export interface RebuttalInput {
  readonly statement: string;
  readonly evidence?: Maybe<
    readonly {
      readonly item_id?: Maybe<string>;
      readonly uri: string;
      readonly sha256?: Maybe<string>;
      readonly note?: Maybe<string>;
    }[]
  >;
}

/** Exactly one of `verdict` and `coverage_bps`. */
export interface VerdictInput {
  readonly verdict?: Maybe<VerdictKind>;
  readonly coverage_bps?: Maybe<number>;
  readonly reason: string;
}

const NOTE = { min: 0, max: 1000 };

/** The delivery contract as sent. `contractOf` adds what the terms say. @throws Refusal 400 `validation_failed` */
export function parseContract(input: ContractInput): SentContract {
  const check = new Validator();
  check.text('/summary', input.summary, { min: 1, max: 2000 });
  check.count('/items', input.items, { min: 1, max: MAX_ITEMS });
  const items = input.items.slice(0, MAX_ITEMS);
  items.forEach((item, index) => {
    const at = `/items/${String(index)}`;
    check.text(`${at}/item_id`, item.item_id, itemIdBounds);
    if (item.description != null) check.text(`${at}/description`, item.description, itemDescriptionBounds);
    if (item.weight != null) check.int(`${at}/weight`, item.weight, itemWeightBounds);
    if (item.note != null) check.text(`${at}/note`, item.note, NOTE);
    if (item.artifact_uri != null) check.uri(`${at}/artifact_uri`, item.artifact_uri);
    if (item.artifact_sha256 != null) check.sha256(`${at}/artifact_sha256`, item.artifact_sha256);
  });
  const ids = items.map((item) => item.item_id);
  check.unique('/items', '/item_id', ids);
  check.done();
  return {
    summary: input.summary,
    items: items.map(({ item_id, description, weight, artifact_uri, artifact_sha256, note }) => ({
      item_id,
      description: description ?? null,
      weight: weight ?? null,
      artifact_uri: artifact_uri ?? null,
      artifact_sha256: artifact_sha256 ?? null,
      ...(note == null ? {} : { note }),
    })),
  };
}

/**
 * The checkpoint results as stored; null if absent.
 *
 * `assertKnownItems` checks them against the contract.
 * @throws Refusal 400 `validation_failed`
 */
export function parseResults(input: CheckpointInput): readonly CheckpointResult[] | null {
  if (input.results == null) return null;
  const check = new Validator();
  check.count('/results', input.results, { min: 0, max: MAX_ITEMS });
  const results = input.results.slice(0, MAX_ITEMS);
  results.forEach(({ note }, index) => {
    if (note != null) check.text(`/results/${String(index)}/note`, note, NOTE);
  });
  const ids = results.map((result) => result.item_id);
  check.unique('/results', '/item_id', ids);
  check.done();
  return results.map((result) => ({ item_id: result.item_id, met: result.met, note: result.note ?? null }));
}

/** Checks that the contract has all items. @throws Refusal 400 `validation_failed` */
export function assertKnownItems(
  list: string,
  ids: readonly (string | null)[],
  contract: DeliveryContract | null,
): void {
  const check = new Validator();
  const itemIds = new Set(contract?.items.map((item) => item.item_id));
  ids.forEach((id, index) => {
    const pointer = `${list}/${String(index)}/item_id`;
    check.that(id === null || itemIds.has(id), pointer, 'is not an item of the delivery contract');
  });
  check.done();
}

/**
 * Checks that the status matches the coverage.
 *
 * @param isMustUnmet whether an unmet `must` item is the cause of coverage 0: such a checkpoint can be `confirmed`
 * @throws Refusal 400 `validation_failed`
 */
export function assertConsistent(
  status: CheckpointStatus,
  coverageBps: number,
  thresholdBps: number,
  isMustUnmet = false,
): void {
  const check = new Validator();
  if (status === 'failed' && coverageBps >= thresholdBps) {
    check.addError('/status', 'is failed, but the results reach the coverage threshold: send confirmed');
  }
  if (status === 'confirmed' && coverageBps === 0 && !isMustUnmet)
    check.addError('/status', 'is confirmed, but no item is met: send failed');
  check.done();
}

/** The rebuttal as stored, without its digest. @throws Refusal 400 `validation_failed` */
export function parseRebuttal(input: RebuttalInput): Omit<Rebuttal, 'sha256'> {
  const check = new Validator();
  const submitted = input.evidence ?? [];
  check.text('/statement', input.statement, { min: 1, max: 4000 });
  check.count('/evidence', submitted, { min: 0, max: 32 });
  const evidence = submitted
    .slice(0, 32)
    .map(({ item_id = null, uri, sha256 = null, note = null }): RebuttalEvidence => ({ item_id, uri, sha256, note }));
  evidence.forEach(({ uri, sha256, note }, index) => {
    const at = `/evidence/${String(index)}`;
    check.uri(`${at}/uri`, uri);
    if (sha256 !== null) check.sha256(`${at}/sha256`, sha256);
    if (note !== null) check.text(`${at}/note`, note, NOTE);
  });
  check.done();
  return { statement: input.statement, evidence };
}

/** Checks a verdict without a trade. @throws Refusal 400 `validation_failed` */
export function checkVerdict({ verdict, coverage_bps, reason }: VerdictInput): void {
  const check = new Validator();
  check.text('/reason', reason, { min: 1, max: 2000 });
  if (coverage_bps != null) check.int('/coverage_bps', coverage_bps, { min: 0, max: 10_000 });
  const isOne = (verdict == null) !== (coverage_bps == null);
  check.that(isOne, '/verdict', 'or `coverage_bps` must be the verdict; send exactly one of them');
  check.done();
}

/** The inputs of a verdict: the rule set, the threshold and the claim of the checkpoint. */
export interface VerdictData {
  readonly takesCoverageVerdicts: boolean;
  readonly claimedBps: number;
  readonly coverageThresholdBps: number;
}

/** The verdict as stored. A coverage counts as `pass` from the threshold on. @throws Refusal 400 `validation_failed` */
export function verdictOf({ verdict, coverage_bps, reason }: VerdictInput, data: VerdictData, now: Date): Verdict {
  const submitted_at = now.toISOString();
  if (!data.takesCoverageVerdicts) {
    const check = new Validator();
    check.that(coverage_bps == null, '/coverage_bps', 'is not valid in a trade of rules_v1; send a verdict');
    check.done();
    return { verdict: verdict ?? 'fail', reason, submitted_at };
  }
  const coverage = coverage_bps ?? (verdict === 'pass' ? 10_000 : data.claimedBps);
  const kind = verdict ?? (coverage >= data.coverageThresholdBps ? 'pass' : 'fail');
  return { verdict: kind, reason, submitted_at, coverage_bps: coverage };
}
