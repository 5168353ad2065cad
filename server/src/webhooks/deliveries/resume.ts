import type { AppContext } from '../../app-context.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { walkPages } from '../../core/walk-pages.ts';
import { BEFORE_ALL } from '../../db/keyset.ts';
import { workPlanned } from '../../queue/jobs.ts';
import { listWebhooks } from '../endpoints/store.ts';
import { findPending, resumeDeliveries } from './due-store.ts';

const PAGE = 500;

/** Makes deliveries due that were held while their endpoint was not active. */
export async function resumeEndpoint({ db, clock, hooks }: AppContext, webhook: ObjectRef): Promise<void> {
  for await (const page of walkPages({ first: BEFORE_ALL, limit: PAGE }, (asked) => findPending(db.read, webhook, asked))) {
    const ids = page.map(({ id }) => id);
    await db.transact((trx) => resumeDeliveries(trx, { ids, now: clock.now() }));
    await hooks.notify(workPlanned, 'webhooks', clock.now());
  }
}

/** Makes the deliveries due of all endpoints of a tenant that was suspended. */
export async function resumeTenantDeliveries(app: AppContext, tenantId: string): Promise<void> {
  for (const endpoint of await listWebhooks(app.db.read, tenantId)) await resumeEndpoint(app, endpoint);
}
