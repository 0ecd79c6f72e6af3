const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Begins with the test files that take longest. In a new clone Jest knows no durations and orders by size, so that these
 * small files would begin last and run alone.
 */
const SLOW = ['test/python/', 'test/integration/parity/', 'test/integration/cli/stop.test.ts'];

module.exports = class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isSlow = ({ path }) => SLOW.some((name) => path.includes(name));
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
};
