import type { ContactExport } from '@posthorn/contract';

/** A file that a tenant's contacts are written to. */
export interface Export {
  readonly id: string;
  readonly tenantId: string;
  readonly status: ContactExport['status'];
  /** Null until the file is complete. */
  readonly blobKey: string | null;
  readonly rowCount: number | null;
  readonly error: ContactExport['error'];
  /** The current writer of the file; a later claim replaces it. */
  readonly claim: string | null;
  readonly createdAt: number;
  readonly completedAt: number | null;
  readonly expiresAt: number | null;
}

/** Returns the status at a time: an expired file is gone, whether or not it was removed yet. */
function statusAt({ status, expiresAt }: Export, now: number): Export['status'] {
  return status === 'done' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

export function presentExport(shown: Export, { now, baseUrl }: { now: number; baseUrl: string }): ContactExport {
  const status = statusAt(shown, now);
  return {
    export_id: shown.id,
    status,
    row_count: shown.rowCount,
    download_url: status === 'done' ? `${baseUrl}/v1/contacts/exports/${shown.id}/download` : null,
    error: shown.error,
    created_at: shown.createdAt,
    completed_at: shown.completedAt,
    expires_at: shown.expiresAt,
  };
}
