import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { lockMeters, type Meter, writeMeters } from '../../meters/store.ts';
import { findTenant } from '../store.ts';
import { addPack, type NewPack, PACK_MS, type Pack, remainingOfLast } from './credits.ts';
import { deletePacks, insertPack, settleCredits } from './store.ts';

function toPack({ newId }: AppContext, tenantId: string, { emails, now }: { emails: number; now: number }): NewPack {
  return { id: newId('crd', now), tenantId, emails, createdAt: now, expiresAt: now + PACK_MS };
}

async function lockMeter(trx: Trx, tenantId: string): Promise<Meter | undefined> {
  const meters = await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' });
  return meters.get(tenantId);
}

/** Adds a pack of prepaid emails. */
export function addCredits(app: AppContext, tenantId: string, body: () => { emails: number }): Promise<Pack | ApiError<'not_found'>> {
  const { db, clock } = app;
  return db.transact(async (trx) => {
    const meter = await lockMeter(trx, tenantId);
    if (meter === undefined || (await findTenant(trx, tenantId)) === undefined) return new ApiError('not_found');
    const { emails } = body();
    const now = clock.now();
    await settleCredits(trx, [meter], now);
    const pack = toPack(app, tenantId, { emails, now });
    await insertPack(trx, pack);
    addPack(meter, pack);
    await writeMeters(trx, [meter]);
    return { ...pack, remaining: remainingOfLast(meter, emails) };
  });
}

/** Has one pack take the place of all packs of a tenant; no pack for a balance of 0 or less. */
export async function replaceCredits(trx: Trx, app: AppContext, { tenantId, emails }: { tenantId: string; emails: number }): Promise<void> {
  const { clock } = app;
  const meter = await lockMeter(trx, tenantId);
  if (meter === undefined) return;
  await deletePacks(trx, tenantId);
  meter.creditsBalance = Math.min(emails, 0);
  meter.creditsExpireAt = null;
  if (emails > 0) {
    const pack = toPack(app, tenantId, { emails, now: clock.now() });
    await insertPack(trx, pack);
    addPack(meter, pack);
  }
  await writeMeters(trx, [meter]);
}
