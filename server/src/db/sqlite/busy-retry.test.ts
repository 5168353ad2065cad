import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createBusyRetry } from './busy-retry.ts';

const BUSY = new Error('busy');
const STEP_MS = 900;
/** More attempts than fit into the wait. */
const ENOUGH = 20;

/** A file locked by another process. Each refusal advances the time. */
function heldFile() {
  let now = 0;
  const clock = vi.spyOn(systemClock, 'monotonic').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  let ours = false;
  const retry = createBusyRetry(
    (error) => error === BUSY,
    () => ours,
  );
  const read = () => retry(async () => 'read');
  /** Returns the number of attempts: unlimited unless one succeeds after so many refusals. */
  async function write(refusals = ENOUGH, between: () => Promise<unknown> = async () => undefined): Promise<[number, string]> {
    let tries = 0;
    const run = async () => {
      tries += 1;
      if (tries > refusals) return 'written';
      now += STEP_MS;
      await between();
      throw BUSY;
    };
    const end = await retry(run).catch(() => 'given up');
    return [tries, end];
  }
  async function lock(): Promise<void> {
    await retry(async () => {
      ours = true;
    });
    ours = false;
  }
  return { read, write, lock };
}

it('gives up after 5 s, also where reads pass meanwhile', async () => {
  const { read, write } = heldFile();
  expect(await write(ENOUGH, read)).toEqual([7, 'given up']);
});

it('has what comes after it not wait again', async () => {
  const { read, write } = heldFile();
  await write();
  expect(await write()).toEqual([1, 'given up']);
  await read();
  expect(await write()).toEqual([1, 'given up']);
});

it('waits anew once a write has passed that was refused', async () => {
  const { write } = heldFile();
  expect(await write(5)).toEqual([6, 'written']);
  expect(await write(6)).toEqual([7, 'written']);
});

it('waits anew once the lock was ours', async () => {
  const { write, lock } = heldFile();
  await write();
  await lock();
  expect(await write(6)).toEqual([7, 'written']);
});
