import { notification } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { BulkMail } from './bulk-store.ts';

/** Messages created for a page of a broadcast. Their positions were reserved, so later positions may be committed before them. */
export interface BulkPage extends Pick<BulkMail, 'tenantId' | 'broadcastId' | 'domainId' | 'createdAt'> {
  readonly count: number;
}

/** Called for each page, in the transaction that inserts its messages. */
export const bulkAccepted = notification<[trx: Trx, page: BulkPage]>('bulk accepted');
