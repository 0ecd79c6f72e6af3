const { writeSync } = require('node:fs');

/**
 * Fails a run in which no test passed. If `-t` matches no title, jest skips all tests and exits with 0. A renamed test would
 * then leave a proof silently.
 */
module.exports = class SomePassed {
  onRunComplete(_, { numPassedTests, numPendingTests }) {
    if (numPassedTests > 0) return;
    this.error = new Error(`No test passed and ${numPendingTests} were skipped. Check the filter of the run.`);
    // jest buffers the standard output of this process and does not write it again.
    writeSync(2, `${this.error.message}\n`);
  }

  getLastError() {
    return this.error;
  }
};
