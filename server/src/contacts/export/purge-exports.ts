import { expireExports } from './export-store.ts';
import type { ExportParts } from './write-file.ts';

const PAGE = 100;

/** Ends expired exports and removes their files; returns how many. */
export async function purgeExports({ app: { db, clock }, blobs }: ExportParts): Promise<number> {
  let expired = 0;
  for (let page = PAGE; page === PAGE; expired += page) {
    const exports = await db.transact((trx) => expireExports(trx, { now: clock.now(), limit: PAGE }));
    await blobs.delete(exports.flatMap(({ tenantId, blobKey: key }) => (key === null ? [] : [{ tenantId, key }])));
    page = exports.length;
  }
  return expired;
}
