import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/vitest/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{contract,server,cli,console}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: 'tests/support/vitest/global-setup.ts',
    // A use that is to be refused, such as a second query on a busy connection, fails the test file that makes it.
    execArgv: ['--throw-deprecation'],
    // One file after the other in each worker: loading the server for each took a quarter of the time. Nothing of it keeps state.
    isolate: false,
    // Node runs the sources themselves, as it does elsewhere; what Vite makes of them is slower to make and to run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than there are cores, since some of the time is waiting; with three a core, all of it cost a sixth more processor time. No more
    // than the one PostgreSQL has connections for.
    maxWorkers: Math.min(availableParallelism() * 2, 6),
    sequence: { sequencer: LongestFirst },
    // What hangs is to end some day; how long anything takes depends on what else the machine does.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
