import type { AppContext } from '../app-context.ts';
import { countPast } from './count-past.ts';
import { foldDeltas } from './fold-deltas.ts';
import { followLogs } from './follow-logs.ts';

/** Pages of each kind that a run does before others have their turn. */
const PAGES_A_RUN = 50;

interface Progress {
  readonly handled: number;
  /** Whether there is more than was done. */
  readonly more: boolean;
}

async function fold(app: AppContext, pages: number): Promise<Progress> {
  let [handled, more] = [0, true];
  for (let page = 0; more && page < pages; page += 1) {
    const folded = await foldDeltas(app);
    handled += folded.handled;
    more = folded.more;
  }
  return { handled, more };
}

async function follow(app: AppContext, pages: number): Promise<Progress> {
  let handled = 0;
  let after: string | null = '';
  for (let page = 0; after !== null && page < pages; page += 1) {
    const followed: Awaited<ReturnType<typeof followLogs>> = await followLogs(app, after);
    handled += followed.handled;
    after = followed.next;
  }
  return { handled, more: after !== null };
}

async function catchUp(app: AppContext, pages: number): Promise<Progress> {
  let [handled, more] = [0, true];
  while (more && handled < pages) {
    more = await countPast(app);
    if (more) handled += 1;
  }
  return { handled, more };
}

async function runOnce(app: AppContext, pages: number): Promise<Progress> {
  const runs = [await fold(app, pages), await follow(app, pages), await catchUp(app, pages)];
  return { handled: runs.reduce((sum, { handled }) => sum + handled, 0), more: runs.some(({ more }) => more) };
}

/** The job `stats`: counts what has happened since its last run, and a part of what is from before. */
export function createStatsJob(app: AppContext) {
  let more = false;
  return {
    async run() {
      const progress = await runOnce(app, PAGES_A_RUN);
      more = progress.more;
      return progress.handled;
    },
    runToEnd: async () => (await runOnce(app, Number.POSITIVE_INFINITY)).handled,
    nextDueAt: async () => (more ? app.clock.now() : null),
  };
}
