import { setImmediate as giveWay } from 'node:timers/promises';
import { limits } from '@posthorn/contract';
import type { Blobs } from '../../blobs/blobs.ts';
import { machine } from '../../core/clock.ts';
import type { ContactExportRow } from '../../db/schema.ts';
import type { Platform } from '../../platform.ts';
import type { Contact } from '../contact.ts';
import { fromRow } from '../store.ts';
import { headerText, rowsText } from './csv-text.ts';
import { claimExport, listOldestContacts, updateClaimed } from './export-store.ts';

export interface ExportParts {
  readonly platform: Platform;
  readonly blobs: Blobs;
}

const CONTACTS_A_PAGE = 1000;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Of the file, which takes its time to be written. */
const BLOB_MS = KEPT_MS + 24 * 60 * 60 * 1000;
/** Without a sign of life for this long, a writer counts as dead. */
const CLAIM_MS = 60_000;
const RENEW_MS = 10_000;
const FIRST = { id: '', created_at: -1 };

/** Makes the job that writes exports, each whole within a run, page by page. A run answers the contacts written. */
export function exportRunner({ platform, blobs }: ExportParts): () => Promise<number> {
  const { db, clock, log, random } = platform;

  /** Contacts as each page finds them; those made after the beginning are left out. */
  async function* pagesOf(tenantId: string, until: number): AsyncGenerator<Contact[], void, undefined> {
    for (let after = FIRST, more = true; more; ) {
      const rows = await listOldestContacts(db.read, tenantId, { after, until, limit: CONTACTS_A_PAGE });
      if (rows.length > 0) yield rows.map(fromRow);
      await giveWay();
      after = rows.at(-1) ?? after;
      more = rows.length === CONTACTS_A_PAGE;
    }
  }

  /** Keeps the claim of a file that is being written; throws where another writer has taken it over. */
  function claimKeeper(row: ContactExportRow): () => Promise<void> {
    let renewedAt = machine.monotonic();
    return async () => {
      if (machine.monotonic() - renewedAt < RENEW_MS) return;
      renewedAt = machine.monotonic();
      const renewed = { claim_expires_at: machine.now() + CLAIM_MS };
      if (!(await db.transact((trx) => updateClaimed(trx, row, renewed)))) throw new Error('another process writes this export');
    };
  }

  async function findNames(pages: AsyncIterable<Contact[]>, keepClaim: () => Promise<void>): Promise<string[] | undefined> {
    const names = new Set<string>();
    for await (const contacts of pages) {
      for (const { attributes } of contacts) for (const name in attributes) names.add(name);
      if (names.size > limits.exportAttributes) return undefined;
      await keepClaim();
    }
    return [...names].sort();
  }

  async function write(row: ContactExportRow): Promise<number> {
    const { id, tenant_id: tenantId } = row;
    const until = clock.now();
    const keepClaim = claimKeeper(row);
    const end = (change: Partial<ContactExportRow>) =>
      db.transact((trx) => updateClaimed(trx, row, { ...change, completed_at: clock.now(), claim: null, claim_expires_at: null }));

    const names = await findNames(pagesOf(tenantId, until), keepClaim);
    if (names === undefined) {
      await end({ status: 'failed', error: 'too_many_columns' });
      return 0;
    }
    let count = 0;
    async function* text(known: readonly string[]): AsyncIterable<Uint8Array> {
      yield Buffer.from(headerText(known));
      for await (const contacts of pagesOf(tenantId, until)) {
        yield Buffer.from(rowsText(contacts, known));
        count += contacts.length;
        await keepClaim();
      }
    }
    const blob = { tenantId, key: `${tenantId}/exports/${id}/${row.claim}` };
    await blobs.put({ ...blob, content: text(names), contentType: 'text/csv', expiresAt: until + BLOB_MS });
    const done = { status: 'done', row_count: count, blob_key: blob.key, expires_at: clock.now() + KEPT_MS };
    if (!(await end(done))) await blobs.delete([blob]);
    return count;
  }

  return async () => {
    let written = 0;
    for (;;) {
      const claim = { claim: random.bytes(12).toString('hex'), now: machine.now(), expiresAt: machine.now() + CLAIM_MS };
      const row = await db.transact((trx) => claimExport(trx, db.dialect, claim));
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
