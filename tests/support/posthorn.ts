import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Engine } from './engines.ts';
import { startTestServer, type TestServer, type TestTenant } from './server.ts';

type Environment = Readonly<Record<string, string>>;

/** Time passes, and recurring jobs run, only when a test says so. */
export const BY_HAND = { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000' } as const;

/** Jobs that correct or follow what is in the database. */
const FIRST_RUNS = ['cleanup', 'stats', 'export'];

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is there once the hooks before the tests have run');
  return value;
}

/**
 * Starts a server with its own database for a suite, and stops it afterwards. Values created in earlier hooks are available to a function
 * that returns the environment, and are closed after the server.
 */
export function useServer(engine: Engine, environment: Environment | (() => Environment) = {}): TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    const given = typeof environment === 'function' ? environment() : environment;
    server = await startTestServer(engine, given);
    // Their first runs begin with the server; a late one would change what a test has made wrong.
    if (given.JOB_INTERVAL_MS === BY_HAND.JOB_INTERVAL_MS && given.ROLE !== 'api') for (const job of FIRST_RUNS) await server.run(job);
  });
  afterAll(() => server?.stop());
  return {
    get url() {
      return started(server).url;
    },
    get smtpPort() {
      return started(server).smtpPort;
    },
    get submissionPort() {
      return started(server).submissionPort;
    },
    get submissionsPort() {
      return started(server).submissionsPort;
    },
    get app() {
      return started(server).app;
    },
    admin: (...given) => started(server).admin(...given),
    mint: (overrides) => started(server).mint(overrides),
    as: (token) => started(server).as(token),
    run: (job) => started(server).run(job),
    stop: () => started(server).stop(),
  };
}

function mintBefore(hook: typeof beforeAll | typeof beforeEach, server: TestServer, overrides: Record<string, number>): TestTenant {
  let tenant: TestTenant | undefined;
  hook(async () => {
    tenant = await server.mint(overrides);
  });
  return {
    get id() {
      return started(tenant).id;
    },
    get key() {
      return started(tenant).key;
    },
    get domain() {
      return started(tenant).domain;
    },
    get from() {
      return started(tenant).from;
    },
    call: (...given) => started(tenant).call(...given),
  };
}

/** A tenant for the whole suite. */
export const useTenant = (server: TestServer, overrides: Record<string, number> = {}) => mintBefore(beforeAll, server, overrides);

/** A new tenant for each test. */
export const useNewTenant = (server: TestServer, overrides: Record<string, number> = {}) => mintBefore(beforeEach, server, overrides);
