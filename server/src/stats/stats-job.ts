import type { AppContext } from '../app-context.ts';
import { systemClock } from '../core/clock.ts';
import { countPast } from './count-past.ts';
import { foldDeltas } from './fold-deltas.ts';
import { followLogs } from './follow-logs.ts';

/** Pages of each kind that a run does before others have their turn. */
const PAGES_A_RUN = 50;
/** For how long a run on demand goes on, which a request waits for; it does a page of each kind in any case. */
const REQUEST_MS = 10_000;

/** Whether another page of a kind may be done after so many. */
type MayGoOn = (pages: number) => boolean;

interface Progress {
  readonly handled: number;
  /** Whether there is more than was done. */
  readonly more: boolean;
}

async function fold(app: AppContext, isAllowed: MayGoOn): Promise<Progress> {
  let [handled, more] = [0, true];
  for (let page = 0; more && isAllowed(page); page += 1) {
    const folded = await foldDeltas(app);
    handled += folded.handled;
    more = folded.more;
  }
  return { handled, more };
}

async function follow(app: AppContext, isAllowed: MayGoOn): Promise<Progress> {
  let handled = 0;
  let after: string | null = '';
  for (let page = 0; after !== null && isAllowed(page); page += 1) {
    const followed: Awaited<ReturnType<typeof followLogs>> = await followLogs(app, after);
    handled += followed.handled;
    after = followed.next;
  }
  return { handled, more: after !== null };
}

async function catchUp(app: AppContext, isAllowed: MayGoOn): Promise<Progress> {
  let [handled, more] = [0, true];
  while (more && isAllowed(handled)) {
    more = await countPast(app);
    if (more) handled += 1;
  }
  return { handled, more };
}

async function runOnce(app: AppContext, isAllowed: MayGoOn): Promise<Progress> {
  const runs = [await fold(app, isAllowed), await follow(app, isAllowed), await catchUp(app, isAllowed)];
  return { handled: runs.reduce((sum, { handled }) => sum + handled, 0), more: runs.some(({ more }) => more) };
}

/** The job `stats`: counts what has happened since its last run, and a part of what is from before. */
export function createStatsJob(app: AppContext, monotonic = systemClock.monotonic) {
  let more = false;
  async function run(isAllowed: MayGoOn): Promise<number> {
    const progress = await runOnce(app, isAllowed);
    more = progress.more;
    return progress.handled;
  }
  return {
    run: () => run((pages) => pages < PAGES_A_RUN),
    runToEnd() {
      const until = monotonic() + REQUEST_MS;
      return run((pages) => pages === 0 || monotonic() < until);
    },
    hasMore: () => more,
    nextDueAt: async () => (more ? app.clock.now() : null),
  };
}
