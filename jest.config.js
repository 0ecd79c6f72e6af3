/** Two projects: `pure` does no I/O; `service` has a real PostgreSQL, started by the tests themselves from npm. */
const common = {
  transform: { '^.+\\.[tj]sx?$': '@swc/jest' },
  // Packages that ship ES modules only; jest loads CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(structured-headers|http-message-sig|@noble|jose|oauth4webapi|oidc-provider|openid-client)/)',
  ],
  testEnvironment: 'node',
};

module.exports = {
  // How long a test takes is no part of what it proves: a busy disk or processor must not fail it.
  testTimeout: 120_000,
  // Most tests wait more than they compute, also for processes of their own: two at once suit any machine.
  maxWorkers: 2,
  projects: [
    {
      ...common,
      displayName: 'pure',
      testMatch: ['<rootDir>/test/{domain,client,envelope,planted,rest/pure}/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(domain|client|envelope|planted|rest/pure)/'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
      setupFiles: ['reflect-metadata'],
    },
  ],
};
