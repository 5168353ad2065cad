import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { holdFreeMeters, holdMeters } from '../meters/hold-store.ts';
import { eraseAddress } from './erase.ts';
import { insertErasure } from './erased-store.ts';
import { findErased } from './index.ts';

const EMAIL = 'ann@example.net';

describe.each(engines)('an erasure, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  const erasedSince = async (tenantId: string, after: number) =>
    (await findErased(tenancy.app, tenancy.app.db.read, { tenantId, emails: [EMAIL], after })).size === 1;

  it('has the time when it holds, and not that when it began to wait', async () => {
    const { app, clock } = tenancy;
    const tenantId = await tenancy.tenant();
    const { begun } = await app.db.transact(async (trx) => {
      await holdMeters(trx, [tenantId]);
      const amid = await beginAmid(app.db, trx, () => eraseAddress(app, tenantId, EMAIL));
      clock.moveTo(clock.now() + 5);
      return amid;
    });
    await begun;
    expect([await erasedSince(tenantId, clock.now() - 1), await erasedSince(tenantId, clock.now())]).toEqual([true, false]);
  });

  it('by the operator waits for whoever holds the meter of a tenant, and holds no other meanwhile', async () => {
    const { app } = tenancy;
    const tenantIds = await Promise.all([tenancy.tenant(), tenancy.tenant(), tenancy.tenant()]);
    const [first = '', held = '', last = ''] = tenantIds.toSorted();
    let hasEnded = false;
    const { begun } = await app.db.transact(async (trx) => {
      await holdMeters(trx, [held]);
      const amid = await beginAmid(app.db, trx, () => eraseAddress(app, null, 'gone@example.net').finally(() => (hasEnded = true)));
      expect(hasEnded).toBe(false);
      const others = [first, last].toSorted();
      if (app.db.writers === 'many') expect(await app.db.transact((other) => holdFreeMeters(other, others))).toEqual(others);
      return amid;
    });
    expect(await begun).toBe('gone@example.net');
  });

  it('keeps the later of two times', async () => {
    const { app } = tenancy;
    const tenantId = await tenancy.tenant();
    const entry = { tenantId, addressHash: app.secrets.hashAddress(EMAIL) };
    for (const createdAt of [5, 7, 6]) await app.db.transact((trx) => insertErasure(trx, { ...entry, createdAt }));
    expect([await erasedSince(tenantId, 6), await erasedSince(tenantId, 7)]).toEqual([true, false]);
  });
});
