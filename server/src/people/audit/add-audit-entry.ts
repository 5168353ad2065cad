import type { AppContext } from '../../app-context.ts';
import type { Origin } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';
import { insertAuditEntry } from './store.ts';

export interface NewAuditEntry {
  readonly user: { readonly id: string; readonly email: string };
  readonly operation: string;
  readonly object: string;
  readonly tenantId?: string | null;
  readonly from: Origin | undefined;
}

/** Records what somebody did who was not signed in before. The entry commits with the transaction. */
export async function addAuditEntry({ clock, newId }: AppContext, trx: Trx, entry: NewAuditEntry): Promise<void> {
  const now = clock.now();
  await insertAuditEntry(trx, {
    id: newId('adt', now),
    tenantId: entry.tenantId ?? null,
    userId: entry.user.id,
    email: entry.user.email,
    operation: entry.operation,
    object: entry.object,
    status: 200,
    ip: entry.from?.ip ?? null,
    requestId: entry.from?.requestId ?? '',
    createdAt: now,
  });
}
