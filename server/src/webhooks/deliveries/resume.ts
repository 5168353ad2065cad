import type { AppContext } from '../../app-context.ts';
import type { ObjectRef } from '../../core/context.ts';
import { listWebhooks } from '../endpoints/store.ts';
import { findPending, resumeDeliveries, START } from './due-store.ts';

const PAGE = 500;

/** Has deliveries go on that were held while their endpoint was not active. */
export async function resumeEndpoint({ db, clock }: AppContext, webhook: ObjectRef): Promise<void> {
  for (let after = START, more = true; more; ) {
    const page = await findPending(db.read, webhook, { after, limit: PAGE });
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) await db.transact((trx) => resumeDeliveries(trx, { ids, now: clock.now() }));
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}

/** The same for all endpoints of a tenant that was suspended. */
export async function resumeTenantDeliveries(app: AppContext, tenantId: string): Promise<void> {
  for (const endpoint of await listWebhooks(app.db.read, tenantId)) await resumeEndpoint(app, endpoint);
}
