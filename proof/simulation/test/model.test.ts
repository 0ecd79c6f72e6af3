import {
  answer,
  counterPrice,
  isMissed,
  onActive,
  onDelivery,
  rebuts,
  verdictOn,
} from '../../../src/sandbox/counterparty/conduct';
import { jobOf, type StepTruth } from '../model/job';
import { populate } from '../model/population';
import { othersOf } from '../model/strategies';
import { broughtBy, keptBy, leastItems } from '../model/utility';
import { margins } from '../report/margins';
import { random } from '../../../src/sandbox/counterparty/random';

const chance = () => random(1, 'conduct');
const DAY = 86_400;
const POLICY = 'slash_policy_v1.1';

describe('the population', () => {
  const places = populate({ seed: 7, principals: 1000, policy: POLICY, cost: 0.65 });

  test('half the places provide, half consume, and every segment has honest holders', () => {
    expect(places.filter(({ segment }) => segment.side === 'provider')).toHaveLength(500);
    for (const name of new Set(places.map(({ segment }) => segment.name))) {
      const holders = places.filter(({ segment }) => segment.name === name);
      const honest = holders.filter(({ strategy }) => strategy.word === 'keeps');
      expect(honest.length).toBeGreaterThanOrEqual(holders.length / 2);
    }
  });

  test('all strategies occur about equally often, apart from halves of pairs without a partner', () => {
    for (const side of ['provider', 'consumer'] as const) {
      const alone = othersOf(side, POLICY).filter(({ colludes }) => colludes !== true);
      const counts = alone.map(({ name }) => places.filter(({ strategy }) => strategy.name === name).length);
      expect(Math.min(...counts)).toBeGreaterThan(10);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });

  test('the first policy keeps its fifteen strategies', () => {
    const of = (policy: string) =>
      new Set(populate({ seed: 7, principals: 1000, policy, cost: 0.65 }).map(({ strategy }) => strategy.name));
    expect(of('slash_policy_v1')).not.toContain('griefing provider');
    expect(of(POLICY)).toContain('griefing provider');
  });

  test('colluding places have each other as partners on opposite sides', () => {
    const pairs = places.filter(({ strategy }) => strategy.colludes);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { index, partner, segment } of pairs) {
      const other = places[partner ?? -1];
      expect(other?.partner).toBe(index);
      expect(other?.segment.side).not.toBe(segment.side);
    }
  });

  test('every job costs at most its price and is worth at least its price', () => {
    for (const { segment } of places) {
      if (segment.side === 'provider') expect(segment.worth * 1.15).toBeLessThan(segment.price);
      else expect(segment.worth * 0.8).toBeGreaterThan(segment.price * 0.97);
    }
  });
});

describe('the provider', () => {
  const move = (conduct: Parameters<typeof onActive>[0]) => onActive(conduct, 5, DAY, chance());

  test('an honest provider delivers everything in time', () => {
    expect(move('honest')).toMatchObject({ move: 'deliver', worked: 5, metItems: 5 });
    expect((move('honest') as { after: number }).after).toBeLessThan(DAY);
  });

  test('each other conduct does what its name says', () => {
    expect(move('silent')).toEqual({ move: 'nothing' });
    expect(move('withdraws')).toMatchObject({ move: 'withdraw' });
    expect(move('hollow')).toMatchObject({ worked: 0, metItems: 0 });
    expect(move('short')).toMatchObject({ worked: 3, metItems: 3 });
    expect(move('griefs')).toMatchObject({ worked: 3, metItems: 3 });
    expect(move('weighs')).toMatchObject({ worked: 1, metItems: 1 });
    expect(move('stalls')).toMatchObject({ worked: 0, metItems: 0 });
    expect((move('stalls') as { after: number }).after).toBeGreaterThan(DAY - 3600);
    expect(move('skims')).toMatchObject({ worked: 4, metItems: 4 });
    expect((move('late') as { after: number }).after).toBeGreaterThan(DAY);
  });

  test('a provider rebuts false checkpoints; one that delivered nothing always rebuts', () => {
    expect(rebuts('honest', 5, 0, 8000)).toBe(true);
    expect(rebuts('honest', 5, 4, 8000)).toBe(false);
    expect(rebuts('short', 3, 3, 8000)).toBe(false);
    expect(rebuts('hollow', 0, 0, 8000)).toBe(true);
    expect(rebuts('griefs', 3, 3, 8000)).toBe(true);
  });
});

