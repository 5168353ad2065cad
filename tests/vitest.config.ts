import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,cli}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
