import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { walkPages } from '../../core/walk-pages.ts';
import type { Trx } from '../../db/dialect.ts';
import { BEFORE_ALL } from '../../db/keyset.ts';
import { announce } from '../../events/index.ts';
import type { ClaimedJob } from '../../queue/queue.ts';
import { lockContacts } from '../save-contacts.ts';
import { type FileRow, lookThrough, readRows } from './csv-file.ts';
import { type Import, presentImport } from './import.ts';
import { type ImportPage, importPage } from './import-page.ts';
import { findPendingImport, listOpenImports, lockImport, updateImport } from './import-store.ts';

export interface ImportParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
}

/** Rows of one transaction, which must stay short because SQLite has one writer. */
const ROWS_A_PAGE = 500;
const IMPORTS_A_PAGE = 100;

const blobOf = ({ tenantId, blobKey: key }: Import) => ({ tenantId, key });

/** Writes an import; with the last of its rows it ends, which is announced in the same transaction. */
async function writeImport({ app }: ImportParts, trx: Trx, given: Import): Promise<Import> {
  const isOver = given.error !== null || given.processedRows === given.totalRows;
  if (!isOver) {
    await updateImport(trx, given);
    return given;
  }
  const at = app.clock.now();
  const ended: Import = { ...given, status: given.error === null ? 'done' : 'failed', completedAt: at };
  await updateImport(trx, ended);
  const event = { id: app.newId('evt', at), tenantId: given.tenantId, type: 'contact.import.completed', contactId: null, at } as const;
  await announce(app, trx, [{ ...event, data: { import: presentImport(ended) } }]);
  return ended;
}

/** Changes an import that is still at the place where it was read; undefined if another process was faster. */
async function changeImport(
  parts: ImportParts,
  trx: Trx,
  { read, change }: { read: Import; change: (locked: Import) => Import | Promise<Import> },
): Promise<Import | undefined> {
  const locked = await lockImport(trx, read.id);
  if (locked === undefined || locked.completedAt !== null) return undefined;
  if (locked.status !== read.status || locked.nextByte !== read.nextByte) return undefined;
  return writeImport(parts, trx, await change(locked));
}

/** Ends an import whose file is missing from the store, which is a fault of the service. */
async function endWithoutFile(parts: ImportParts, read: Import): Promise<Import | undefined> {
  const { db, log } = parts.app;
  const ended = await db.transact((trx) => changeImport(parts, trx, { read, change: (locked) => ({ ...locked, error: 'file_lost' }) }));
  // Another process may have ended it since it was read, and removed the file.
  if (ended !== undefined) log.error({ import_id: read.id }, 'the file of an import is lost');
  return ended;
}

/** Examines the file and returns the import with the result. */
async function beginImport(parts: ImportParts, read: Import): Promise<Import | undefined> {
  const { blobs, app } = parts;
  const blob = await blobs.open(blobOf(read));
  if (blob === undefined) return endWithoutFile(parts, read);
  const layout = await lookThrough(blob.content);
  const found =
    'fault' in layout
      ? { error: layout.fault, header: layout.header }
      : { header: layout.header, delimiter: layout.delimiter, nextByte: layout.firstByte, totalRows: layout.rows };
  const begun = { status: 'processing', startedAt: app.clock.now(), ...found } as const;
  return app.db.transact((trx) => changeImport(parts, trx, { read, change: (locked) => ({ ...locked, ...begun }) }));
}

/** Commits a page of rows; undefined if another process was faster, or the tenant no longer exists. */
function commitPage(parts: ImportParts, { given: read, rows, from }: ImportPage): Promise<Import | undefined> {
  const { app } = parts;
  return app.db.transact(async (trx) => {
    const quota = await lockContacts(trx, read.tenantId);
    return quota && changeImport(parts, trx, { read, change: (given) => importPage(app, trx, { given, rows, from, quota }) });
  });
}

/** Processes the rows of one run and returns the updated import. */
async function importRows(parts: ImportParts, begun: Import): Promise<Import | undefined> {
  const { blobs, app } = parts;
  const from = begun.nextByte;
  const blob = await blobs.open(blobOf(begun), from);
  if (blob === undefined) return endWithoutFile(parts, begun);
  const goal = Math.min(begun.processedRows + app.config.IMPORT_ROWS_PER_RUN, begun.totalRows ?? 0);
  let given: Import | undefined = begun;
  let rows: FileRow[] = [];
  for await (const next of readRows(blob.content, begun.delimiter)) {
    rows.push(next);
    const isLast: boolean = given.processedRows + rows.length === goal;
    if (!isLast && rows.length < ROWS_A_PAGE) continue;
    given = await commitPage(parts, { given, rows, from });
    if (given === undefined || isLast) break;
    rows = [];
    await yieldTurns(1);
  }
  return given;
}

/** Processes one import as far as a run goes; returns the number of rows processed. */
async function runImport(parts: ImportParts, read: Import): Promise<number> {
  const begun = read.status === 'pending' ? await beginImport(parts, read) : read;
  const after = begun?.completedAt === null ? await importRows(parts, begun) : begun;
  if (after === undefined) return 0;
  if (after.completedAt !== null) await parts.blobs.delete([blobOf(after)]);
  return after.processedRows - read.processedRows;
}

/** Processes the first rows of imports that were just uploaded; the job `import` continues with the rest. */
export async function startImports(parts: ImportParts, jobs: readonly Pick<ClaimedJob<'import'>, 'payload'>[]): Promise<void> {
  for (const { payload } of jobs) {
    const pending = await findPendingImport(parts.app.db.write, payload.import_id);
    if (pending !== undefined) await runImport(parts, pending);
  }
}

/** Processes imports, `IMPORT_ROWS_PER_RUN` rows of each per run; returns the number of rows processed. */
export async function runImports(parts: ImportParts): Promise<number> {
  const { db, log } = parts.app;
  let handled = 0;
  for await (const page of walkPages({ first: BEFORE_ALL, limit: IMPORTS_A_PAGE }, (asked) => listOpenImports(db.write, asked))) {
    for (const read of page) {
      try {
        handled += await runImport(parts, read);
      } catch (error) {
        // The next run continues with it; the others must not wait for that.
        log.error({ import_id: read.id, err: error }, 'an import was broken off');
      }
    }
  }
  return handled;
}
