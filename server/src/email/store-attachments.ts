import { attachmentKey, plainNames } from '../attachments/index.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { StoredAttachment } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { DraftAttachment } from './read-attachments.ts';

/** How long the attachments of a request are kept that was not accepted in the end. */
const ORPHANED_MS = 24 * 60 * 60 * 1000;

/** The id of a message to be, and its attachments in the store. */
export interface MessageFiles {
  readonly id: string;
  readonly attachments: readonly StoredAttachment[];
}

/** What the emails of one request have in the store, by their place in it: what is judged again is not stored again. */
export type RequestFiles = Map<number, MessageFiles>;

export interface EmailAttachments {
  readonly tenantId: string;
  /** The email's place in its request. */
  readonly index: number;
  readonly attachments: readonly DraftAttachment[];
}

/** Puts what came with an email into the store, in a folder named after the message that it is to be. */
export type StoreAttachments = (email: EmailAttachments, files: RequestFiles) => Promise<MessageFiles>;

export function attachmentStorer({ clock, newId }: Pick<Platform, 'clock' | 'newId'>, blobs: Pick<Blobs, 'put'>): StoreAttachments {
  async function storeOne(tenantId: string, key: string, attachment: DraftAttachment): Promise<StoredAttachment> {
    const { filename, contentType, contentId, size } = attachment;
    if ('storageKey' in attachment) return { filename, contentType, contentId, size, storageKey: attachment.storageKey };
    await blobs.put({ tenantId, key, content: attachment.content, contentType, expiresAt: clock.now() + ORPHANED_MS });
    return { filename, contentType, contentId, size, storageKey: key };
  }

  return async ({ tenantId, index, attachments }, files) => {
    const earlier = files.get(index);
    if (earlier !== undefined) return earlier;
    const id = newId('msg', clock.now());
    const names = plainNames(attachments.map(({ filename }) => filename));
    const stored: StoredAttachment[] = [];
    for (const [place, attachment] of attachments.entries()) {
      const key = attachmentKey({ tenantId, messageId: id, name: names[place] ?? '' });
      stored.push(await storeOne(tenantId, key, attachment));
    }
    const made = { id, attachments: stored };
    files.set(index, made);
    return made;
  };
}
