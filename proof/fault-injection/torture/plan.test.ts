import { FAULTS, faultsOf, SCENES, scenesOf } from './plan';

/** The plan that a seed defines. */

function take<T>(from: Generator<T, never>, count: number): T[] {
  return Array.from({ length: count }, () => from.next().value);
}

test('should draw the same faults and scenes for the same seed, and others for another seed', () => {
  expect(take(faultsOf(7), 100)).toEqual(take(faultsOf(7), 100));
  expect(take(scenesOf(7, 1), 100)).toEqual(take(scenesOf(7, 1), 100));
  expect(take(faultsOf(8), 100)).not.toEqual(take(faultsOf(7), 100));
  expect(take(scenesOf(8, 1), 100)).not.toEqual(take(scenesOf(7, 1), 100));
  expect(take(scenesOf(7, 2), 100)).not.toEqual(take(scenesOf(7, 1), 100));
});

test('every kind of fault and every scene comes once in each round', () => {
  const kinds = Object.keys(FAULTS);
  expect(new Set(take(faultsOf(3), kinds.length).map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(new Set(take(scenesOf(3, 0), SCENES.length).map(({ name }) => name))).toEqual(new Set(SCENES));
});

test('no two scenes share a key', () => {
  const keys = [0, 1, 2].flatMap((lane) => take(scenesOf(5, lane), 200).map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});
