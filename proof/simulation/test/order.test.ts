import { Queue } from '../world/queue';
import { random, shuffled } from '../../../src/sandbox/counterparty/random';

describe('random numbers', () => {
  const draws = (...labels: (string | number)[]): number[] => {
    const chance = random(...labels);
    return Array.from({ length: 1000 }, () => chance.next());
  };

  test('equal labels give equal numbers, other labels give others', () => {
    expect(draws(7, 'a', 1)).toEqual(draws(7, 'a', 1));
    const others = [draws(8, 'a', 1), draws(7, 'b', 1), draws(7, 'a', 2), draws('7a', 1)];
    for (const other of others) expect(other).not.toEqual(draws(7, 'a', 1));
  });

  test('numbers are spread over 0 to 1, also the first ones of similar labels', () => {
    const firsts = Array.from({ length: 1000 }, (_, label) => random(7, 'seat', label).next());
    for (const values of [draws(7), firsts]) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const within = values.filter((value) => Math.floor(value * 10) === tenth).length;
        expect(within).toBeGreaterThan(60);
        expect(within).toBeLessThan(140);
      }
    }
  });

  test('whole numbers include both ends and nothing beyond', () => {
    const chance = random(1);
    const seen = new Set(Array.from({ length: 500 }, () => chance.int(2, 5)));
    expect([...seen].sort()).toEqual([2, 3, 4, 5]);
  });

  test('shuffling keeps every item', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const order = shuffled(items, random(3));
    expect(order).not.toEqual(items);
    expect([...order].sort((a, b) => a - b)).toEqual(items);
  });
});

describe('the event queue', () => {
  test('orders by instant, then by the seed, then by the order of planning', () => {
    const chance = random(5, 'queue');
    const queue = new Queue(() => chance.int(0, 3));
    for (let n = 0; n < 2000; n += 1) queue.plan(chance.int(0, 50), () => Promise.resolve());
    const taken = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push([next.at, next.key, next.seq]);
    expect(taken).toHaveLength(2000);
    const sorted = [...taken].sort((a, b) => {
      const by = a.findIndex((value, index) => value !== b[index]);
      return (a[by] ?? 0) - (b[by] ?? 0);
    });
    expect(taken).toEqual(sorted);
  });

  test('an event planned while it runs is put in order', () => {
    const queue = new Queue(() => 0);
    const plan = (at: number) => {
      queue.plan(at, () => Promise.resolve());
    };
    [30, 10].forEach(plan);
    expect(queue.take()?.at).toBe(10);
    [20, 40].forEach(plan);
    expect([queue.take()?.at, queue.take()?.at, queue.take()?.at, queue.take()]).toEqual([20, 30, 40, undefined]);
  });
});
