export {
  hasOpen,
  isTried,
  listWaiting,
  lockOverdue,
  lockQueued,
  type Placement,
  queuedOfContacts,
  reissueMessages,
  retryFailed,
  WAITING,
} from './broadcast-store.ts';
export { bulkAccepted } from './bulk-accepted.ts';
export { type BulkRecipients, insertBulk } from './bulk-store.ts';
