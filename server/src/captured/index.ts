import type { AppContext } from '../app-context.ts';
import type { Feature } from '../feature.ts';
import { deleteCapturedTo } from '../provider/captured-store.ts';
import { addressErased } from '../suppressions/index.ts';
import { capturedRoutes } from './routes.ts';

/** What the provider `capture:` keeps, for the operator. An address is erased in it after mail to it has ended: that comes from higher features. */
export function createCaptured(app: AppContext) {
  app.hooks.on(addressErased, (erasure) => app.db.transact((trx) => deleteCapturedTo(trx, erasure)));
  return { adminRoutes: { captured: capturedRoutes(app) } } satisfies Feature;
}
