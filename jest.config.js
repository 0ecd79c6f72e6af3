/**
 * Projects: `unit` opens no socket and starts no process. The others start a real PostgreSQL from npm, `console` a real
 * browser, and `python` a Python.
 */
const common = {
  transform: { '^.+\\.[tj]sx?$': '@swc/jest' },
  // The test files of a worker share `src` and the packages, loaded once by Node.
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
};

const withDatabase = (displayName, folder) => ({
  ...common,
  displayName,
  testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFiles: ['reflect-metadata'],
});

module.exports = {
  // The duration of a test proves nothing: a busy disk or processor must not fail it.
  testTimeout: 120_000,
  // Most tests wait more than they compute: three at once keep two cores busy.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/jest/slow-first.cjs',
  reporters: ['default', '<rootDir>/test/support/jest/some-passed.cjs'],
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
    withDatabase('spec', 'test/spec'),
    withDatabase('integration', 'test/integration'),
    withDatabase('proof', 'proof'),
    withDatabase('console', 'test/console'),
    withDatabase('python', 'test/python'),
  ],
};
