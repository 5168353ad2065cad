import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { findViolations } from './invariants.ts';
import { settle, step } from './steps.ts';
import { createWorld } from './world.ts';

/** Set SEEDS and STEPS for more, such as 1000 and 500; FIRST_SEED repeats the same lives. */
const SEEDS = Number(process.env.SEEDS ?? 2);
const STEPS = Number(process.env.STEPS ?? 200);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
/** A life of 500 steps took ten minutes on a busy machine. */
const HANGS_MS = 3_600_000;

describe.each(engines)('a life on $name', (engine) => {
  const seeds = Array.from({ length: SEEDS }, (_, place) => FIRST_SEED + place);

  it.each(seeds)('breaks no promise, FIRST_SEED=%d', { timeout: HANGS_MS }, async (seed) => {
    const world = await createWorld(engine, seed);
    for (let done = 0; done < STEPS; done += 1) await step(world);
    await settle(world);
    expect(await findViolations(world)).toEqual([]);
    await world.close();
  });
});
