import { notification } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { BulkMail } from './bulk-store.ts';

/** Messages that a page of a broadcast has made. Their positions were reserved before, so that others may come into the log ahead of them. */
export interface BulkPage extends Pick<BulkMail, 'tenantId' | 'broadcastId' | 'domainId' | 'createdAt'> {
  readonly count: number;
}

/** Called for each page, in the transaction that inserts its messages. */
export const bulkAccepted = notification<[trx: Trx, page: BulkPage]>('bulk accepted');
