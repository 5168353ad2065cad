import { type RunningServer, startServer } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Breaker, createBreaker } from '../../support/database/breaker.ts';
import { type Engine, engines, type TestDatabase } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';

const SECRET_KEY = 'k'.repeat(32);

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });
const fromStorage = (code: string, message: string) => Object.assign(withCode(code, message), { file: 'md.c' });
const unanswered = (code: string) => Object.assign(withCode(code), { errno: -1, syscall: 'connect', address: '127.0.0.1', port: 5432 });
const ofEveryAddress = (code: string) => Object.assign(new AggregateError([unanswered(code), unanswered(code)]), { code });

/** What the drivers say of an engine that cannot answer. */
const failures: Readonly<Record<Engine['name'], readonly Error[]>> = {
  postgres: [
    withCode('57P01', 'terminating connection due to administrator command'),
    withCode('57P02', 'terminating connection because of crash of another server process'),
    withCode('57P03', 'the database system is starting up'),
    withCode('57P05', 'terminating connection due to idle-session timeout'),
    withCode('08006', 'connection failure'),
    withCode('08P01', 'server conn crashed?'),
    withCode('53300', 'sorry, too many clients already'),
    withCode('53100', 'could not extend file: No space left on device'),
    fromStorage('42501', 'could not open file "base/16385/1249": Read-only file system'),
    fromStorage('58P01', 'could not open file "base/16385/1249": No such file or directory'),
    withCode('25006', 'cannot execute UPDATE in a read-only transaction'),
    withCode('57014', 'canceling statement due to statement timeout'),
    withCode('55P03', 'canceling statement due to lock timeout'),
    unanswered('ECONNREFUSED'),
    ofEveryAddress('ECONNREFUSED'),
    // A socket file that the server has removed.
    unanswered('ENOENT'),
    unanswered('EADDRNOTAVAIL'),
    withCode('ECONNRESET', 'read ECONNRESET'),
    withCode('EPIPE', 'write EPIPE'),
    withCode('ETIMEDOUT', 'read ETIMEDOUT'),
    withCode('EHOSTUNREACH', 'connect EHOSTUNREACH'),
    withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example.com'),
    withCode('EAI_AGAIN', 'getaddrinfo EAI_AGAIN db.example.com'),
    withCode('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'),
    new Error('Connection terminated'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
    new Error('timeout expired'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    new Error('There was an error establishing an SSL connection'),
  ],
  sqlite: [
    withCode('SQLITE_BUSY', 'database is locked'),
    withCode('SQLITE_BUSY_SNAPSHOT', 'database is locked'),
    withCode('SQLITE_FULL', 'database or disk is full'),
    withCode('SQLITE_IOERR_WRITE', 'disk I/O error'),
    withCode('SQLITE_CANTOPEN', 'unable to open database file'),
  ],
};

describe.each(engines)('while $name cannot answer', (engine) => {
  let database: TestDatabase;
  let breaker: Breaker;
  let server: RunningServer;
  let tenant: TestTenant;
  let link: string;

  beforeAll(async () => {
    database = await engine.create();
    breaker = createBreaker();
    const links = { LINK_BASE_URL: 'https://links.example.com' };
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPERATOR_TOKEN,
      SECRET_KEY,
      DATABASE_URL: database.url,
      CLOCK: 'virtual',
      ...links,
    };
    server = await startServer({
      environment: { ...environment, JOB_INTERVAL_MS: '3600000', INBOUND_SMTP_PORT: '0', ROLE: 'api' },
      database: { around: breaker.around },
    });
    tenant = await mintTenant(url(), admin, { rate_limit: -1 });
    const { body } = await tenant.call('POST', '/v1/email', { body: { ...mail(), stream: 'marketing' } });
    await admin('POST', '/admin/jobs/dispatch/run');
    const { headers } = await capturedMail(server, body.message_id);
    link = new URL(headers.get('list-unsubscribe')?.replace(/^<|>.*$/gs, '') ?? '').pathname;
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const url = () => server.url ?? '';
  const admin: ReturnType<typeof caller> = (...given) => caller(url(), OPERATOR_TOKEN)(...given);
  const mail = () => ({ from: tenant.from, to: ['a@example.net'], subject: 's', text_body: 'x' });
  const call = (method: string, path: string, body?: object) => () => tenant.call(method, path, body === undefined ? {} : { body });
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  const page = async () => {
    const response = await fetch(`${url()}${link}`, { method: 'POST' });
    await response.text();
    return { status: response.status, headers: response.headers, body: undefined };
  };

  const UNAVAILABLE = { error: 'service_unavailable', detail: expect.any(String) };
  const surfaces: readonly (readonly [string, () => ReturnType<TestTenant['call']>, unknown])[] = [
    ['GET /v1/messages', call('GET', '/v1/messages'), UNAVAILABLE],
    ['GET /v1/contacts', call('GET', '/v1/contacts'), UNAVAILABLE],
    ['POST /v1/email', () => tenant.call('POST', '/v1/email', { body: mail() }), UNAVAILABLE],
    ['POST /v1/email/batch', () => tenant.call('POST', '/v1/email/batch', { body: { emails: [mail()] } }), UNAVAILABLE],
    ['POST /v1/templates', call('POST', '/v1/templates', { alias: 'a', name: 'A' }), UNAVAILABLE],
    ['GET /v1/nowhere', call('GET', '/v1/nowhere'), UNAVAILABLE],
    [
      'POST /resend/emails',
      () => tenant.call('POST', '/resend/emails', { body: { ...mail(), text: 'x' } }),
      { statusCode: 503, name: 'application_error', message: expect.any(String) },
    ],
    ['POST /mcp', () => tenant.call('POST', '/mcp', { body: listTools }), UNAVAILABLE],
    ['GET /trpc/messages.list', call('GET', '/trpc/messages.list'), UNAVAILABLE],
    ['GET /admin/tenants', () => admin('GET', '/admin/tenants'), UNAVAILABLE],
    ['GET /admin/stats', () => admin('GET', '/admin/stats'), UNAVAILABLE],
    ['POST /admin/jobs/cleanup/run', () => admin('POST', '/admin/jobs/cleanup/run'), UNAVAILABLE],
    ['POST /admin/jobs/dispatch/run', () => admin('POST', '/admin/jobs/dispatch/run'), UNAVAILABLE],
    ['POST /admin/jobs/scheduler/run', () => admin('POST', '/admin/jobs/scheduler/run'), UNAVAILABLE],
    ['POST /u/{token}', page, undefined],
  ];

  describe.each(failures[engine.name].map((error) => [`${'code' in error ? error.code : ''} ${error.message}`.trim(), error] as const))(
    '(%s)',
    (_, error) => {
      it('answers 503 with Retry-After and nothing else, whatever is asked', async () => {
        const failure = { nth: 1, when: 'instead', lasting: true, error } as const;
        const { result } = await breaker.during(failure, async () => {
          const answers: unknown[] = [];
          for (const [name, ask] of surfaces) {
            const { status, headers, body } = await ask();
            answers.push([name, status, headers.get('retry-after'), body]);
          }
          return answers;
        });
        expect(result).toEqual(surfaces.map(([name, , body]) => [name, 503, '1', body]));
      });

      it('asks mail servers to come again', async () => {
        const failure = { nth: 1, when: 'instead', lasting: true, error } as const;
        const { result } = await breaker.during(failure, () =>
          handOver(server.ports.smtp ?? 0, { from: '', to: [tenant.from], raw: 'Subject: x\r\n\r\nx' }),
        );
        expect(result).toMatchObject({ code: 451 });
      });
    },
  );

  it('says of a fault that is none of these that it is one', async () => {
    const failure = { nth: 1, when: 'instead', lasting: true, error: new Error('nobody foresaw this') } as const;
    const { result } = await breaker.during(failure, () => tenant.call('GET', '/v1/messages'));
    expect(result).toMatchObject({ status: 500, body: { error: 'internal_error' } });
  });
});
