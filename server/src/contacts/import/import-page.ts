import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { normalizeEmail } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { findErased } from '../../suppressions/index.ts';
import type { ContactQuota, SavedContact } from '../contact.ts';
import { saveContacts } from '../save-contacts.ts';
import type { FileRow } from './csv-file.ts';
import { failedLines, failuresExpireAt } from './failed-rows.ts';
import { insertFailures } from './failure-store.ts';
import { type Import, type RowFault, statusToSet } from './import.ts';
import { audienceMembersImported } from './import-audience.ts';
import { emailCell, readRow } from './read-row.ts';

const EMAIL_SHOWN = 254;

export interface ImportPage {
  readonly given: Import;
  readonly rows: readonly FileRow[];
  /** Where the reading of the rows began. */
  readonly from: number;
}

/** The code of a row whose address was erased since the file was uploaded: an older file neither restores nor quotes it. */
const ERASED_SINCE = 'address_erased';

/** Reads rows; a row with an address that was erased since the file was uploaded is a fault. */
async function readRows(app: AppContext, trx: Trx, { given, rows }: ImportPage) {
  const { tenantId, createdAt, header } = given;
  const status = statusToSet(given);
  const read = rows.map(({ cells }) => {
    const entry = readRow(header ?? [], cells);
    return typeof entry === 'string' ? entry : { ...entry, status };
  });
  const emails = read.map((entry, index) =>
    typeof entry === 'string' ? normalizeEmail(emailCell(header ?? [], rows[index]?.cells ?? [])) : entry.email,
  );
  const erased = await findErased(app, trx, { tenantId, emails: [...new Set(emails)], after: createdAt });
  return read.map((entry, index) => (erased.has(emails[index] ?? '') ? ERASED_SINCE : entry));
}

/** Saves rows as contacts and returns, in order, the contact of each or the code of its fault. */
async function saveRows(app: AppContext, trx: Trx, page: ImportPage & { quota: ContactQuota }): Promise<(SavedContact | string)[]> {
  const { tenantId } = page.given;
  const { quota } = page;
  const read = await readRows(app, trx, page);
  const entries = read.filter((entry) => typeof entry !== 'string');
  const saved = (await saveContacts(app, trx, { tenantId, entries, quota })).values();
  return read.map((entry) => {
    if (typeof entry === 'string') return entry;
    const result = saved.next().value;
    if (result === undefined) throw new Error('an entry has one result');
    return result instanceof ApiError ? result.code : result;
  });
}

/** Keeps the rows that could not be used, so that they can be corrected and imported again. */
async function keepFailed(app: AppContext, trx: Trx, { given, rows }: ImportPage, faults: readonly RowFault[]): Promise<void> {
  const [first] = faults;
  if (first === undefined) return;
  const failed = faults.flatMap((fault) => {
    const row = rows[fault.row - given.processedRows - 1];
    return row === undefined ? [] : [{ row, fault }];
  });
  const { tenantId, id } = given;
  const expiresAt = failuresExpireAt(app.clock.now());
  await insertFailures(trx, { tenantId, id, firstRow: first.row, lines: failedLines(failed), expiresAt });
}

/** Adds the contacts that rows have created or changed to the audience of the import. */
async function putIntoAudience({ hooks }: AppContext, trx: Trx, { tenantId, audienceId }: Import, saved: readonly SavedContact[]) {
  if (audienceId === null || saved.length === 0) return;
  const contactIds = [...new Set(saved.map(({ contact }) => contact.id))];
  await hooks.notify(audienceMembersImported, trx, { tenantId, audienceId, contactIds });
}

/**
 * Creates contacts from rows; the transaction has locked the tenant's contacts and the import. Returns the updated import, which is not
 * written yet.
 */
export async function importPage(app: AppContext, trx: Trx, page: ImportPage & { quota: ContactQuota }): Promise<Import> {
  const { given, rows, from } = page;
  const results = await saveRows(app, trx, page);
  const faults = rows.flatMap(({ cells }, index): RowFault[] => {
    const error = results[index];
    const cell = error === ERASED_SINCE ? '' : emailCell(given.header ?? [], cells);
    const email = cell.slice(0, EMAIL_SHOWN).toWellFormed();
    return typeof error === 'string' ? [{ row: given.processedRows + index + 1, email, error }] : [];
  });
  const quotable = faults.filter(({ error }) => error !== ERASED_SINCE);
  await keepFailed(app, trx, page, quotable);
  const saved = results.filter((result) => typeof result !== 'string');
  await putIntoAudience(app, trx, given, saved);
  const created = saved.filter((one) => one.created).length;
  return {
    ...given,
    nextByte: from + (rows.at(-1)?.end ?? 0),
    processedRows: given.processedRows + rows.length,
    createdRows: given.createdRows + created,
    updatedRows: given.updatedRows + rows.length - created - faults.length,
    failedRows: given.failedRows + faults.length,
    errors: [...given.errors, ...faults].slice(0, limits.importErrors),
  };
}
