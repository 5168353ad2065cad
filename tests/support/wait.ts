const STEP_MS = 50;

/** Asks again until the answer is there; gives up loudly. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
