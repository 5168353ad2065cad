/** What takes long on a busy machine is no fault: for time-outs of what tests start. Tests of the time-outs give ones of their own. */
export const PATIENCE_MS = 600_000;

const STEP_MS = 50;
/** Fewer than a tenant may have under way in one process, beyond which requests wait, and not for ever. */
const AT_ONCE = 20;

/** Asks again until the answer is there; gives up loudly. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 300_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** Does the same for each, some at a time: where nothing is to be at once, a busy machine is to refuse nothing. */
export async function forEach<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(act))));
  return results;
}
