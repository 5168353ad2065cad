import { openDatabase } from '@posthorn/server';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import type { Db } from './db.ts';
import { insertEvents } from './dialect.ts';
import type { EventRow } from './schema.ts';

const toRow = (id: string, tenantId: string): EventRow => ({
  id,
  tenant_id: tenantId,
  message_id: null,
  type: 'sent',
  recipients: '[]',
  data: '{}',
  provider_message_id: null,
  test_mode: 0,
  created_at: 1,
  test_position: null,
  contact_id: null,
  counted: 1,
  place: null,
});

const recordAll = ({ transact }: Db, tenantId: string, ids: readonly string[]) =>
  transact((trx) =>
    insertEvents(
      trx,
      ids.map((id) => toRow(id, tenantId)),
    ),
  );

async function idsInOrder({ read }: Db, tenantId: string): Promise<string[]> {
  const rows = await read.selectFrom('events').select('id').where('tenant_id', '=', tenantId).orderBy('place').execute();
  return rows.map(({ id }) => id);
}

describe.each(engines)('places of events on $name', (engine) => {
  it('go on after what was given up, and in the next process', async () => {
    const { url, drop } = await engine.create();
    const first = await openDatabase(url);
    // By ids they would be in another order.
    await recordAll(first, 't', ['evt_9', 'evt_8']);
    await recordAll(first, 'u', ['evt_7']);
    const lost = first.transact(async (trx) => {
      await insertEvents(trx, [toRow('evt_6', 't'), toRow('evt_5', 'v')]);
      throw new Error('given up');
    });
    await expect(lost).rejects.toThrow('given up');
    await recordAll(first, 't', ['evt_4']);
    await first.close();
    const next = await openDatabase(url);
    await recordAll(next, 't', ['evt_3']);
    await recordAll(next, 'v', ['evt_2', 'evt_1']);
    expect(await Promise.all(['t', 'u', 'v'].map((tenantId) => idsInOrder(next, tenantId)))).toEqual([
      ['evt_9', 'evt_8', 'evt_4', 'evt_3'],
      ['evt_7'],
      ['evt_2', 'evt_1'],
    ]);
    const places = await next.read.selectFrom('events').select(['tenant_id', 'place']).execute();
    expect(new Set(places.map(({ tenant_id, place }) => `${tenant_id} ${place}`)).size).toBe(places.length);
    await next.close();
    await drop();
  });

  it('go on for tenants that are more than are kept in mind', async () => {
    const { url, drop } = await engine.create();
    const db = await openDatabase(url);
    const tenants = Array.from({ length: 10_000 }, (_, n) => `t${n}`);
    await db.transact((trx) =>
      insertEvents(
        trx,
        tenants.map((tenantId) => toRow(`evt_1_${tenantId}`, tenantId)),
      ),
    );
    // One that is new, and whoever has been there for longest.
    await db.transact((trx) => insertEvents(trx, [toRow('evt_2', 'new'), toRow('evt_0', 't0')]));
    expect(await idsInOrder(db, 't0')).toEqual(['evt_1_t0', 'evt_0']);
    await db.close();
    await drop();
  });
});
