import { coverageOf } from '../../src/domain/trades/evaluation';
import { slashPolicyV11 } from '../../src/domain/trades/policy-v1-1';
import type { Random } from '../../src/sandbox/counterparty/random';
import type { CaseCheckpoint, CaseItem, CaseStep, Ruling } from './case';
import { agreedItems, contractItem } from './service-answers';

/** The share of steps with agreed items. */
const ITEM_SHARE = 0.7;
const DEADLINE = 100;

export function pick<T>(chance: Random, values: readonly T[]): T {
  return values[chance.int(0, values.length - 1)] as T;
}

/** Small amounts show each rounding; large ones show each lost bit. */
export function randomStamps(chance: Random): number {
  const most = pick(chance, [0, 1, 10, 1_000, 10 ** 6, 10 ** 12]);
  return most <= 1 ? most : chance.int(1, most);
}

/** Coverages at which the rules change, and any others. */
function edgeCoverage(chance: Random, edges: readonly number[]): number {
  const coverage = chance.chance(0.6) ? pick(chance, edges) : chance.int(0, 10_000);
  return Math.min(Math.max(coverage, 0), 10_000);
}

export function randomItems(chance: Random, threshold: number): CaseItem[] | null {
  if (!chance.chance(ITEM_SHARE)) return null;
  const item = (id: string, weight: number): CaseItem => ({ id, weight, must: chance.chance(0.1) });
  if (chance.chance(0.5)) {
    return Array.from({ length: chance.int(1, 6) }, (_, at) => item(`item-${String(at)}`, chance.int(1, 1_000)));
  }
  // Two items that can make exactly this coverage.
  const edges = [1, threshold - 1, threshold, threshold + 1, Math.floor(threshold / 2)];
  const coverage = Math.min(Math.max(edgeCoverage(chance, edges), 1), 9_999);
  return [item('first', coverage), item('rest', 10_000 - coverage)];
}

/** A checkpoint with random results. It can contradict itself, and it can leave items out. */
export function randomCheckpoint(chance: Random, ids: readonly string[]): CaseCheckpoint {
  const status = chance.chance(0.5) ? 'confirmed' : 'failed';
  if (chance.chance(0.15)) return { status, results: null };
  const metShare = chance.next();
  const named = ids.filter(() => chance.chance(0.9));
  return { status, results: named.map((id) => ({ id, met: chance.chance(metShare) })) };
}

function claimOf(items: CaseStep['items'], ids: readonly string[], checkpoint: CaseCheckpoint, threshold: number) {
  return coverageOf(slashPolicyV11.ruleVersion, {
    items: agreedItems(items),
    contract: { summary: 'x', items: ids.map((id) => contractItem(id, 1)) },
    status: checkpoint.status,
    results: checkpoint.results?.map((result) => ({ item_id: result.id, met: result.met, note: null })) ?? null,
    thresholdBps: threshold,
  });
}

/** Half of the rulings are near the middle between claim and threshold, where the fault changes sides. */
function randomRuling(chance: Random, claim: number, threshold: number): Ruling {
  const middle = (Math.min(claim, threshold) + threshold) / 2;
  const edges = [Math.floor(middle), Math.ceil(middle), Math.floor(middle) + 1, claim, threshold - 1, threshold, 0];
  return pick<Ruling>(chance, ['pass', 'fail', ...[1, 2, 3].map(() => edgeCoverage(chance, edges))]);
}

type Base = Pick<CaseStep, 'no' | 'provider' | 'consumer' | 'price' | 'state'>;

/** A step at any point of its life. The trade cases leave out what the service refuses; the life cases do not. */
export function randomStep(chance: Random, base: Base, threshold: number): CaseStep {
  const items = randomItems(chance, threshold);
  const blank = { contract: null, checkpoint: null, rebutted_at: null, ruling: null, withdrawn: false };
  const step: CaseStep = { ...base, ...blank, items, deadline: DEADLINE };
  if (base.state !== 'active') return step;
  const withdrawn = chance.chance(0.08);
  if (chance.chance(0.1)) return { ...step, withdrawn };
  const count = chance.int(1, 4);
  const ids = items?.map(({ id }) => id) ?? Array.from({ length: count }, (_, at) => `own-${String(at)}`);
  const contract = { ...step, contract: ids, withdrawn };
  if (chance.chance(0.1)) return contract;
  const drawn = randomCheckpoint(chance, ids);
  const isRefused = drawn.status === 'failed' && claimOf(items, ids, drawn, threshold) >= threshold;
  const checkpoint: CaseCheckpoint = isRefused ? { status: 'failed', results: null } : drawn;
  const claim = claimOf(items, ids, checkpoint, threshold);
  if (checkpoint.status === 'confirmed' && claim >= threshold) return { ...step, state: 'passed' };
  return {
    ...contract,
    checkpoint,
    rebutted_at: pick(chance, [null, 0, DEADLINE - 1, DEADLINE, DEADLINE + 1]),
    ruling: chance.chance(0.5) ? randomRuling(chance, claim, threshold) : null,
  };
}
