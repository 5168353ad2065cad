import type { ContactExport } from '@posthorn/contract';
import type { ContactExportRow } from '../../db/schema.ts';

/** What a row says at a time: a file is gone when its time is over, whether or not it was cleared away. */
function statusAt(row: ContactExportRow, now: number): ContactExport['status'] {
  if (row.status === 'done' && row.expires_at !== null && row.expires_at <= now) return 'expired';
  // Safe because only these are written.
  return row.status as ContactExport['status'];
}

/** Row to wire. */
export function presentExport(row: ContactExportRow, { now, baseUrl }: { now: number; baseUrl: string }): ContactExport {
  const status = statusAt(row, now);
  return {
    export_id: row.id,
    status,
    row_count: row.row_count,
    download_url: status === 'done' ? `${baseUrl}/v1/contacts/exports/${row.id}/download` : null,
    // Safe because only this one is written.
    error: row.error as ContactExport['error'],
    created_at: row.created_at,
    completed_at: row.completed_at,
    expires_at: row.expires_at,
  };
}
