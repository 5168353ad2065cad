import type { AppContext } from '../../app-context.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { lockLedger } from '../ledger/ledger-store.ts';
import { listUnfinishedFanOuts } from './progress-store.ts';

/** Resolves once all pages begun before an address was erased are written; later pages omit the address. */
export async function awaitPages({ db }: AppContext, { tenantId }: Pick<Erasure, 'tenantId'>): Promise<void> {
  for (const id of await listUnfinishedFanOuts(db.read, tenantId)) await db.transact((trx) => lockLedger(trx, id));
}
