import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { findDefaultSenders } from '../../domains/index.ts';
import { type Place, targetOf } from '../broadcast.ts';
import { findDeliverable } from '../target/find-deliverable.ts';
import { openTarget } from '../target/open-target.ts';
import { type Candidate, findPlace, listCandidates, type TargetScope } from '../target/target-store.ts';
import type { Progress } from './progress-store.ts';

/** The most contacts of a page; no more than there are places in a millisecond of the log. */
export const PAGE = 1000;
/** A text that sorts after every id. */
const LAST_ID = '~';

/** A page of contacts that fan-out has read and will write. */
export interface Page {
  readonly from: Place;
  readonly to: Place;
  /** Whether it is the last page of the target. */
  readonly last: boolean;
  /** Ids of its contacts, oldest first. */
  readonly candidates: readonly string[];
  /** Those of them that may get mail. */
  readonly deliverable: readonly Candidate[];
  readonly tracking: { readonly trackOpens: boolean; readonly trackClicks: boolean };
}

export type PageFault = ApiError<'target_not_found' | 'invalid_filter'>;

/** Returns the page of a broadcast after a place, or why its target cannot be read. */
export async function readPage(app: AppContext, progress: Progress, from: Place): Promise<Page | PageFault> {
  const { db, clock } = app;
  const { tenantId } = progress;
  const wanted = targetOf(progress);
  if (wanted === undefined) return new ApiError('target_not_found', { field: 'target_id' });
  const target = await openTarget(app, tenantId, wanted);
  if (target instanceof ApiError) return target;
  const until = progress.startedAt ?? 0;
  const scope: TargetScope = { tenantId, target, now: clock.now() };
  const [place, domains] = await Promise.all([
    findPlace(db.read, scope, { from, until, steps: PAGE }),
    findDefaultSenders(db.read, tenantId),
  ]);
  const to = place ?? { at: until, id: LAST_ID };
  const candidates = await listCandidates(db.read, scope, { after: from, to });
  const deliverable = await findDeliverable(app, tenantId, candidates);
  const domain = domains.find(({ id }) => id === progress.senderDomainId);
  return {
    from,
    to,
    last: place === undefined,
    candidates: candidates.map(({ id }) => id),
    deliverable,
    tracking: { trackOpens: domain?.openTracking ?? false, trackClicks: domain?.clickTracking ?? false },
  };
}

/** Reads the pages of one run ahead. */
export interface PageReader {
  /** Returns the page of a broadcast after a place, and starts reading the next one. */
  read(progress: Progress, from: Place): Promise<Page | PageFault>;
}

/** Creates a reader for the pages of one run; it reads each page while the previous one is written. */
export function createPageReader(app: AppContext): PageReader {
  let ahead: { readonly from: Place; readonly page: Promise<Page | PageFault> } | undefined;
  return {
    async read(progress, from) {
      const known = ahead?.from.at === from.at && ahead.from.id === from.id ? ahead.page : undefined;
      const page = await (known ?? readPage(app, progress, from));
      ahead = undefined;
      if (!(page instanceof ApiError || page.last)) {
        ahead = { from: page.to, page: readPage(app, progress, page.to) };
        // The caller that asks for the page gets the failure.
        ahead.page.catch(() => undefined);
      }
      return page;
    },
  };
}
