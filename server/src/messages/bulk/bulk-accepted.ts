import { notification } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { BulkMail } from './bulk-store.ts';

/** Messages that a page of a broadcast has made. Their places were reserved before, so that they may come late into the log. */
export interface BulkPage extends Pick<BulkMail, 'tenantId' | 'broadcastId' | 'domainId' | 'createdAt'> {
  readonly count: number;
}

/** Called with the messages of a page, in the transaction that makes them. */
export const bulkAccepted = notification<[trx: Trx, page: BulkPage]>('bulk accepted');
