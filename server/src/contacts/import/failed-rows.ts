import type { AppContext } from '../../app-context.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { DAY_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { toLine } from '../export/csv-text.ts';
import type { FileRow } from './csv-file.ts';
import { deleteExpiredFailures, findFailures } from './failure-store.ts';
import type { Import, RowFault } from './import.ts';
import { findImport } from './import-store.ts';

/** As long as the file of an export. */
const KEPT_MS = 7 * DAY_MS;
const PAGE = 100;

/** The columns for the row number and the fault code, before the columns of the file. */
const OWN_COLUMNS = ['import_row', 'import_error'];

/** Returns when the rows that could not be used expire. */
export const failuresExpireAt = (now: number): number => now + KEPT_MS;

/** Returns the CSV lines of rows that could not be used. */
export const failedLines = (failed: readonly { row: FileRow; fault: RowFault }[]): string =>
  failed.map(({ row, fault }) => toLine([String(fault.row), fault.error, ...row.cells])).join('');

async function* readLines({ db }: AppContext, ref: ObjectRef, header: readonly string[]): AsyncIterable<Uint8Array> {
  yield Buffer.from(toLine([...OWN_COLUMNS, ...header]));
  for (let after = -1; ; ) {
    const found = await findFailures(db.read, { ...ref, after });
    if (found === undefined) return;
    yield Buffer.from(found.lines);
    after = found.firstRow;
    await yieldTurns(1);
  }
}

const isOver = ({ completedAt }: Import, now: number) => completedAt !== null && failuresExpireAt(completedAt) <= now;

/** Streams the rows of an import that could not be used; `not_found` for a file without a header, and after they have expired. */
export async function downloadFailedRows(app: AppContext, ref: ObjectRef): Promise<AsyncIterable<Uint8Array> | ApiError<'not_found'>> {
  const found = await findImport(app.db.read, ref);
  if (found === undefined || found.header === null || isOver(found, app.clock.now())) return new ApiError('not_found');
  return readLines(app, ref, found.header);
}

/** Deletes expired rows; returns how many pages of them. */
export async function purgeFailedRows({ db, clock }: AppContext, limit: number): Promise<number> {
  let purged = 0;
  for (let page = PAGE; page === PAGE && purged < limit; purged += page)
    page = await db.transact((trx) => deleteExpiredFailures(trx, { now: clock.now(), limit: PAGE }));
  return purged;
}
