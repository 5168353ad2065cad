import { isRecord, limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { findFiles, isAttachmentKey } from '../../attachments/index.ts';
import type { NamedFiles } from './read-attachments.ts';

/** Returns the storage keys that an unchecked email names; what is malformed is left to validation. */
function keysOf(email: unknown): string[] {
  if (!isRecord(email) || !Array.isArray(email.attachments)) return [];
  const given: readonly unknown[] = email.attachments.slice(0, limits.attachments);
  return given.flatMap((attachment) =>
    isRecord(attachment) && typeof attachment.storage_key === 'string' ? [attachment.storage_key] : [],
  );
}

/** Finds the stored files that the emails of a request name by their storage keys. One statement; none where no file is named. */
export async function findNamedFiles(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  tenantId: string,
  emails: readonly unknown[],
): Promise<NamedFiles> {
  const keys = [...new Set(emails.flatMap(keysOf))].filter((key) => isAttachmentKey(tenantId, key));
  const files = keys.length === 0 ? [] : await findFiles(db.read, { tenantId, keys, now: clock.now() });
  return new Map(files.map((file) => [file.key, file]));
}
