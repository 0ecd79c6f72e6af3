import { type Activity, calm, LONG_MS } from './activity';

/** A run that shows nothing is no proof. */

const LIVELY: Activity = {
  stormMs: LONG_MS,
  faults: new Map([['kill', 3]]),
  scenes: new Map([['clean', 1]]),
  kinds: { faults: ['kill'], scenes: ['clean'] },
  unknown: 1,
};

const found = (quiet: Partial<Activity>): string[] => calm({ ...LIVELY, ...quiet }).map(({ detail }) => detail);

test('a run in which everything struck and was played is no calm one', () => {
  expect(found({})).toEqual([]);
});

test('a run in which no call was met by a fault is told', () => {
  expect(found({ unknown: 0 })).toEqual(['every attempt was answered: no fault met a call']);
});

test('a long run without one of the faults or scenes is told, a short one only without any', () => {
  const kinds = { faults: ['kill', 'cut'], scenes: ['clean', 'late'] };
  expect(found({ kinds })).toEqual(['no cut struck', 'no late came to its end']);
  expect(found({ kinds, stormMs: LONG_MS - 1 })).toEqual([]);
  const nothing = { faults: new Map(), scenes: new Map(), stormMs: 1 };
  expect(found(nothing)).toEqual(['no fault struck', 'no scene came to its end']);
});
