import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../../tests/support/database/database.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { insertEvents } from '../../db/dialect.ts';
import { groupDeliveries } from './group-deliveries.ts';
import { insertDeliveries } from './store.ts';

describe.each(engines)('groupDeliveries on $name', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMigrated(engine);
  });
  afterAll(() => database.close());

  /** Stores deliveries that tell so many bytes each; returns their ids. */
  async function store(name: string, sizes: readonly number[]): Promise<string[]> {
    const ids = sizes.map((_, index) => `whd_${name}${index}`);
    await database.db.transact(async (trx) => {
      const common = { tenant_id: 't', message_id: null, provider_message_id: null, test_mode: 0, created_at: 1 } as const;
      const rest = { test_position: null, contact_id: null, counted: null, place: null, recipients: '', type: 'contact.updated' } as const;
      await insertEvents(
        trx,
        sizes.map((size, index) => ({ ...common, ...rest, id: `evt_${name}${index}`, data: 'x'.repeat(size) })),
      );
      const delivery = { tenantId: 't', webhookId: 'w', type: 'contact.updated', messageId: null, sample: false, replayOf: null };
      await insertDeliveries(
        trx,
        ids.map((id, index) => ({ ...delivery, id, eventId: `evt_${name}${index}`, createdAt: 1, dueAt: 1 })),
      );
    });
    return ids;
  }

  it('has as many in a group as half a megabyte takes, in order', async () => {
    const ids = await store('a', [300_000, 200_000, 100_000, 700_000, 10, 10]);
    const groups = await groupDeliveries(database.db.read, ids);
    expect(groups.map(({ length }) => length)).toEqual([2, 1, 1, 2]);
    expect(groups.flat()).toEqual(ids);
  });

  it('has one group of what is small, and of one', async () => {
    const ids = await store('b', Array(50).fill(1000));
    expect(await groupDeliveries(database.db.read, ids)).toEqual([ids]);
    expect(await groupDeliveries(database.db.read, ['whd_b0'])).toEqual([['whd_b0']]);
  });
});
