import { type ContactImport, type ContactStatus, type Delimiter, limits } from '@posthorn/contract';
import { cutText } from '../../core/text/characters.ts';
import type { FileFault } from './csv-file.ts';

/** A row of a file that could not be used. */
export type RowFault = ContactImport['errors'][number];

/** A file whose rows become contacts, page by page. */
export interface Import {
  readonly id: string;
  readonly tenantId: string;
  readonly status: ContactImport['status'];
  readonly fileName: string;
  readonly blobKey: string;
  /** Names of the columns; null before the file was examined, and if they could not be read. */
  readonly header: readonly string[] | null;
  readonly delimiter: Delimiter;
  /** Where in the file the first unprocessed row begins. */
  readonly nextByte: number;
  /** Null before the file was examined. */
  readonly totalRows: number | null;
  readonly processedRows: number;
  readonly createdRows: number;
  readonly updatedRows: number;
  readonly failedRows: number;
  /** Faults of the first rows that failed. */
  readonly errors: readonly RowFault[];
  readonly error: FileFault | 'file_lost' | null;
  /** The audience that the contacts join, if it still exists; null: none. */
  readonly audienceId: string | null;
  /** As given by the upload; null: none. */
  readonly contactStatus: ContactStatus | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
}

/**
 * Returns the status that an import sets on each of its contacts; undefined if existing contacts keep theirs. No file resubscribes
 * anybody.
 */
export const statusToSet = ({ contactStatus }: Import): ContactStatus | undefined =>
  contactStatus === null || contactStatus === 'subscribed' ? undefined : contactStatus;

const shownColumn = (name: string) => cutText(name, limits.attributeNameLength);

export const presentImport = (shown: Import): ContactImport => ({
  import_id: shown.id,
  status: shown.status,
  file_name: shown.fileName,
  audience_id: shown.audienceId,
  contact_status: shown.contactStatus,
  total_rows: shown.totalRows,
  processed_rows: shown.processedRows,
  created: shown.createdRows,
  updated: shown.updatedRows,
  failed: shown.failedRows,
  errors: [...shown.errors],
  error: shown.error,
  columns: shown.header?.map(shownColumn) ?? null,
  created_at: shown.createdAt,
  started_at: shown.startedAt,
  completed_at: shown.completedAt,
});