describe('the consumer', () => {
  const says = (conduct: Parameters<typeof onDelivery>[0], metItems: number) =>
    onDelivery(conduct, { metItems, thresholdBps: 8000, left: 3 * DAY }, chance());

  test('an honest consumer reports the truth', () => {
    for (const metItems of [1, 3, 4, 5])
      expect(says('honest', metItems)).toMatchObject({ status: 'confirmed', metItems });
    expect(says('honest', 0)).toMatchObject({ status: 'failed', metItems: 0 });
  });

  test('a lie concerns good work and comes as late as possible', () => {
    expect(says('false_failure', 5)).toMatchObject({ status: 'failed', metItems: 0 });
    expect(says('false_shortfall', 4)).toMatchObject({ status: 'confirmed', metItems: 1 });
    expect(says('false_partial', 4)).toMatchObject({ status: 'confirmed', metItems: 3 });
    expect(says('false_failure', 3)).toMatchObject({ status: 'failed', metItems: 3 });
    expect(says('false_shortfall', 3)).toMatchObject({ status: 'confirmed', metItems: 3 });
    expect(says('false_failure', 5)?.after).toBeGreaterThan(2.9 * DAY);
  });

  test('a silent consumer reports nothing, and a late one reports the truth too late', () => {
    expect(says('silent', 5)).toBeNull();
    expect(says('late', 5)).toMatchObject({ status: 'confirmed', metItems: 5 });
    expect(says('late', 5)?.after).toBeGreaterThan(3 * DAY);
  });

  test.each([0, 0.05, 0.4, 0.7, 1])('operators miss a share of %d of the disputes', (missed) => {
    for (const offset of [0, 0.3, 0.99]) {
      const misses = Array.from({ length: 100 }, (_, nth) => isMissed(nth, missed, offset)).filter(Boolean);
      expect(Math.abs(misses.length - 100 * missed)).toBeLessThan(1);
    }
  });

  test('operators give the true verdict', () => {
    expect([0, 3, 4, 5].map((metItems) => verdictOn(metItems, 8000))).toEqual(['fail', 'fail', 'pass', 'pass']);
  });
});

describe('negotiation', () => {
  test('an honest party accepts the match’s price or a better one, and rejects others after two counters', () => {
    expect(answer(false, 0, false)).toBe('accept');
    expect([0, 1, 2].map((mine) => answer(false, mine, true))).toEqual(['original', 'original', 'reject']);
  });

  test('a looping party counters longer and asks for more each time', () => {
    expect([0, 2, 5, 6].map((mine) => answer(true, mine, true))).toEqual(['better', 'better', 'better', 'accept']);
    expect(counterPrice(100, 'provider')).toBe(105);
    expect(counterPrice(100, 'consumer')).toBe(95);
    expect(counterPrice(1, 'consumer')).toBe(1);
  });
});

describe('the value of a trade', () => {
  const step: StepTruth = {
    ...(jobOf([100], 60, 150, chance())[0] as StepTruth),
    cost: 60,
    value: 150,
    metIfHonest: 5,
  };
  const rest = { thresholdBps: 8000, feeBps: 100, otherBroke: false };
  const side = { paid: 0, received: 0, fees: 0, slashed: 0, compensation: 0, burnt: 0 };

  test('for a provider it is its stamps minus its work', () => {
    const steps = [{ ...step, worked: 5, metItems: 5 }];
    const own = { ...side, received: 100 };
    expect(broughtBy('provider', { steps, own })).toBe(40);
    expect(keptBy('provider', { steps, own, ...rest }, 'all')).toBe(40);
  });

  test('a provider keeps its word with the items that the threshold asks for', () => {
    const steps = [{ ...step, worked: 3, metItems: 3 }];
    const own = { ...side, received: 75, slashed: 3 };
    expect([1, 6_000, 6_001, 8_000, 10_000].map(leastItems)).toEqual([1, 3, 4, 4, 5]);
    expect(keptBy('provider', { steps, own, ...rest }, 'least')).toBe(100 - 48);
    expect(keptBy('provider', { steps, own, ...rest }, 'all')).toBe(100 - 60);
  });

  test('for a provider that delivers nothing it is minus the slash', () => {
    const steps = [{ ...step, metItems: 0 }];
    const own = { ...side, slashed: 20 };
    expect(broughtBy('provider', { steps, own })).toBe(-20);
    expect(keptBy('provider', { steps, own, ...rest }, 'all')).toBe(40);
  });

  test('a provider without delivery gains the saved work if the consumer does not check', () => {
    const steps = [{ ...step, metItems: 0 }];
    const own = { ...side, received: 100, compensation: 5 };
    const honestResult = keptBy('provider', { steps, own, ...rest, otherBroke: true }, 'all');
    expect(broughtBy('provider', { steps, own }) - honestResult).toBe(60);
  });

  test('for a consumer it is the received work minus the payment', () => {
    const steps = [{ ...step, worked: 5, metItems: 5 }];
    const own = { ...side, paid: 100, fees: 1 };
    expect(broughtBy('consumer', { steps, own })).toBe(49);
    expect(keptBy('consumer', { steps, own, ...rest }, 'all')).toBe(49);
  });

  test('a successful lie gains the price and the compensation', () => {
    const steps = [{ ...step, worked: 5, metItems: 5 }];
    const own = { ...side, fees: 1, compensation: 10 };
    expect(broughtBy('consumer', { steps, own }) - keptBy('consumer', { steps, own, ...rest }, 'all')).toBe(110);
  });

  test('work below the threshold is paid by its share', () => {
    const steps = [{ ...step, worked: 3, metItems: 3 }];
    const own = { ...side, paid: 75, fees: 1, compensation: 3 };
    expect(keptBy('consumer', { steps, own, ...rest, otherBroke: true }, 'all')).toBe(90 - 75 - 1);
  });
});

test('the limits of honesty follow from the settlement policy', () => {
  const terms = { bondBps: 2000, activationFeeBps: 100, coverageThresholdBps: 8000 };
  const found = margins(terms).map(({ first, later }) => [first.toFixed(3), later.toFixed(3)]);
  expect(found).toEqual([
    ['1.100', '1.200'],
    ['1.200', '1.200'],
    ['0.688', '0.750'],
    ['0.960', '0.910'],
    ['0.957', '0.917'],
    ['1.000', '1.000'],
    ['0.409', '0.458'],
  ]);
});
