import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { findFiles, isAttachmentKey } from '../../attachments/index.ts';
import type { NamedFiles } from './read-attachments.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the storage keys that an unchecked email names; what is malformed is left to validation. */
function keysOf(email: unknown): string[] {
  if (!isFields(email) || !Array.isArray(email.attachments)) return [];
  const given: readonly unknown[] = email.attachments.slice(0, limits.attachments);
  return given.flatMap((attachment) =>
    isFields(attachment) && typeof attachment.storage_key === 'string' ? [attachment.storage_key] : [],
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
