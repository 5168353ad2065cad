import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINKS, pathOf, sent } from '../api/unsubscribe/marketing.ts';
import { engines, type TestDatabase } from '../support/engines.ts';
import { capturedMail } from '../support/mail/captured.ts';
import { BY_HAND } from '../support/posthorn.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { caller, startTestServer, type TestServer, type TestTenant } from '../support/server.ts';

const [OLD, NEW, OTHER] = ['o', 'n', 'x'].map((letter) => letter.repeat(40));
const ERASED = 'erased@example.net';
const NOT_THE_KEY = /^SECRET_KEY: not the key that this database is sealed with/;

describe.each(engines)('SECRET_KEY on $name', (engine) => {
  let database: TestDatabase;
  let tenant: TestTenant;
  let unsubscribe = '';
  beforeAll(async () => {
    database = await engine.create();
    await served({ SECRET_KEY: OLD }, async (server) => {
      tenant = await server.mint();
      await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.com/in', events: ['delivery'] } });
      await tenant.call('POST', '/v1/erasures', { body: { email: ERASED } });
      unsubscribe = pathOf((await sent(server, tenant)).headers);
    });
  });
  afterAll(() => database.drop());

  async function served<T>(environment: Record<string, string | undefined>, use: (server: TestServer) => Promise<T>): Promise<T> {
    const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? '']));
    const server = await startTestServer(engine, { LINK_BASE_URL: LINKS, ...BY_HAND, ...given }, database);
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  }
  const rekey = (environment: Record<string, string | undefined>) =>
    posthorn(['rekey'], { environment: { DATABASE_URL: database.url, ...(environment as Record<string, string>) } });

  /** What a service that has the right key does: it signs, tells erased addresses and knows its links. */
  const look = (server: TestServer) => async () => {
    const call = caller(server.url, tenant.key);
    const send = async (to: string) =>
      (await call('POST', '/v1/email', { body: { from: tenant.from, to: [to], subject: 'x', text_body: 'x' } })).body;
    const { message_id: id } = await send('a@example.net');
    await server.run('dispatch');
    const { headers } = await capturedMail(server, id);
    const page = await fetch(`${server.url}${unsubscribe}`);
    return { signed: headers.has('dkim-signature'), erased: (await send(ERASED)).status, page: page.status };
  };
  const ALL = { signed: true, erased: 'suppressed', page: 200 };

  it('is proven at start: with another there is one line, and exit 2', async () => {
    await expect(served({ SECRET_KEY: OTHER }, async () => undefined)).rejects.toThrow(NOT_THE_KEY);
    const { code, stderr } = await posthorn(['serve'], {
      environment: { DATABASE_URL: database.url, SECRET_KEY: String(OTHER), PORT: '0', LOG_LEVEL: 'silent' },
    });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^posthorn: SECRET_KEY: not the key .+\n$/)]);
    expect(await served({ SECRET_KEY: OLD }, (server) => look(server)())).toEqual(ALL);
  });

  it('is proven by what is sealed where the database comes from before there was a proof', async () => {
    const forget = (server: TestServer) => server.app.db.write.deleteFrom('key_proofs').execute();
    await served({ SECRET_KEY: OLD }, forget);
    await expect(served({ SECRET_KEY: OTHER }, async () => undefined)).rejects.toThrow(NOT_THE_KEY);
    expect(await served({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }, (server) => look(server)())).toEqual(ALL);
    await served({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }, forget);
    expect(await served({ SECRET_KEY: OLD }, (server) => look(server)())).toEqual(ALL);
  });

  it('is not left while a key is missing: rekey names what it cannot open, and changes nothing', async () => {
    const endpoint = { url: 'https://hooks.example.com/other', events: ['delivery'] };
    const id = await served({ SECRET_KEY: OTHER, SECRET_KEY_PREVIOUS: OLD }, async (server) => {
      const { body } = await caller(server.url, tenant.key)('POST', '/v1/webhooks', { body: endpoint });
      return body.id;
    });
    expect(await rekey({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })).toEqual({
      code: 2,
      stdout: '',
      stderr: `posthorn: SECRET_KEY: it does not open the secret of ${id}; name the key before in SECRET_KEY_PREVIOUS\n`,
    });
    expect(await served({ SECRET_KEY: OLD }, (server) => look(server)())).toEqual(ALL);
  });

  it('can be another when the one before stays beside it, and alone once all is sealed anew', async () => {
    const both = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: `${OTHER}, ${OLD}` };
    expect(await served(both, (server) => look(server)())).toEqual(ALL);
    expect(await rekey({ SECRET_KEY: OTHER })).toMatchObject({ code: 2 });
    expect(await rekey(both)).toMatchObject({ code: 0, stdout: 'Sealed 3 secrets anew. SECRET_KEY alone opens the database now.\n' });
    expect(await rekey(both)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Sealed 0 secrets/) });
    expect(await served(both, (server) => look(server)())).toEqual(ALL);
    expect(await served({ SECRET_KEY: NEW }, (server) => look(server)())).toEqual({ ...ALL, page: 404 });
    await expect(served({ SECRET_KEY: OLD }, async () => undefined)).rejects.toThrow(NOT_THE_KEY);
  });
});
