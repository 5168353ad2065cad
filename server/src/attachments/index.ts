import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { attachmentRoutes } from './routes.ts';

export { attachmentKey, isAttachmentKey, plainNames } from './attachment-key.ts';
export { addUses, dropUses, expireUnused, findFiles, lockFiles, type StoredFile } from './store.ts';

/** Creates the feature `attachments`. */
export const createAttachments = (app: AppContext, blobs: Blobs) => ({ routes: { attachments: attachmentRoutes({ app, blobs }) } });
