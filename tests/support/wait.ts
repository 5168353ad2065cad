/** Slowness on a busy machine is no fault: for the time-outs of processes that tests start. Tests of time-outs use their own. */
export const PATIENCE_MS = 600_000;

const STEP_MS = 50;
/** Fewer than the concurrent requests of a tenant in one process; further ones wait, but not forever. */
const AT_ONCE = 20;

/** Polls until there is an answer; throws if there is none in time. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 300_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** Runs an action for each item, some at a time, so that a busy machine refuses none. */
export async function forEach<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(act))));
  return results;
}
