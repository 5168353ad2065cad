import type { ContactImport } from '@posthorn/contract';
import type { ContactImportRow } from '../../db/schema.ts';

/** A row of a file that could not be used. */
export type RowFault = ContactImport['errors'][number];

/** Safe because only such are written there. */
export const parseErrors = (stored: string) => JSON.parse(stored) as RowFault[];
export const parseHeader = (stored: string) => JSON.parse(stored) as string[];

/** Row to wire. */
export const presentImport = (row: ContactImportRow): ContactImport => ({
  import_id: row.id,
  // Safe because only these are written.
  status: row.status as ContactImport['status'],
  file_name: row.file_name,
  total_rows: row.total_rows,
  processed_rows: row.processed_rows,
  created: row.created_rows,
  updated: row.updated_rows,
  failed: row.failed_rows,
  errors: parseErrors(row.errors),
  error: row.error as ContactImport['error'],
  created_at: row.created_at,
  started_at: row.started_at,
  completed_at: row.completed_at,
});
