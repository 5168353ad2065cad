/** Events recorded by another process are found by polling; those of this one, once they are committed. */
const FIRST_LOOK_MS = 5;
const LONGEST_GAP_MS = 1000;

/** Schedules the queries for events: one at a time, and none while nobody waits. */
export interface LookSchedule {
  /** Looks in 5 ms, and from then on after gaps that double up to a second. */
  lookSoon(): void;
  stop(): void;
}

/** Creates a schedule of queries. `isWanted`: whether anybody waits. `look` must not reject. */
export function createLookSchedule(look: () => Promise<void>, isWanted: () => boolean): LookSchedule {
  let gapMs = LONGEST_GAP_MS;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  function plan(): void {
    if (timer !== undefined || isLooking || !isWanted()) return;
    timer = setTimeout(run, gapMs);
    gapMs = Math.min(gapMs * 2, LONGEST_GAP_MS);
  }

  async function run(): Promise<void> {
    timer = undefined;
    isLooking = true;
    await look();
    isLooking = false;
    plan();
  }

  return {
    lookSoon() {
      gapMs = FIRST_LOOK_MS;
      clearTimeout(timer);
      timer = undefined;
      plan();
    },
    stop: () => clearTimeout(timer),
  };
}
