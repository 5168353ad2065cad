import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../app-context.ts';
import { systemClock } from '../../core/clock.ts';
import { followLogs } from './follow-logs.ts';
import { catchUpPage } from './log-read.ts';
import { type PageCount, sumOfPages } from './page-count.ts';
import { readBackfill } from './read-backfill.ts';

/** The most pages of each kind that a scheduled run does. */
const PAGES_A_RUN = 50;
/** Milliseconds after which a run on demand ends, since a request waits for it. It always does one page of each kind. */
const REQUEST_MS = 10_000;

/** Milliseconds between two tries to lock the cursors. */
const LOOK_MS = 50;

/** When a run ends. */
interface Bounds {
  /** Returns whether another page of a kind may be done after so many. */
  mayGoOn(pages: number): boolean;
  /** Waits for the next attempt if another process has locked the cursors. Without it, the run ends then. */
  readonly wait?: () => Promise<unknown>;
}

/** Does page after page, within bounds. */
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

/**
 * Creates the recurring job `stats` (the name that operators know): it continues reading the logs where its last run ended, and reads a
 * part of what is from before cursors existed.
 */
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
    // Not due here while another process does it.
    nextDueAt: async () => (last.more && !last.isHeld ? app.clock.now() : null),
  };
}
