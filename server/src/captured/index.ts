import type { AppContext } from '../app-context.ts';
import type { Feature } from '../feature.ts';
import { messagesToErase } from '../messages/index.ts';
import { deleteCapturedOf, deleteCapturedTo } from '../provider/captured-store.ts';
import { addressErased } from '../suppressions/index.ts';
import { capturedRoutes } from './routes.ts';

/**
 * Creates the feature that shows the operator the mail kept by the provider `capture:`. An erasure reaches it only after higher features
 * have stopped all mail to the address.
 */
export function createCaptured(app: AppContext) {
  const { db, hooks } = app;
  hooks.on(addressErased, (erasure) => db.transact((trx) => deleteCapturedTo(trx, erasure)));
  hooks.on(messagesToErase, ({ messageIds }) => db.transact((trx) => deleteCapturedOf(trx, messageIds)));
  return { adminRoutes: { captured: capturedRoutes(app) } } satisfies Feature;
}
