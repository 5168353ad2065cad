import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { findDefaultSenders } from '../domains/index.ts';
import { targetOf } from './broadcast.ts';
import { findDeliverable } from './deliverable.ts';
import { openTarget } from './open-target.ts';
import type { Progress } from './store.ts';
import { findPlace, listCandidates, type Place, type TargetScope } from './target-store.ts';

/** Contacts that a page looks at; no more than there are places in a millisecond. */
export const PAGE = 1000;
/** Sorts after every id. */
const LAST_ID = '~';

/** A page of the walk that was looked at and is to be written. */
export interface Page {
  readonly from: Place;
  readonly to: Place;
  /** The target has nobody beyond it. */
  readonly last: boolean;
  /** Ids of the contacts that it is about, oldest first. */
  readonly candidates: readonly string[];
  /** Those of them that may get mail. */
  readonly deliverable: readonly string[];
  readonly tracking: { readonly trackOpens: boolean; readonly trackClicks: boolean };
}

export type PageFault = ApiError<'target_not_found' | 'invalid_filter'>;

/** Looks at the page of a broadcast that comes after a place. */
export type ReadPage = (progress: Progress, from: Place) => Promise<Page | PageFault>;

export function pageReader(app: AppContext): ReadPage {
  const { db, clock } = app;
  return async (progress, from) => {
    const { tenant_id: tenantId } = progress;
    const wanted = targetOf(progress);
    if (wanted === undefined) return new ApiError('target_not_found', { field: 'target_id' });
    const target = await openTarget(app, tenantId, wanted);
    if (target instanceof ApiError) return target;
    const until = progress.started_at ?? 0;
    const scope: TargetScope = { tenantId, target, now: clock.now() };
    const [place, domains] = await Promise.all([
      findPlace(db.read, scope, { from, until, steps: PAGE }),
      findDefaultSenders(db.read, tenantId),
    ]);
    const to = place ?? { at: until, id: LAST_ID };
    const candidates = await listCandidates(db.read, scope, { after: from, to });
    const deliverable = await findDeliverable(app, tenantId, candidates);
    const domain = domains.find(({ id }) => id === progress.sender_domain_id);
    return {
      from,
      to,
      last: place === undefined,
      candidates: candidates.map(({ id }) => id),
      deliverable: deliverable.map(({ id }) => id),
      tracking: { trackOpens: domain?.openTracking ?? false, trackClicks: domain?.clickTracking ?? false },
    };
  };
}

/** The pages of one run, each read while the one before it is written. */
export function readAhead(readPage: ReadPage): ReadPage {
  let ahead: { readonly from: Place; readonly page: Promise<Page | PageFault> } | undefined;
  return async (progress, from) => {
    const known = ahead?.from.at === from.at && ahead.from.id === from.id ? ahead.page : undefined;
    const page = await (known ?? readPage(progress, from));
    ahead = undefined;
    if (!(page instanceof ApiError || page.last)) {
      ahead = { from: page.to, page: readPage(progress, page.to) };
      // Whoever asks for it hears of it.
      ahead.page.catch(() => undefined);
    }
    return page;
  };
}
