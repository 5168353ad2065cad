/** Performs a task, and returns its result and how many turns of the event loop others had meanwhile. */
export async function countTurns<T>(task: () => Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await task();
    return { result, turns };
  } finally {
    isOver = true;
  }
}
