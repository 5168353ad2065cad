import { startServer } from '@posthorn/server';
import { Agent } from 'undici';
import { inject } from 'vitest';
import { createLockWatch } from './database/lock-order.ts';
import type { Engine, TestDatabase } from './engines.ts';
import { sharedReader } from './mail/shared-reader.ts';
import { PATIENCE_MS } from './wait.ts';

export const OPERATOR_TOKEN = 'operator-token-for-tests';
const SECRET_KEY = 'a secret key that is only used by tests';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
  readonly body: any;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

export interface TestTenant {
  readonly id: string;
  readonly key: string;
  /** A verified domain. */
  readonly domain: { readonly id: string; readonly name: string };
  /** Calls with the tenant's full_access key. */
  readonly call: Call;
  /** An address at the verified domain. */
  readonly from: string;
}

export interface TestServer {
  readonly url: string;
  /** The port of incoming SMTP; 0 if it is off. */
  readonly smtpPort: number;
  /** The ports of SMTP submission, with STARTTLS and with implicit TLS; 0 if it is off. */
  readonly submissionPort: number;
  readonly submissionsPort: number;
  readonly admin: Call;
  /** The context of the server, for access to its database. */
  readonly app: Awaited<ReturnType<typeof startServer>>['app'];
  /** Creates a separate tenant for the test. */
  mint(overrides?: Record<string, number>): Promise<TestTenant>;
  /** Returns a function that calls with any bearer token. */
  as(token: string): Call;
  /** Runs a background job to its end. */
  run(job: string): Promise<number>;
  stop(): Promise<void>;
}

/** For calls that make the server process everything that waits. */
// Safe because Node's fetch is of this package; its types are of an earlier version.
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 }) as unknown as NonNullable<RequestInit['dispatcher']>;

export function caller(url: string, token: string): Call {
  return async (method, path, { body, headers } = {}) => {
    const given = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      dispatcher: patient,
      ...given,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
}

let minted = 0;

/** Creates a tenant with a key and a verified domain. */
export async function mintTenant(url: string, admin: Call, overrides: Record<string, number> = {}): Promise<TestTenant> {
  minted += 1;
  const name = `t${minted}-${process.pid}.example.com`;
  const { body: tenant } = await admin('POST', '/admin/tenants', { body: { name: `tenant ${minted}`, plan: 'payg', overrides } });
  const { body: key } = await admin('POST', `/admin/tenants/${tenant.id}/api-keys`, { body: { name: 'test', permission: 'full_access' } });
  const { body: domain } = await admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name, verified: true } });
  return { id: tenant.id, key: key.key, domain: { id: domain.id, name }, call: caller(url, key.key), from: `hello@${name}` };
}

/** Starts a whole server on a new database, or on the given one. */
export async function startTestServer(engine: Engine, environment: Record<string, string> = {}, given?: TestDatabase): Promise<TestServer> {
  const database = given ?? (await engine.create());
  const locks = createLockWatch();
  const server = await startServer({
    database: { around: locks.around, scanMs: PATIENCE_MS },
    reader: sharedReader,
    newKeyPair: async () => inject('keyPair'),
    environment: { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY, DATABASE_URL: database.url, ...environment },
  });
  const url = server.url ?? '';
  const admin = caller(url, OPERATOR_TOKEN);
  return {
    url,
    smtpPort: server.ports.smtp ?? 0,
    submissionPort: server.ports.submission ?? 0,
    submissionsPort: server.ports.submissions ?? 0,
    admin,
    app: server.app,
    mint: (overrides) => mintTenant(url, admin, overrides),
    as: (token) => caller(url, token),
    run: async (job) => (await admin('POST', `/admin/jobs/${job}/run`)).body.ran,
    stop: async () => {
      await server.stop();
      if (given === undefined) await database.drop();
      locks.check();
    },
  };
}
