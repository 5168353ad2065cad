import { expireExports } from './export-store.ts';
import type { ExportParts } from './run-exports.ts';

const PAGE = 100;

/** Ends exports whose time is over, with their files; returns how many. */
export async function purgeExports({ app: { db, clock }, blobs }: ExportParts): Promise<number> {
  let expired = 0;
  for (let page = PAGE; page === PAGE; expired += page) {
    const rows = await db.transact((trx) => expireExports(trx, { now: clock.now(), limit: PAGE }));
    await blobs.delete(rows.flatMap(({ tenant_id: tenantId, blob_key: key }) => (key === null ? [] : [{ tenantId, key }])));
    page = rows.length;
  }
  return expired;
}
