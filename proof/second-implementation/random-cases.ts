import { keyOf } from '../../src/domain/keys';
import { uuid } from '../../test/unit/domain/setup';
import { random, shuffled, type Random } from '../../src/sandbox/counterparty/random';
import { pick, randomCheckpoint, randomItems, randomStamps, randomStep } from './random-steps';
import type { Act, Case, CaseItem, CaseParty, CaseRecord, CaseStep, LifeCase, OfferedItem, TradeCase } from './case';

const KEYS = Array.from({ length: 6 }, () => keyOf('prn', uuid()));
/** One case in twenty is the life of a step. It takes more time than the arithmetic. */
const LIFE_SHARE = 0.05;

function randomThreshold(chance: Random): number {
  return chance.chance(0.5) ? pick(chance, [1, 2, 5_000, 7_999, 8_000, 9_999, 10_000]) : chance.int(1, 10_000);
}

function randomRecord(chance: Random): CaseRecord {
  return { faults: pick(chance, [0, 0, 1, 2]), clean: chance.int(1, 5), owners: chance.int(0, 3) };
}

function randomParties(chance: Random, count: number): CaseParty[] {
  return shuffled(KEYS, chance)
    .slice(0, count)
    .map((key, index) => {
      const owners = [
        `own-${String(index)}`,
        ...(chance.chance(0.2) ? [`own-${String(chance.int(0, count - 1))}`] : []),
      ];
      return { key, bond: randomStamps(chance), owners, record: randomRecord(chance) };
    });
}

function randomTerms(chance: Random): Pick<TradeCase, 'threshold' | 'burn'> {
  const burn = chance.chance(0.5) ? pick(chance, [0, 1, 2_500, 4_500, 5_000]) : chance.int(0, 5_000);
  return { threshold: randomThreshold(chance), burn };
}

/** Two different parties. */
function pair(chance: Random, parties: readonly CaseParty[]): Pick<CaseStep, 'provider' | 'consumer'> {
  const [provider, consumer] = shuffled(parties, chance);
  return { provider: provider?.key ?? '', consumer: consumer?.key ?? '' };
}

function tradeCase(chance: Random): TradeCase {
  const terms = randomTerms(chance);
  const parties = randomParties(chance, chance.int(2, 6));
  const count = chance.int(1, 5);
  const current = chance.int(1, count);
  const isIdle = chance.chance(0.1);
  const steps = Array.from({ length: count }, (_, index) => {
    const no = index + 1;
    const base = { no, price: randomStamps(chance), ...pair(chance, parties) };
    const state = no < current ? 'passed' : no === current && !isIdle ? 'active' : 'pending';
    return randomStep(chance, { ...base, state }, terms.threshold);
  });
  const open = steps.find((step) => step.state === 'active');
  const deadline = open?.deadline ?? 100;
  return {
    kind: 'trade',
    ...terms,
    fee_bps: pick(chance, [0, 1, 100, 2_500]),
    parties,
    steps,
    idle_deadline: 100,
    now: pick(chance, [deadline - 1, deadline, deadline, deadline + 1]),
  };
}

/** Mostly the agreed items; sometimes one too few, one too many, or with a description or weight. */
function offeredItems(chance: Random, agreed: readonly CaseItem[] | null): OfferedItem[] {
  const ids = agreed?.map(({ id }) => id) ?? Array.from({ length: chance.int(1, 4) }, (_, at) => `own-${String(at)}`);
  const isOwn = agreed === null;
  const changed = chance.chance(0.2) ? pick(chance, ['less', 'more', 'described', 'weighed']) : null;
  const offered = shuffled(ids, chance).map((id) => ({ id, describes: isOwn, weighs: isOwn }));
  const [first, ...rest] = offered;
  if (isOwn || first === undefined) return offered;
  if (changed === 'less' && rest.length > 0) return rest;
  if (changed === 'more') return [...offered, { id: 'unknown', describes: false, weighs: false }];
  if (changed === 'described') return [{ ...first, describes: true }, ...rest];
  if (changed === 'weighed') return [{ ...first, weighs: true }, ...rest];
  return offered;
}

/** Acts in their usual order, with some left out and some twice, at times near the deadlines. */
function randomActs(chance: Random, input: Omit<LifeCase, 'acts' | 'end'>): Act[] {
  const { items } = input.step;
  const offered = offeredItems(chance, items);
  const ids = items?.map(({ id }) => id) ?? offered.map(({ id }) => id);
  const checkpoint = randomCheckpoint(chance, ids);
  const usual = ['contract', 'checkpoint', 'rebuttal', 'ruling'] as const;
  const names: Act['act'][] = usual.filter(() => chance.chance(0.85));
  if (chance.chance(0.15)) names.splice(chance.int(0, names.length), 0, pick(chance, ['withdraw', 'sweep'] as const));
  if (chance.chance(0.25)) names.splice(chance.int(0, names.length), 0, pick(chance, usual));
  let at = 0;
  return names.map((act): Act => {
    at += pick(chance, [0, 1, 1, 9, 10, 11, 19, 20]);
    if (act === 'contract') return { act, at, items: offered };
    if (act === 'checkpoint') return { act, at, checkpoint };
    if (act === 'ruling') return { act, at, ruling: pick(chance, ['pass', 'fail', chance.int(0, 10_000)]) };
    return { act, at };
  });
}

function lifeCase(chance: Random): LifeCase {
  const terms = randomTerms(chance);
  const record = randomRecord(chance);
  const parties = randomParties(chance, 2).map((party, at) => ({ ...party, owners: [`own-${String(at)}`], record }));
  const base = { no: 1, price: chance.int(1, 1_000), ...pair(chance, parties) };
  const input = {
    kind: 'life' as const,
    ...terms,
    fee_bps: 100,
    parties,
    contract_window: pick(chance, [10, 20]),
    checkpoint_window: pick(chance, [10, 20]),
    rebuttal_window: pick(chance, [5, 10, 30]),
    evaluation_window: pick(chance, [1, 10, 60]),
    step: { ...base, items: randomItems(chance, terms.threshold) },
  };
  const acts = randomActs(chance, input);
  const last = acts.at(-1)?.at ?? 0;
  return { ...input, acts, end: last + pick(chance, [0, 10, 20, 1_000]) };
}

/** A case by its seed and number. */
export function randomCase(seed: number, no: number): Case {
  const chance = random('differential', seed, no);
  return chance.chance(LIFE_SHARE) ? lifeCase(chance) : tradeCase(chance);
}
