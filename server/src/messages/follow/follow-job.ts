import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../app-context.ts';
import { systemClock } from '../../core/clock.ts';
import { followLogs } from './follow-logs.ts';
import { catchUpPage } from './log-read.ts';
import { type PageCount, sumOfPages } from './page-count.ts';
import { readBackfill } from './read-backfill.ts';

/** Pages of each kind that a run does before others have their turn. */
const PAGES_A_RUN = 50;
/** For how long a run on demand goes on, which a request waits for; it does a page of each kind in any case. */
const REQUEST_MS = 10_000;

/** Between two looks at whether another process still has the lock. */
const LOOK_MS = 50;

/** How far a run goes. */
interface Bounds {
  /** Whether another page of a kind may be done after so many. */
  mayGoOn(pages: number): boolean;
  /** Waits while another process has the lock; a run that does not leaves it the rest. */
  readonly wait?: () => Promise<unknown>;
}

/** Does page after page. */
async function runPages(runPage: () => Promise<PageCount>, { mayGoOn, wait }: Bounds): Promise<PageCount> {
  let [handled, more, isHeld] = [0, true, false];
  for (let pages = 0; more && mayGoOn(pages); pages += 1) {
    const page = await runPage();
    handled += page.handled;
    ({ more, isHeld = false } = page);
    if (isHeld && wait === undefined) break;
    if (isHeld) await wait?.();
  }
  return { handled, more, isHeld };
}

function follow(app: AppContext, bounds: Bounds): Promise<PageCount> {
  let after = '';
  const runPage = async () => {
    const page = await followLogs(app, after);
    after = page.next;
    return page;
  };
  return runPages(runPage, bounds);
}

const catchUp = async (app: AppContext): Promise<PageCount> => sumOfPages(await app.hooks.ask(catchUpPage));

const runOnce = async (app: AppContext, bounds: Bounds): Promise<PageCount> =>
  sumOfPages([await runPages(() => catchUp(app), bounds), await follow(app, bounds), await runPages(() => readBackfill(app), bounds)]);

/** The job `stats`, by the name that the operator knows: reads the logs on since its last run, and a part of what is from before. */
export function createFollowJob(app: AppContext, { monotonic = systemClock.monotonic, wait = () => pause(LOOK_MS) } = {}) {
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
    // What another process does is not due here.
    nextDueAt: async () => (last.more && !last.isHeld ? app.clock.now() : null),
  };
}
