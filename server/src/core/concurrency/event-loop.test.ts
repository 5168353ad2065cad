import { describe, expect, it } from 'vitest';
import { createYieldLine, createYieldPoint, yieldTurns } from './event-loop.ts';

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

describe('createYieldPoint', () => {
  it('yields once the loop was held too long, and not before', async () => {
    const impatient = createYieldPoint(0);
    const patient = createYieldPoint(60_000);
    const counter = countTurns();
    for (let piece = 0; piece < 100; piece += 1) await patient();
    expect(counter.count()).toBe(0);
    await impatient();
    await impatient();
    expect(counter.count()).toBeGreaterThan(0);
    counter.stop();
  });

  it('lets no more of those that waited go on in a turn than it has room for', async () => {
    const impatient = createYieldPoint(0);
    const counter = countTurns();
    const takeATick = () => {
      const before = performance.now();
      while (performance.now() === before);
    };
    const turns: number[] = [];
    const pieces = Array.from({ length: 5 }, async () => {
      await impatient();
      turns.push(counter.count());
      takeATick();
    });
    await Promise.all(pieces);
    counter.stop();
    expect(new Set(turns).size).toBe(5);
  });

  it('keeps nobody waiting for those who come later, in whatever part of a turn', async () => {
    const impatient = createYieldPoint(0);
    const order: string[] = [];
    const piece = async (name: string) => {
      await impatient();
      order.push(name);
      const until = performance.now() + 2;
      while (performance.now() < until);
    };
    const repeat = async (name: string, pause: () => Promise<void>) => {
      for (let turn = 0; turn < 20; turn += 1) {
        await piece(name);
        await pause();
      }
    };
    await piece('first');
    await Promise.all([repeat('at once', async () => undefined), repeat('next turn', () => yieldTurns(1)), piece('once'), piece('too')]);
    expect(order.slice(0, 5)).toEqual(['first', 'at once', 'next turn', 'once', 'too']);
  });
});

describe('createYieldLine', () => {
  it('lets those whom one event lets go on one after the other, each once the one before waits for nothing that is there', async () => {
    const line = createYieldLine(60_000);
    const order: string[] = [];
    const piece = async (name: string) => {
      await line();
      for (const part of ['a', 'b', 'c']) {
        order.push(`${name}${part}`);
        await Promise.resolve();
      }
    };
    await Promise.all([piece('1'), piece('2'), piece('3')]);
    expect(order).toEqual(['1a', '1b', '1c', '2a', '2b', '2c', '3a', '3b', '3c']);
  });

  it('lets no two of them go on in a turn that the first has held too long', async () => {
    const line = createYieldLine(0);
    const counter = countTurns();
    const turns: number[] = [];
    const piece = async () => {
      await line();
      const before = performance.now();
      while (performance.now() === before);
      turns.push(counter.count());
    };
    await Promise.all(Array.from({ length: 5 }, piece));
    counter.stop();
    expect(new Set(turns).size).toBe(5);
  });
});
