import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import type { ContactImportRow } from '../../db/schema.ts';
import type { Room } from '../contact.ts';
import { saveContacts } from '../save-contacts.ts';
import type { FileRow } from './csv-file.ts';
import { parseErrors, parseHeader, type RowFault } from './import.ts';
import { rowReader } from './read-row.ts';

const EMAIL_SHOWN = 254;

export interface ImportPage {
  readonly row: ContactImportRow;
  readonly rows: readonly FileRow[];
  /** Where the reading of the rows began. */
  readonly from: number;
}

/** Makes contacts of rows, for which the transaction holds the tenant's contacts and the import. Returns the import's row after them, not written yet. */
export async function importPage(
  app: AppContext,
  trx: Trx,
  { row, rows, from, room }: ImportPage & { room: Room },
): Promise<ContactImportRow> {
  const tenantId = row.tenant_id;
  const reader = rowReader(parseHeader(row.header ?? '[]'));
  const judged = rows.map(({ cells }) => reader.read(cells));
  const entries = judged.filter((entry) => typeof entry !== 'string');
  const saved = (await saveContacts(app, trx, { tenantId, entries, room })).values();
  const results = judged.map((entry) => (typeof entry === 'string' ? entry : saved.next().value));
  const codes = results.map((result) => (result instanceof ApiError ? result.code : typeof result === 'string' ? result : null));
  const faults = rows.flatMap(({ cells }, index): RowFault[] => {
    const error = codes[index] ?? null;
    const email = reader.emailOf(cells).slice(0, EMAIL_SHOWN).toWellFormed();
    return error === null ? [] : [{ row: row.processed_rows + index + 1, email, error }];
  });
  const created = results.filter((result) => typeof result === 'object' && 'created' in result && result.created).length;
  return {
    ...row,
    next_byte: from + (rows.at(-1)?.end ?? 0),
    processed_rows: row.processed_rows + rows.length,
    created_rows: row.created_rows + created,
    updated_rows: row.updated_rows + rows.length - created - faults.length,
    failed_rows: row.failed_rows + faults.length,
    errors: JSON.stringify([...parseErrors(row.errors), ...faults].slice(0, limits.importErrors)),
  };
}
