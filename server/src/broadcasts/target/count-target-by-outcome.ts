import type { BroadcastPreview } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { hasErasures } from '../../suppressions/index.ts';
import type { Place } from '../broadcast.ts';
import { findDeliverable } from './find-deliverable.ts';
import { countByStatus, FIRST, findPlace, LAST, listCandidates, type TargetScope } from './target-store.ts';

const PAGE = 1000;

/** Counts contacts whose address was erased. Only its hash is known, so if anything was erased, all contacts are read, page by page. */
async function countErased(app: AppContext, scope: TargetScope): Promise<number> {
  const { db } = app;
  const { tenantId } = scope;
  if (!(await hasErasures(db.read, tenantId))) return 0;
  let erased = 0;
  for (let from: Place | undefined = FIRST; from !== undefined; ) {
    const after: Place = from;
    const place: Place | undefined = await findPlace(db.scan(tenantId), scope, { from: after, until: LAST.at, steps: PAGE });
    const page = await listCandidates(db.scan(tenantId), scope, { after, to: place ?? LAST });
    const unlisted = page.filter(({ status, listed }) => status === 'subscribed' && !listed);
    erased += unlisted.length - (await findDeliverable(app, tenantId, unlisted)).length;
    from = place;
  }
  return erased;
}

/** Returns how many contacts of a target would get mail, and how many would not, by reason. */
export async function countTargetByOutcome(app: AppContext, scope: TargetScope): Promise<NonNullable<BroadcastPreview['counts']>> {
  const rows = await countByStatus(app.db.scan(scope.tenantId), scope);
  const of = (status: string) => rows.find((row) => row.status === status);
  const subscribed = of('subscribed');
  const suppressed = Number(subscribed?.listed ?? 0) + (await countErased(app, scope));
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    deliverable: (subscribed?.count ?? 0) - suppressed,
    unsubscribed: of('unsubscribed')?.count ?? 0,
    cleaned: of('cleaned')?.count ?? 0,
    suppressed,
  };
}
