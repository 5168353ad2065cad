import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,cli}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    // A use that is to be refused, such as a second query on a busy connection, fails the test file that makes it.
    execArgv: ['--throw-deprecation'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
