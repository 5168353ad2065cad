import type { AppContext } from '../../app-context.ts';
import { attachmentKey, plainNames } from '../../attachments/index.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { StoredAttachment } from '../../messages/index.ts';
import type { DraftAttachment } from './read-attachments.ts';

/** When attachments expire whose email was not accepted. */
const ORPHANED_MS = DAY_MS;

/** Stored attachments of a request, by the id of the message that each email will become, so that validating again does not store again. */
export type RequestFiles = Map<string, readonly StoredAttachment[]>;

export interface EmailAttachments {
  readonly tenantId: string;
  /** Id of the message that the email will become. */
  readonly messageId: string;
  readonly attachments: readonly DraftAttachment[];
}

export interface StoreAttachmentsParts {
  readonly app: Pick<AppContext, 'clock'>;
  readonly blobs: Pick<Blobs, 'put'>;
}

async function storeOne(
  { app, blobs }: StoreAttachmentsParts,
  { tenantId, key }: { tenantId: string; key: string },
  attachment: DraftAttachment,
): Promise<StoredAttachment> {
  const { filename, contentType, contentId, size } = attachment;
  if ('storageKey' in attachment) return { filename, contentType, contentId, size, storageKey: attachment.storageKey };
  await blobs.put({ tenantId, key, content: attachment.content, contentType, expiresAt: app.clock.now() + ORPHANED_MS });
  return { filename, contentType, contentId, size, storageKey: key };
}

/** Stores the inline attachments of an email, in a folder named after its message id. Returns all its attachments, in order; those of an earlier try are taken from `files`. */
export async function storeAttachments(
  parts: StoreAttachmentsParts,
  { tenantId, messageId, attachments }: EmailAttachments,
  files: RequestFiles,
): Promise<readonly StoredAttachment[]> {
  const earlier = files.get(messageId);
  if (earlier !== undefined) return earlier;
  const names = plainNames(attachments.map(({ filename }) => filename));
  const stored: StoredAttachment[] = [];
  for (const [place, attachment] of attachments.entries()) {
    const key = attachmentKey({ tenantId, messageId, name: names[place] ?? '' });
    stored.push(await storeOne(parts, { tenantId, key }, attachment));
  }
  files.set(messageId, stored);
  return stored;
}
