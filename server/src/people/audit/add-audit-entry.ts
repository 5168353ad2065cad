import type { AppContext } from '../../app-context.ts';
import type { Origin } from '../../core/context.ts';
import type { Trx } from '../../db/dialect.ts';
import { insertAuditEntry } from './store.ts';

export interface Deed {
  readonly user: { readonly id: string; readonly email: string };
  readonly operation: string;
  readonly object: string;
  readonly tenantId?: string | null;
  readonly from: Origin | undefined;
  readonly requestId?: string;
}

/** Notes what somebody did who was not signed in before: it is done with the transaction. */
export async function addAuditEntry({ clock, newId }: AppContext, trx: Trx, deed: Deed): Promise<void> {
  const now = clock.now();
  await insertAuditEntry(trx, {
    id: newId('adt', now),
    tenantId: deed.tenantId ?? null,
    userId: deed.user.id,
    email: deed.user.email,
    operation: deed.operation,
    object: deed.object,
    status: 200,
    ip: deed.from?.ip ?? null,
    requestId: deed.requestId ?? '',
    createdAt: now,
  });
}
