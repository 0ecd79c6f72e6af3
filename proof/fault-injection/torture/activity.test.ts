import { type Activity, findInactivity, LONG_MS } from './activity';

/** A run without faults or scenes proves nothing and must fail. */

const LIVELY: Activity = {
  faultsMs: LONG_MS,
  faults: new Map([['kill', 3]]),
  scenes: new Map([['clean', 1]]),
  kinds: { faults: ['kill'], scenes: ['clean'] },
  unknown: 1,
};

const found = (quiet: Partial<Activity>): string[] =>
  findInactivity({ ...LIVELY, ...quiet }).map(({ detail }) => detail);

test('should report nothing for a run in which every fault and scene happened', () => {
  expect(found({})).toEqual([]);
});

test('should report a run in which no attempt had an unknown outcome', () => {
  expect(found({ unknown: 0 })).toEqual(['every attempt was answered: no fault met a call']);
});

test('should report each missing fault and scene of a long run, and a short run without any', () => {
  const kinds = { faults: ['kill', 'cut'], scenes: ['clean', 'late'] };
  expect(found({ kinds })).toEqual(['no cut struck', 'no late ended']);
  expect(found({ kinds, faultsMs: LONG_MS - 1 })).toEqual([]);
  const nothing = { faults: new Map(), scenes: new Map(), faultsMs: 1 };
  expect(found(nothing)).toEqual(['no fault struck', 'no scene ended']);
});
