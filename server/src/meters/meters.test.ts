import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { addChanges, noteStorage } from '../storage/store.ts';
import { addToContactCounts } from './contact-count-store.ts';
import { writeLogTimes } from './log-time-store.ts';
import { lockMeters, writeMeters } from './store.ts';

describe.each(engines)('meters on $name', (engine) => {
  const tenancy = useTenancy(engine);
  const rowOf = (id: string) =>
    tenancy.app.db.read.selectFrom('tenant_meters').selectAll().where('tenant_id', '=', id).executeTakeFirstOrThrow();

  it('are written for their own tenants alone', async () => {
    const [tenantId, other] = [await tenancy.tenant(), await tenancy.tenant()];
    const before = await rowOf(other);
    await tenancy.app.db.transact(async (trx) => {
      const meters = await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' });
      await writeMeters(
        trx,
        [...meters.values()].map((meter) => ({ ...meter, dayUsed: 3 })),
      );
      await addToContactCounts(trx, new Map([[tenantId, 2]]));
      await writeLogTimes(trx, { log: 'last_suppression_at', times: new Map([[tenantId, 9]]) });
      await noteStorage(trx, [{ tenantId, kind: 'kept', bytes: 5 }]);
      await addChanges(trx, [tenantId]);
    });
    expect(await rowOf(tenantId)).toMatchObject({ day_used: 3, contact_count: 2, last_suppression_at: 9, kept_bytes: 5 });
    expect(await rowOf(other)).toEqual(before);
  });
});
