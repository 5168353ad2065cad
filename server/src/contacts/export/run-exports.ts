import type { AppContext } from '../../app-context.ts';
import { systemClock } from '../../core/clock.ts';
import { BEFORE_ALL } from '../../db/keyset.ts';
import type { Export } from './export.ts';
import { claimExport, type ExportEnd, endExport, releaseExport, renewClaim } from './export-store.ts';
import { type ExportParts, KEPT_MS, writeFile } from './write-file.ts';

/** A writer that has not renewed its claim for this long counts as dead. */
const CLAIM_MS = 60_000;
const RENEW_MS = 10_000;

/** Returns a function that renews the claim on a file while it is written; it rejects if another writer has taken the export over. */
function createClaimRenewal({ db }: AppContext, claimed: Export): () => Promise<void> {
  let renewedAt = systemClock.monotonic();
  return async () => {
    if (systemClock.monotonic() - renewedAt < RENEW_MS) return;
    renewedAt = systemClock.monotonic();
    const kept = await db.transact((trx) => renewClaim(trx, claimed, db.clock.now() + CLAIM_MS));
    if (!kept) throw new Error('another process writes this export');
  };
}

/** Writes a claimed export; returns the number of contacts written. */
async function writeExport(parts: ExportParts, claimed: Export): Promise<number> {
  const { app, blobs } = parts;
  const { db, clock } = app;
  const end = (how: ExportEnd) => db.transact((trx) => endExport(trx, claimed, how));
  const walk = { tenantId: claimed.tenantId, until: clock.now(), betweenPages: createClaimRenewal(app, claimed) };
  const file = await writeFile(parts, claimed, walk);
  if (file === 'too_many_columns') {
    await end({ status: 'failed', error: file, completedAt: clock.now() });
    return 0;
  }
  const { blob, count } = file;
  const now = clock.now();
  const isOurs = await end({ status: 'done', rowCount: count, blobKey: blob.key, completedAt: now, expiresAt: now + KEPT_MS });
  if (!isOurs) await blobs.delete([blob]);
  return count;
}

/** Writes all waiting exports, each whole and tried once; returns the number of contacts written. */
export async function runExports(parts: ExportParts): Promise<number> {
  const { db, log, random } = parts.app;
  let written = 0;
  for (let after = BEFORE_ALL; ; ) {
    const now = db.clock.now();
    const claim = { claim: random.bytes(12).toString('hex'), now, expiresAt: now + CLAIM_MS, after };
    const claimed = await db.transact((trx) => claimExport(trx, claim));
    if (claimed === undefined) return written;
    after = claimed;
    try {
      written += await writeExport(parts, claimed);
    } catch (error) {
      // The next run writes it again; the others must not wait for that.
      log.error({ export_id: claimed.id, err: error }, 'an export was broken off');
      await db.transact((trx) => releaseExport(trx, claimed));
    }
  }
}
