import { Validator } from '../validator';
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
    readonly description: string;
    readonly weight: number;
    readonly artifact_uri?: Maybe<string>;
    readonly artifact_sha256?: Maybe<string>;
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

export interface VerdictInput {
  readonly verdict: VerdictKind;
  readonly reason: string;
}

const MAX_ITEMS = 64;
const NOTE = { min: 0, max: 1000 };

/** The delivery contract as stored. @throws Refusal 400 `validation_failed` */
export function parseContract(input: ContractInput): DeliveryContract {
  const check = new Validator();
  check.text('/summary', input.summary, { min: 1, max: 2000 });
  check.count('/items', input.items, { min: 1, max: MAX_ITEMS });
  const items = input.items.slice(0, MAX_ITEMS);
  items.forEach((item, index) => {
    const at = `/items/${String(index)}`;
    check.text(`${at}/item_id`, item.item_id, { min: 1, max: 64 });
    check.text(`${at}/description`, item.description, { min: 1, max: 500 });
    check.int(`${at}/weight`, item.weight, { min: 1, max: 1000 });
    if (item.artifact_uri != null) check.uri(`${at}/artifact_uri`, item.artifact_uri);
    if (item.artifact_sha256 != null) check.sha256(`${at}/artifact_sha256`, item.artifact_sha256);
  });
  const ids = items.map((item) => item.item_id);
  check.unique('/items', '/item_id', ids);
  check.done();
  return {
    summary: input.summary,
    items: items.map(({ item_id, description, weight, artifact_uri, artifact_sha256 }) => ({
      item_id,
      description,
      weight,
      artifact_uri: artifact_uri ?? null,
      artifact_sha256: artifact_sha256 ?? null,
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

/** Checks that the status matches the coverage. @throws Refusal 400 `validation_failed` */
export function assertConsistent(status: CheckpointStatus, coverageBps: number, thresholdBps: number): void {
  const check = new Validator();
  if (status === 'failed' && coverageBps >= thresholdBps) {
    check.fault('/status', 'is failed, but the results reach the coverage threshold: send confirmed');
  }
  if (status === 'confirmed' && coverageBps === 0)
    check.fault('/status', 'is confirmed, but no item is met: send failed');
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

export function parseVerdict(input: VerdictInput, now: Date): Verdict {
  const check = new Validator();
  check.text('/reason', input.reason, { min: 1, max: 2000 });
  check.done();
  return { verdict: input.verdict, reason: input.reason, submitted_at: now.toISOString() };
}
