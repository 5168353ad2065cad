import { getPriority } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import { TaskTimeout } from './worker-thread.ts';

type Pool = WorkerPool<number[], number>;

const serving = new URL('./worker-thread.ts', import.meta.url);
/** Answers each number of a task with its double; a negative one takes for ever. */
const doubling = `import { serveTasks } from '${serving}';
  serveTasks(function* (task) { for (const number of task) { while (number < 0); yield 2 * number; } });`;
const moduleOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe('createWorkerPool', () => {
  let pool: Pool;
  const open = (options: Partial<WorkerPoolOptions> = {}) => {
    pool = createWorkerPool({ name: 'test', file: moduleOf(doubling), threads: 1, mostPerOwner: 1, ...options });
  };
  afterEach(() => pool.stop());

  it('has more tasks done than there are threads', async () => {
    open({ threads: 2 });
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((number) => pool.run([number], { owner: `o${number % 2}` })));
    expect(outcomes).toEqual([2, 4, 6, 8, 10].map((answer) => ({ answers: [answer] })));
  });

  it('ends a task that takes too long, keeps its answers, and does those behind it', async () => {
    open({ limitMs: 300 });
    const late = pool.run([1, 2, -1, 3], { owner: 'a' });
    const behind = ['a', 'b'].map((owner) => pool.run([4], { owner }));
    expect(await late).toEqual({ answers: [2, 4], error: expect.any(TaskTimeout) });
    expect(await Promise.all(behind)).toEqual([{ answers: [8] }, { answers: [8] }]);
  });

  it('does not begin what is given up while it waits', async () => {
    open({ limitMs: 300 });
    const given = new AbortController();
    const late = pool.run([-1], { owner: 'a' });
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    pool.run([1], { owner: 'a', signal: given.signal }).then(settle, settle);
    given.abort();
    await late;
    expect(await pool.run([2], { owner: 'a' })).toEqual({ answers: [4] });
    expect(isSettled).toBe(false);
  });

  it('ends a thread that has nothing to do, and starts another for the next task', async () => {
    const telling = `import { threadId } from 'node:worker_threads'; import { serveTasks } from '${serving}'; serveTasks(() => [threadId]);`;
    open({ file: moduleOf(telling), idleMs: 1 });
    const threadOf = async () => (await pool.run([], { owner: 'a' })).answers[0];
    const first = await threadOf();
    await vi.waitUntil(async () => (await threadOf()) !== first, { timeout: 60_000 });
  });

  it.runIf(process.platform === 'linux')('lets the event loop go first', async () => {
    const telling = `import { getPriority } from 'node:os'; import { serveTasks } from '${serving}'; serveTasks(() => [getPriority()]);`;
    open({ file: moduleOf(telling) });
    const [own, { answers }] = [getPriority(), await pool.run([], { owner: 'a' })];
    expect(answers[0]).toBeGreaterThan(own);
    expect(getPriority()).toBe(own);
  });

  it('hands over what goes to the thread without a copy', async () => {
    open({ file: moduleOf(`import { serveTasks } from '${serving}'; serveTasks((task) => [task.byteLength]);`) });
    const bytes = new ArrayBuffer(8);
    const task = new Uint8Array(bytes) as unknown as number[];
    expect(await pool.run(task, { owner: 'a', transfer: [bytes] })).toEqual({ answers: [8] });
    expect(bytes.byteLength).toBe(0);
  });

  it('says so where no thread can be started', async () => {
    open({ file: moduleOf('throw new Error("cannot start")') });
    const runs = [1, 2].map((number) => pool.run([number], { owner: 'a' }));
    for (const run of runs) await expect(run).rejects.toThrow('cannot start');
  });

  it('rejects what cannot be handed to a thread, and does the next', async () => {
    open();
    const uncloneable = Object.assign([1], { not: () => undefined });
    await expect(pool.run(uncloneable, { owner: 'a' })).rejects.toThrow('could not be cloned');
    expect(await pool.run([2], { owner: 'a' })).toEqual({ answers: [4] });
  });

  it('answers what cannot be handed back with an error, and does the next in the same thread', async () => {
    const nesting = `import { threadId } from 'node:worker_threads'; import { serveTasks } from '${serving}';
      const nest = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
      serveTasks((task) => [threadId, ...task.map(nest)]);`;
    open({ file: moduleOf(nesting) });
    const { answers } = await pool.run([], { owner: 'a' });
    for (const depth of [1200, 2500, 5000, 7000, 30_000, 100_000]) {
      const outcome = await pool.run([depth], { owner: 'a' });
      expect(outcome.answers[0]).toBe(answers[0]);
      // How deep a stack goes is the machine's.
      if (outcome.answers.length === 1) expect(outcome.error?.message).toMatch(/could not be handed over/);
    }
    const deepest = await pool.run([100_000, 1], { owner: 'a' });
    expect(deepest).toEqual({ answers, error: expect.objectContaining({ message: expect.stringContaining('handed over') }) });
    expect(await pool.run([], { owner: 'a' })).toEqual({ answers });
  });
});
