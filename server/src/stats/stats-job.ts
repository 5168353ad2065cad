import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { systemClock } from '../core/clock.ts';
import { countBackfill } from './count-backfill.ts';
import { foldDeltas } from './fold-deltas.ts';
import { followLogs } from './follow-logs.ts';
import type { PageCount } from './page-count.ts';

/** Pages of each kind that a run does before others have their turn. */
const PAGES_A_RUN = 50;
/** For how long a run on demand goes on, which a request waits for; it does a page of each kind in any case. */
const REQUEST_MS = 10_000;

/** Between two looks at whether another process still counts. */
const LOOK_MS = 50;

/** How far a run goes. */
interface Bounds {
  /** Whether another page of a kind may be done after so many. */
  mayGoOn(pages: number): boolean;
  /** Waits while another process counts; a run that does not leaves it the rest. */
  readonly wait?: () => Promise<unknown>;
}

/** Counts page after page. */
async function countPages(countPage: () => Promise<PageCount>, { mayGoOn, wait }: Bounds): Promise<PageCount> {
  let [handled, more, isHeld] = [0, true, false];
  for (let pages = 0; more && mayGoOn(pages); pages += 1) {
    const page = await countPage();
    handled += page.handled;
    ({ more, isHeld = false } = page);
    if (isHeld && wait === undefined) break;
    if (isHeld) await wait?.();
  }
  return { handled, more, isHeld };
}

function follow(app: AppContext, bounds: Bounds): Promise<PageCount> {
  let after = '';
  const countPage = async () => {
    const page = await followLogs(app, after);
    after = page.next;
    return page;
  };
  return countPages(countPage, bounds);
}

async function runOnce(app: AppContext, bounds: Bounds): Promise<PageCount> {
  const runs = [
    await countPages(() => foldDeltas(app), bounds),
    await follow(app, bounds),
    await countPages(() => countBackfill(app), bounds),
  ];
  return {
    handled: runs.reduce((sum, { handled }) => sum + handled, 0),
    more: runs.some(({ more }) => more),
    isHeld: runs.some(({ isHeld }) => isHeld),
  };
}

/** The job `stats`: counts what has happened since its last run, and a part of what is from before. */
export function createStatsJob(app: AppContext, { monotonic = systemClock.monotonic, wait = () => pause(LOOK_MS) } = {}) {
  let last: PageCount = { handled: 0, more: false };
  async function run(bounds: Bounds): Promise<number> {
    last = await runOnce(app, bounds);
    return last.handled;
  }
  return {
    run: () => run({ mayGoOn: (pages) => pages < PAGES_A_RUN }),
    runToEnd() {
      const until = monotonic() + REQUEST_MS;
      return run({ mayGoOn: (pages) => pages === 0 || monotonic() < until, wait });
    },
    hasMore: () => last.more,
    // What another process counts is not due here.
    nextDueAt: async () => (last.more && !last.isHeld ? app.clock.now() : null),
  };
}
