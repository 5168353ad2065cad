import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import type { Trx } from '../db/dialect.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { insertErasure } from '../suppressions/erased-store.ts';
import { unsubscribe } from './unsubscribe.ts';

describe.each(engines)('somebody who unsubscribes and is erased at once on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server);

  const leave = (trx: Trx, email: string) =>
    unsubscribe(server.app, trx, [{ tenantId: tenant.id, email, sourceMessageId: null, testMode: false }]);
  const listed = async () => (await tenant.call('GET', '/v1/suppressions')).body.data;

  it('is on no list where the erasure comes second', async () => {
    const email = 'second@example.net';
    const { begun } = await server.app.db.transact(async (trx) => {
      await leave(trx, email);
      return beginAmid(server.app.db, trx, () => tenant.call('POST', '/v1/erasures', { body: { email } }));
    });
    expect(await begun).toMatchObject({ status: 200 });
    expect(await listed()).toEqual([]);
  });

  it('is on no list where it is the operator who erases', async () => {
    const email = 'operator@example.net';
    const { begun } = await server.app.db.transact(async (trx) => {
      await leave(trx, email);
      return beginAmid(server.app.db, trx, () => server.admin('POST', '/admin/erasures', { body: { email } }));
    });
    expect(await begun).toMatchObject({ status: 200 });
    expect(await listed()).toEqual([]);
  });

  it('is on no list where the erasure comes first', async () => {
    const email = 'first@example.net';
    const { db, secrets, clock } = server.app;
    const { begun } = await db.transact(async (trx) => {
      await holdMeters(trx, [tenant.id]);
      const left = await beginAmid(server.app.db, trx, () => db.transact((other) => leave(other, email)));
      await insertErasure(trx, { tenantId: tenant.id, addressHash: secrets.hashAddress(email), createdAt: clock.now() });
      return left;
    });
    await begun;
    expect(await listed()).toEqual([]);
  });
});
