/** The environment of the tests: the realm of the worker itself, so that test files can share loaded modules. */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

module.exports = class OneRealmEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    globalThis[Symbol.for('jest-native-promise')] = Promise;
    globalThis[Symbol.for('jest-native-now')] = Date.now.bind(Date);
    // jest-circus adds the handlers of a file to those it finds.
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    this.before = { env: { ...process.env }, exit: process.exit, console: globalThis.console };
  }

  async setup() {}

  /** A test file leaves the process as it found it. */
  async teardown() {
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name];
    Object.assign(process.env, this.before.env);
    process.exit = this.before.exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};
