import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { systemClock } from '../../core/clock.ts';
import type { ContactExportRow } from '../../db/schema.ts';
import { fromRow, parseAttributes } from '../store.ts';
import { headerText, rowsText } from './csv-text.ts';
import { claimExport, listOldestAttributes, listOldestContacts, updateClaimed } from './export-store.ts';
import { type Walk, walkContacts } from './walk-contacts.ts';

export interface ExportParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Of the file, which takes its time to be written. */
const BLOB_MS = KEPT_MS + 24 * 60 * 60 * 1000;
/** Without a sign of life for this long, a writer counts as dead. */
const CLAIM_MS = 60_000;
const RENEW_MS = 10_000;

/** Makes the job that writes exports, each whole within a run, page by page. A run answers the contacts written. */
export function exportRunner({ app, blobs }: ExportParts): () => Promise<number> {
  const { db, clock, log, random } = app;

  /** Keeps the claim of a file that is being written; rejects where another writer has taken it over. */
  function claimKeeper(row: ContactExportRow): () => Promise<void> {
    let renewedAt = systemClock.monotonic();
    return async () => {
      if (systemClock.monotonic() - renewedAt < RENEW_MS) return;
      renewedAt = systemClock.monotonic();
      const renewed = { claim_expires_at: systemClock.now() + CLAIM_MS };
      if (!(await db.transact((trx) => updateClaimed(trx, row, renewed)))) throw new Error('another process writes this export');
    };
  }

  /** The names of all attributes in order; undefined where they are too many for columns. */
  async function findNames(walk: Walk): Promise<string[] | undefined> {
    const names = new Set<string>();
    for await (const rows of walkContacts(db, listOldestAttributes, walk)) {
      for (const { attributes } of rows) for (const name of Object.keys(parseAttributes(attributes))) names.add(name);
      if (names.size > limits.exportAttributes) return undefined;
    }
    return [...names].sort();
  }

  /** Writes the file under a key of this writer's own, which the export gets to know when it is whole. */
  async function writeFile(row: ContactExportRow, walk: Walk, names: readonly string[]) {
    let count = 0;
    async function* text(): AsyncIterable<Uint8Array> {
      yield Buffer.from(headerText(names));
      for await (const rows of walkContacts(db, listOldestContacts, walk)) {
        yield Buffer.from(rowsText(rows.map(fromRow), names));
        count += rows.length;
      }
    }
    const blob = { tenantId: row.tenant_id, key: `${row.tenant_id}/exports/${row.id}/${row.claim}` };
    await blobs.put({ ...blob, content: text(), contentType: 'text/csv', expiresAt: walk.until + BLOB_MS });
    return { blob, count };
  }

  async function write(row: ContactExportRow): Promise<number> {
    const walk = { tenantId: row.tenant_id, until: clock.now(), betweenPages: claimKeeper(row) };
    const end = (change: Partial<ContactExportRow>) =>
      db.transact((trx) => updateClaimed(trx, row, { ...change, completed_at: clock.now(), claim: null, claim_expires_at: null }));
    const names = await findNames(walk);
    if (names === undefined) {
      await end({ status: 'failed', error: 'too_many_columns' });
      return 0;
    }
    const { blob, count } = await writeFile(row, walk, names);
    const done = { status: 'done', row_count: count, blob_key: blob.key, expires_at: clock.now() + KEPT_MS };
    if (!(await end(done))) await blobs.delete([blob]);
    return count;
  }

  return async () => {
    let written = 0;
    for (;;) {
      const claim = { claim: random.bytes(12).toString('hex'), now: systemClock.now(), expiresAt: systemClock.now() + CLAIM_MS };
      const row = await db.transact((trx) => claimExport(trx, claim));
      if (row === undefined) return written;
      try {
        written += await write(row);
      } catch (error) {
        // Its claim runs out, and then it is written anew; the others must not wait for that.
        log.error({ export_id: row.id, err: error }, 'an export was broken off');
      }
    }
  };
}
