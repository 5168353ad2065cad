import type { AppContext } from '../../app-context.ts';
import { ScanTimeout } from '../../db/open-options.ts';
import type { Place } from '../broadcast.ts';
import { findDeliverable } from './find-deliverable.ts';
import { type Candidate, FIRST, LAST, listCandidates, type TargetScope } from './target-store.ts';

/** The most contacts of one statement, needed if the first one was erased and has come back. */
const PAGE = 1000;

async function findFirst(app: AppContext, scope: TargetScope): Promise<Candidate | undefined> {
  const { tenantId } = scope;
  let after: Place | undefined = FIRST;
  for (let first = 1; after !== undefined; first = PAGE) {
    const page: Candidate[] = await listCandidates(app.db.scan(tenantId), scope, { after, to: LAST, first });
    const [found] = await findDeliverable(app, tenantId, page);
    if (found !== undefined) return found;
    const last: Candidate | undefined = page.length < first ? undefined : page.at(-1);
    after = last && { at: last.createdAt, id: last.id };
  }
  return undefined;
}

/** Returns the oldest contact of a target that may get mail; undefined if there is none, or if finding it takes too long. */
export async function findFirstDeliverable(app: AppContext, scope: TargetScope): Promise<Candidate | undefined> {
  try {
    return await findFirst(app, scope);
  } catch (error) {
    if (error instanceof ScanTimeout) return undefined;
    throw error;
  }
}
