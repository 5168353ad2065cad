import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { systemClock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/durations.ts';
import { headerText, rowsText } from './csv-text.ts';
import type { Export } from './export.ts';
import { claimExport, type ExportEnd, endExport, renewClaim } from './export-store.ts';
import { listOldestAttributes, listOldestContacts } from './exported-contact-store.ts';
import { type Walk, walkContacts } from './walk-contacts.ts';

export interface ExportParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
}

const KEPT_MS = 7 * DAY_MS;
/** Of the file, which takes its time to be written. */
const BLOB_MS = KEPT_MS + DAY_MS;
/** Without a sign of life for this long, a writer counts as dead. */
const CLAIM_MS = 60_000;
const RENEW_MS = 10_000;

/** Returns what renews the claim of a file while it is written; it rejects where another writer has taken the export over. */
function createClaimRenewal({ db }: AppContext, claimed: Export): () => Promise<void> {
  let renewedAt = systemClock.monotonic();
  return async () => {
    if (systemClock.monotonic() - renewedAt < RENEW_MS) return;
    renewedAt = systemClock.monotonic();
    const kept = await db.transact((trx) => renewClaim(trx, claimed, db.clock.now() + CLAIM_MS));
    if (!kept) throw new Error('another process writes this export');
  };
}

/** Returns the names of all attributes in order; undefined where they are too many for columns. */
async function findNames({ db }: AppContext, walk: Walk): Promise<string[] | undefined> {
  const names = new Set<string>();
  for await (const contacts of walkContacts(db, listOldestAttributes, walk)) {
    for (const { attributes } of contacts) for (const name of Object.keys(attributes)) names.add(name);
    if (names.size > limits.exportAttributes) return undefined;
  }
  return [...names].sort();
}

/** Writes the file under a key of this writer's own, which the export gets to know when it is whole. */
async function writeFile({ app: { db }, blobs }: ExportParts, { id, tenantId, claim }: Export, walk: Walk & { names: readonly string[] }) {
  let count = 0;
  async function* text(): AsyncIterable<Uint8Array> {
    yield Buffer.from(headerText(walk.names));
    for await (const contacts of walkContacts(db, listOldestContacts, walk)) {
      yield Buffer.from(rowsText(contacts, walk.names));
      count += contacts.length;
    }
  }
  const blob = { tenantId, key: `${tenantId}/exports/${id}/${claim}` };
  await blobs.put({ ...blob, content: text(), contentType: 'text/csv', expiresAt: walk.until + BLOB_MS });
  return { blob, count };
}

/** Writes a claimed export; returns the contacts written. */
async function writeExport(parts: ExportParts, claimed: Export): Promise<number> {
  const { app, blobs } = parts;
  const { db, clock } = app;
  const end = (how: ExportEnd) => db.transact((trx) => endExport(trx, claimed, how));
  const walk = { tenantId: claimed.tenantId, until: clock.now(), betweenPages: createClaimRenewal(app, claimed) };
  const names = await findNames(app, walk);
  if (names === undefined) {
    await end({ status: 'failed', error: 'too_many_columns', completedAt: clock.now() });
    return 0;
  }
  const { blob, count } = await writeFile(parts, claimed, { ...walk, names });
  const now = clock.now();
  const isOurs = await end({ status: 'done', rowCount: count, blobKey: blob.key, completedAt: now, expiresAt: now + KEPT_MS });
  if (!isOurs) await blobs.delete([blob]);
  return count;
}

/** Writes all exports that are waiting, each whole; returns the contacts written. */
export async function runExports(parts: ExportParts): Promise<number> {
  const { db, log, random } = parts.app;
  let written = 0;
  for (;;) {
    const claim = { claim: random.bytes(12).toString('hex'), now: db.clock.now(), expiresAt: db.clock.now() + CLAIM_MS };
    const claimed = await db.transact((trx) => claimExport(trx, claim));
    if (claimed === undefined) return written;
    try {
      written += await writeExport(parts, claimed);
    } catch (error) {
      // Its claim runs out, and then it is written anew; the others must not wait for that.
      log.error({ export_id: claimed.id, err: error }, 'an export was broken off');
    }
  }
}
