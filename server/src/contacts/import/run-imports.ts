import type { Blobs } from '../../blobs/blobs.ts';
import { yieldTurns } from '../../core/event-loop.ts';
import type { Trx } from '../../db/dialect.ts';
import type { ContactImportRow } from '../../db/schema.ts';
import type { ContactParts } from '../announce-contact.ts';
import { holdContacts } from '../save-contacts.ts';
import { type FileRow, lookThrough, readRows } from './csv-file.ts';
import { presentImport } from './import.ts';
import { type ImportPage, importPage } from './import-page.ts';
import { FIRST, listOpenImports, lockOpenImport, updateImport } from './import-store.ts';

export interface ImportParts extends ContactParts {
  readonly blobs: Blobs;
}

/** Rows of one transaction, which must stay short where there is one writer. */
const ROWS_A_PAGE = 500;
const IMPORTS_A_PAGE = 100;

/** Makes the job that works imports off, `IMPORT_ROWS_PER_RUN` rows of each in a run. A run answers the rows it has handled. */
export function importRunner(parts: ImportParts): () => Promise<number> {
  const { app, announce, blobs } = parts;
  const { db, clock, config, log, newId } = app;
  const blobOf = (row: ContactImportRow) => ({ tenantId: row.tenant_id, key: row.blob_key });

  /** Writes the row of an import; with the last of its rows it ends, and everybody hears of it in the same transaction. */
  async function write(trx: Trx, row: ContactImportRow): Promise<ContactImportRow> {
    const at = clock.now();
    const over = row.error !== null || row.processed_rows === row.total_rows;
    if (!over) {
      await updateImport(trx, row);
      return row;
    }
    const ended = { ...row, status: row.error === null ? 'done' : 'failed', completed_at: at };
    await updateImport(trx, ended);
    const told = { id: newId('evt', at), tenantId: row.tenant_id, type: 'contact.import.completed', contactId: null, at } as const;
    await announce(trx, [{ ...told, data: { import: presentImport(ended) } }]);
    return ended;
  }

  /** Changes an import that stands where it was read; undefined where another process was there first. */
  async function change(
    trx: Trx,
    read: ContactImportRow,
    work: (held: ContactImportRow) => ContactImportRow | Promise<ContactImportRow>,
  ): Promise<ContactImportRow | undefined> {
    const held = await lockOpenImport(trx, read.id);
    if (held?.status !== read.status || held.next_byte !== read.next_byte) return undefined;
    return write(trx, await work(held));
  }

  /** Looks the file through and returns the row with what was found. */
  async function begin(row: ContactImportRow): Promise<ContactImportRow | undefined> {
    const blob = await blobs.open(blobOf(row));
    const layout = blob === undefined ? 'invalid_csv' : await lookThrough(blob.content);
    const begun = { status: 'processing', started_at: clock.now() };
    const found =
      typeof layout === 'string'
        ? { error: layout }
        : { header: JSON.stringify(layout.header), next_byte: layout.firstByte, total_rows: layout.rows };
    return db.transact((trx) => change(trx, row, (held) => ({ ...held, ...begun, ...found })));
  }

  /** Undefined where another process was there first, or the tenant is gone. */
  function commit({ row, rows, from }: ImportPage): Promise<ContactImportRow | undefined> {
    return db.transact(async (trx) => {
      const room = await holdContacts(trx, row.tenant_id);
      return room && change(trx, row, (held) => importPage(app, trx, { row: held, rows, from, room }));
    });
  }

  /** Returns the row after this run. */
  async function workOff(begun: ContactImportRow): Promise<ContactImportRow | undefined> {
    const from = begun.next_byte;
    const blob = await blobs.open(blobOf(begun), from);
    if (blob === undefined) return db.transact((trx) => change(trx, begun, (held) => ({ ...held, error: 'invalid_csv' })));
    const goal = Math.min(begun.processed_rows + config.IMPORT_ROWS_PER_RUN, begun.total_rows ?? 0);
    let row: ContactImportRow | undefined = begun;
    let rows: FileRow[] = [];
    for await (const next of readRows(blob.content)) {
      rows.push(next);
      const last: boolean = row.processed_rows + rows.length === goal;
      if (!last && rows.length < ROWS_A_PAGE) continue;
      row = await commit({ row, rows, from });
      if (row === undefined || last) break;
      rows = [];
      await yieldTurns(1);
    }
    return row;
  }

  async function run(read: ContactImportRow): Promise<number> {
    const begun = read.status === 'pending' ? await begin(read) : read;
    const after = begun?.completed_at === null ? await workOff(begun) : begun;
    if (after === undefined) return 0;
    if (after.completed_at !== null) await blobs.delete([blobOf(after)]);
    return after.processed_rows - read.processed_rows;
  }

  return async () => {
    let handled = 0;
    for (let after = FIRST, more = true; more; ) {
      const page = await listOpenImports(db.write, { after, limit: IMPORTS_A_PAGE });
      for (const row of page) {
        try {
          handled += await run(row);
        } catch (error) {
          // The next run goes on with it; the others must not wait for that.
          log.error({ import_id: row.id, err: error }, 'an import was broken off');
        }
      }
      after = page.at(-1) ?? after;
      more = page.length === IMPORTS_A_PAGE;
    }
    return handled;
  };
}
