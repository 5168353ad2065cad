import { adminContract, contract } from '@posthorn/contract';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { clockRoutes } from '../../../server/src/admin/clock-routes.ts';
import { adminTenantRoutes } from '../../../server/src/admin/tenant-routes.ts';
import type { AppContext } from '../../../server/src/app-context.ts';
import { createBlobs } from '../../../server/src/blobs/create-blobs.ts';
import { createDatabaseStore } from '../../../server/src/blobs/database-store.ts';
import { readConfig } from '../../../server/src/config/config.ts';
import { createVirtualClock, type VirtualClock } from '../../../server/src/core/clock.ts';
import { createPriority } from '../../../server/src/core/concurrency/priority.ts';
import { sha256 } from '../../../server/src/core/crypto/hash.ts';
import { newRsaKeyPair } from '../../../server/src/core/crypto/key-pair.ts';
import { createSystemRandom } from '../../../server/src/core/crypto/random.ts';
import { createSecretBox } from '../../../server/src/core/crypto/secret-box.ts';
import { createHooks } from '../../../server/src/core/hooks.ts';
import { createIdFactory } from '../../../server/src/core/ids.ts';
import { implement } from '../../../server/src/core/operation/implement.ts';
import type { Caller, KeyCaller } from '../../../server/src/core/request/caller.ts';
import { createResolver } from '../../../server/src/core/resolver.ts';
import { isVerifiedDomain, type RecordResolver } from '../../../server/src/domains/index.ts';
import { domainRoutes } from '../../../server/src/domains/routes.ts';
import { findCallerNow } from '../../../server/src/people/index.ts';
import { findCaller, type TenantPurge } from '../../../server/src/tenants/index.ts';
import { createTenantPurge } from '../../../server/src/tenants/purge/purge-deleted-tenants.ts';
import { apiKeyRoutes } from '../../../server/src/tenants/routes.ts';
import { openMigrated } from '../database/database.ts';
import type { Engine } from '../engines.ts';
import { type DnsServer, startDnsServer } from '../fakes/dns-server.ts';
import { type Answer, type Call, callThrough } from './call.ts';

/** The base of tests for tenants, keys and domains: both tables of operations over one database, a clock and a DNS server. */
export interface Tenancy {
  readonly app: AppContext;
  readonly clock: VirtualClock;
  readonly dns: DnsServer;
  readonly purge: TenantPurge;
  readonly purgeParts: Parameters<typeof createTenantPurge>[0];
  readonly resolver: RecordResolver;
  readonly call: Call;
  operator(operation: string, input?: Parameters<Call>[2]): Promise<Answer>;
  /** Creates a tenant and returns its id. */
  tenant(): Promise<string>;
  /** Returns the caller of a new full_access key of a tenant. */
  caller(tenantId: string): Promise<KeyCaller>;
  close(): Promise<void>;
}

const OPERATOR: Caller = { kind: 'operator' };
export const START = 1_750_000_000_000;
export const DAY = 86_400_000;

export function idOf({ status, body }: Answer): string {
  if (status !== 201 || typeof body.id !== 'string') throw new Error(`not created: ${JSON.stringify(body)}`);
  return body.id;
}

async function openAppContext(engine: Engine, variables: Record<string, string>) {
  const { url, db, close } = await openMigrated(engine);
  const secretKey = 'a secret key of the tests, long enough';
  const config = readConfig({
    BASE_URL: 'https://mail.posthorn.example',
    CLOCK: 'virtual',
    ...variables,
    SECRET_KEY: secretKey,
    DATABASE_URL: url,
  });
  const clock = createVirtualClock(START);
  const random = createSystemRandom();
  const app: AppContext = {
    config,
    db,
    clock,
    random,
    newId: createIdFactory(random),
    newKeyPair: newRsaKeyPair,
    hooks: createHooks(),
    priority: createPriority(),
    secrets: createSecretBox({ current: secretKey, previous: [] }, random),
    log: pino({ level: 'silent' }),
  };
  return { app, clock, close };
}

/** Waits long for a server that answers, however busy the machine is, and briefly for one that does not. */
function resolverOf(dns: DnsServer): RecordResolver {
  const within = (timeoutMs: number) => createResolver({ servers: [dns.address], timeoutMs });
  const [patient, hasty] = [within(60_000), within(250)];
  const fitting = () => (dns.mode === 'silent' ? hasty : patient);
  return {
    resolveTxt: (name) => fitting().resolveTxt(name),
    resolveMx: (name) => fitting().resolveMx(name),
    resolveCname: (name) => fitting().resolveCname(name),
  };
}

export async function startTenancy(engine: Engine, variables: Record<string, string> = {}): Promise<Tenancy> {
  const { app, clock, close } = await openAppContext(engine, variables);
  const dns = await startDnsServer();
  const resolver = resolverOf(dns);
  const purgeParts = { ...app, blobs: createBlobs(app, createDatabaseStore(app.db)) };
  const purge = createTenantPurge(purgeParts);
  const { domains, apiKeys } = contract;
  const { tenants, clock: clockTable } = adminContract;
  const call = callThrough(
    implement(
      { domains, apiKeys, tenants, clock: clockTable },
      {
        domains: domainRoutes({ app, resolver }),
        apiKeys: apiKeyRoutes({ app, isVerifiedDomain, findCallerNow }),
        tenants: adminTenantRoutes({ app, purge }),
        clock: clockRoutes(clock),
      },
    ),
  );
  const operator: Tenancy['operator'] = (operation, input) => call(OPERATOR, operation, input);
  return {
    app,
    clock,
    dns,
    purge,
    purgeParts,
    resolver,
    call,
    operator,
    tenant: async () => idOf(await operator('tenants.create', { body: { name: 'A tenant' } })),
    caller: async (tenantId) => {
      const body = { name: 'A key', permission: 'full_access' };
      const created = await operator('tenants.createApiKey', { params: { id: tenantId }, body });
      const caller = await findCaller(app.db.read, sha256(String(created.body.key)));
      if (caller === undefined) throw new Error('the key is not accepted');
      return caller;
    },
    close: async () => {
      await purge.stop();
      await dns.close();
      await close();
    },
  };
}

/** Creates a tenancy for the suite, closed after it. */
export function useTenancy(engine: Engine, variables: Record<string, string> = {}): Tenancy {
  let tenancy: Tenancy | undefined;
  beforeAll(async () => {
    tenancy = await startTenancy(engine, variables);
  });
  afterAll(() => tenancy?.close());
  function started(): Tenancy {
    if (tenancy === undefined) throw new Error('it is there once the hooks before the tests have run');
    return tenancy;
  }
  return {
    get app() {
      return started().app;
    },
    get clock() {
      return started().clock;
    },
    get dns() {
      return started().dns;
    },
    get purge() {
      return started().purge;
    },
    get purgeParts() {
      return started().purgeParts;
    },
    get resolver() {
      return started().resolver;
    },
    call: (...given) => started().call(...given),
    operator: (...given) => started().operator(...given),
    tenant: () => started().tenant(),
    caller: (tenantId) => started().caller(tenantId),
    close: () => started().close(),
  };
}
