import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockInOrder, lockRows, type Trx } from '../../server/src/db/dialect.ts';
import { createLockWatch, type LockWatch } from '../support/database/lock-order.ts';
import { engines, type TestDatabase } from '../support/engines.ts';

type Db = Awaited<ReturnType<typeof openDatabase>>;

const lockTenantMeter = (trx: Trx) =>
  trx
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'tenant_meters'))
    .execute();
const lockMessage = (trx: Trx) =>
  trx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', 'msg')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
const takeMessage = (trx: Trx) =>
  trx
    .selectFrom('messages')
    .select('id')
    .limit(1)
    .modifyEnd(lockRows(trx, 'skip', 'messages'))
    .execute();
const writeLedger = (trx: Trx) => trx.updateTable('broadcast_ledgers').set({ walked: 1 }).where('broadcast_id', '=', 'bc').execute();

// What is planted here, and would fail any suite that did it.
describe.each(engines)('the order of locks on $name', ({ name, create }) => {
  let database: TestDatabase;
  let db: Db;
  let watch: LockWatch;
  beforeEach(async () => {
    watch = createLockWatch();
    database = await create();
    db = await openDatabase(database.url, { around: watch.around });
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  it('lets a transaction go down the tables', async () => {
    await db.transact(async (trx) => {
      await lockTenantMeter(trx);
      await lockMessage(trx);
      await writeLedger(trx);
      await lockMessage(trx);
    });
    await db.transact(lockTenantMeter);
    expect(watch.check).not.toThrow();
  });

  it('shows one that goes up, by a lock or by a write', async () => {
    await db.transact(async (trx) => {
      await writeLedger(trx);
      await lockMessage(trx);
    });
    expect(watch.check).toThrow('waits for messages while it holds broadcast_ledgers');
    await db.transact(async (trx) => {
      await takeMessage(trx);
      await lockTenantMeter(trx);
    });
    expect(watch.check).toThrow('waits for tenant_meters while it holds messages');
  });

  it('lets nobody wait who takes what is free', async () => {
    await db.transact(async (trx) => {
      await writeLedger(trx);
      await takeMessage(trx);
    });
    expect(watch.check).not.toThrow();
  });

  it.runIf(name === 'postgres')('shows many rows that are taken in any order', async () => {
    const ids = ['key_b', 'key_a'];
    const row = { tenant_id: 'ten', name: 'n', permission: 'full_access', domain_id: null, prefix: 'p', created_at: 1, last_used_at: null };
    for (const id of ids)
      await db.write
        .insertInto('api_keys')
        .values({ id, hash: id, ...row })
        .execute();
    const update = (trx: Trx) => trx.updateTable('api_keys').set({ last_used_at: 1 }).where('id', 'in', ids).execute();
    await db.transact(async (trx) => {
      await lockInOrder(trx, 'api_keys', ids);
      await update(trx);
    });
    expect(watch.check).not.toThrow();
    await db.transact(update);
    expect(watch.check).toThrow('takes rows of api_keys in any order');
  });
});
