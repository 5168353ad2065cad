export { attachmentKey, isAttachmentKey, plainNames } from './attachment-key.ts';
export { attachmentRoutes } from './routes.ts';
export { addUses, dropUses, findFiles, lockFiles, type StoredFile } from './store.ts';
