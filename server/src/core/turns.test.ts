import { describe, expect, it } from 'vitest';
import { breather } from './turns.ts';

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  let [count, stopped] = [0, false];
  const next = () => {
    count += 1;
    if (!stopped) setImmediate(next);
  };
  setImmediate(next);
  return {
    count: () => count,
    stop: () => {
      stopped = true;
    },
  };
}

describe('breather', () => {
  it('lets the loop go on once it was kept too long, and not before', async () => {
    const breathe = breather(0);
    const patient = breather(60_000);
    const counter = countTurns();
    for (let piece = 0; piece < 100; piece += 1) await patient();
    expect(counter.count()).toBe(0);
    await breathe();
    await breathe();
    expect(counter.count()).toBeGreaterThan(0);
    counter.stop();
  });
});
