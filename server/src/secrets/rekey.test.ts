import { startServer } from '@posthorn/server';
import type { DatabaseConnection, Dialect } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchConnections } from '../../../tests/support/database/watch-connections.ts';
import { engines } from '../../../tests/support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, startTestServer } from '../../../tests/support/server.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { rekey } from './rekey.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

/** Runs an action before the next statement that changes an endpoint. */
function beforeChange() {
  let happen: (() => Promise<unknown>) | undefined;
  function watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(...given: Parameters<typeof execute>) => {
      const due = given[0].sql.startsWith('update "webhooks"') ? happen : undefined;
      if (due !== undefined) happen = undefined;
      await due?.();
      return execute<R>(...given);
    };
  }
  const around = (dialect: Dialect) => watchConnections(dialect, watch);
  const once = (act: () => Promise<unknown>): void => {
    happen = act;
  };
  return { around, once };
}

// On the other engine nobody writes in the middle of a transaction.
describe.each(engines.filter(({ name }) => name === 'postgres'))('sealing anew on $name', (engine) => {
  it.each([
    ['is changed', 'PATCH', '', { description: 'Other' }],
    ['gets another secret', 'POST', '/rotate-secret', undefined],
  ])('leaves nothing under the key before, also of an endpoint that %s meanwhile', async (_, method, path, body) => {
    const database = await engine.create();
    onTestFinished(database.drop);
    const change = beforeChange();
    const environment = { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY: OLD, DATABASE_URL: database.url, ROLE: 'api' };
    const server = await startServer({ environment, database: { around: change.around } });
    onTestFinished(server.stop);
    const { db } = server.app;
    const tenant = await mintTenant(server.url ?? '', caller(server.url ?? '', OPERATOR_TOKEN));
    const { body: hook } = await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.com/', events: ['*'] } });
    const anew = createSecretBox({ current: NEW, previous: [OLD] }, createSystemRandom());
    let sealed = 0;
    change.once(async () => {
      sealed = await rekey({ db, secrets: anew });
    });
    const { status } = await tenant.call(method, `/v1/webhooks/${hook.id}${path}`, body === undefined ? {} : { body });
    expect([status, sealed > 0]).toEqual([200, true]);
    const row = await db.read
      .selectFrom('webhooks')
      .select(['secret', 'previous_secret'])
      .where('id', '=', hook.id)
      .executeTakeFirstOrThrow();
    const [secret, before] = [row.secret, row.previous_secret];
    // Values that the service encrypted while it still had the previous key are found by the next run.
    expect(anew.isCurrent(method === 'PATCH' ? secret : (before ?? ''))).toBe(true);
    expect(anew.open(method === 'PATCH' ? secret : (before ?? ''))).toBe(hook.secret);
  });
});

describe.each(engines)('the secrets of a webhook on $name that was given others within a day', (engine) => {
  it('are sealed anew, each of them', async () => {
    const server = await startTestServer(engine, { ROLE: 'api', SECRET_KEY: OLD });
    onTestFinished(server.stop);
    const { db } = server.app;
    const tenant = await server.mint();
    const { body: hook } = await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.com/', events: ['*'] } });
    const rotate = async () => (await tenant.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`)).body.secret;
    const [second, third] = [await rotate(), await rotate()];
    await rekey({ db, secrets: createSecretBox({ current: NEW, previous: [OLD] }, createSystemRandom()) });
    const query = db.read.selectFrom('webhooks').select(['secret', 'previous_secret', 'earlier_secrets']).where('id', '=', hook.id);
    const row = await query.executeTakeFirstOrThrow();
    const anew = createSecretBox({ current: NEW, previous: [] }, createSystemRandom());
    expect([row.secret, row.previous_secret ?? ''].map((sealed) => anew.open(sealed))).toEqual([third, second]);
    expect(JSON.parse(anew.open(row.earlier_secrets ?? ''))).toEqual([{ secret: hook.secret, until: expect.any(Number) }]);
  });
});
