import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { type Automation, refuseMove } from './automation.ts';
import { type ContentFault, type GivenAutomation, readContent } from './read-content.ts';
import { lockAutomations, updateContent } from './store.ts';

/** Changes a draft; what is left out stays. */
export async function updateAutomation(
  app: AppContext,
  key: ObjectRef,
  body: () => GivenAutomation,
): Promise<Automation | ContentFault | ApiError<'not_found' | 'not_editable'>> {
  const { db, clock } = app;
  return db.transact(async (trx) => {
    const [known] = await lockAutomations(trx, [key.id]);
    if (known === undefined || known.tenantId !== key.tenantId) return new ApiError('not_found');
    if (known.status !== 'draft') return refuseMove('not_editable', known.status);
    const content = readContent(app, body(), known);
    if (content instanceof ApiError) return content;
    // This is also the version of the content, so it is never the same twice.
    return updateContent(trx, key, { content, at: Math.max(clock.now(), known.updatedAt + 1) });
  });
}
