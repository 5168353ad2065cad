import type { AppContext } from '../app-context.ts';
import { bumpVersion } from '../tenants/index.ts';
import { markWebhookDeleted } from './endpoint-store.ts';

/** Deletes an endpoint if there is one; its deliveries are removed in the background. */
export async function deleteWebhook({ db, clock }: AppContext, tenantId: string, id: string): Promise<void> {
  await db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    await markWebhookDeleted(trx, { tenantId, id, at: clock.now() });
  });
}
