const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Begins with the test files that take longest. In a new clone Jest knows no durations and orders by size, so that these
 * small files would begin last and run alone.
 */
const SLOW = [
  'test/python/',
  'test/integration/parity/',
  'test/integration/cli/stop.test.ts',
  'test/console/accessibility.test.ts',
  'test/console/outage.test.ts',
];
/** Ends with the files that measure a time of a page. The other worker has then little or nothing to do. */
const TIMED = ['test/console/reads.test.ts'];

const isAmong = (names) => (test) => names.some((name) => test.path.includes(name));

module.exports = class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const [isSlow, isTimed] = [isAmong(SLOW), isAmong(TIMED)];
    const isOther = (test) => !isSlow(test) && !isTimed(test);
    return [...sorted.filter(isSlow), ...sorted.filter(isOther), ...sorted.filter(isTimed)];
  }
};
