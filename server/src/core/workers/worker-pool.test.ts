import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OutOfMemory } from './channel.ts';
import { TaskTimeout } from './task-watch.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

type Pool = WorkerPool<number[], number>;

const serving = new URL('./serve-tasks.ts', import.meta.url);
/** Answers each number of a task with its double; a negative one takes for ever. */
const doubling = `import { serveTasks } from '${serving}';
  serveTasks(function* (task) { for (const number of task) { while (number < 0); yield 2 * number; } });`;
/** What tells the workers of one kind apart. */
const identity = `import { threadId } from 'node:worker_threads'; const worker = process.pid + threadId / 1000;`;
const telling = `${identity} import { serveTasks } from '${serving}'; serveTasks(() => [worker]);`;
const moduleOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

let pool: Pool;
afterEach(() => pool.stop());

describe.each(['thread', 'process'] as const)('createWorkerPool of a %s', (kind) => {
  const open = (options: Partial<WorkerPoolOptions> = {}) => {
    pool = createWorkerPool({ kind, name: 'test', file: moduleOf(doubling), workers: 1, mostPerOwner: 1, ...options });
  };

  it('has more tasks done than there are workers', async () => {
    open({ workers: 2 });
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((number) => pool.run([number], { owner: `o${number % 2}` })));
    expect(outcomes).toEqual([2, 4, 6, 8, 10].map((answer) => ({ answers: [answer] })));
  });

  it('ends a task that takes too long, keeps its answers, and does those behind it', async () => {
    open({ limitMs: 300, mostMs: 60_000 });
    const late = pool.run([1, 2, -1, 3], { owner: 'a' });
    const behind = ['a', 'b'].map((owner) => pool.run([4], { owner }));
    expect(await late).toEqual({ answers: [2, 4], error: expect.any(TaskTimeout) });
    expect(await Promise.all(behind)).toEqual([{ answers: [8] }, { answers: [8] }]);
  });

  it('says of a task that used up its time that it has computed, however busy the machine is', async () => {
    open({ limitMs: 50, mostMs: 60_000 });
    expect((await pool.run([-1], { owner: 'a' })).error).toMatchObject({ limitMs: 50, hasComputed: true });
  });

  it.runIf(process.platform === 'linux')('lets a task go on that waits for the machine and says nothing meanwhile', async () => {
    const waiting = `import { spawnSync } from 'node:child_process'; import { serveTasks } from '${serving}';
      serveTasks((task) => task.map((ms) => spawnSync(process.execPath, ['-e', 'setTimeout(() => undefined, ' + ms + ')']).status));`;
    open({ file: moduleOf(waiting), limitMs: 50, mostMs: 300_000 });
    expect(await pool.run([2500], { owner: 'a' })).toEqual({ answers: [0] });
  });

  it('does not begin what is given up while it waits', async () => {
    open({ limitMs: 300, mostMs: 60_000 });
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

  it('ends a worker that has nothing to do, and starts another for the next task', async () => {
    open({ file: moduleOf(telling), idleMs: 1 });
    const workerOf = async () => (await pool.run([], { owner: 'a' })).answers[0];
    const first = await workerOf();
    await vi.waitUntil(async () => (await workerOf()) !== first, { timeout: 300_000 });
  });

  it.runIf(process.platform === 'linux')(
    'lets the event loop go first, and takes back nothing of how far the service lets others',
    async () => {
      const priorityFrom = async (before: string) => {
        const named = `import { getPriority, setPriority } from 'node:os'; import { serveTasks } from '${serving}';`;
        open({ file: moduleOf(`${named} ${before}; serveTasks(() => [getPriority()]);`) });
        const { answers } = await pool.run([], { owner: 'a' });
        await pool.stop();
        return answers[0];
      };
      const own = getPriority();
      expect(await priorityFrom('')).toBe(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL));
      expect(await priorityFrom('setPriority(19)')).toBe(19);
      expect(getPriority()).toBe(own);
    },
  );

  it.runIf(kind === 'process' && process.platform === 'linux')('lets the event loop go first while it loads its module', async () => {
    const early = `import { getPriority } from 'node:os'; import { serveTasks } from '${serving}';`;
    open({ file: moduleOf(`${early} const atLoad = getPriority(); serveTasks(() => [atLoad]);`) });
    const { answers } = await pool.run([], { owner: 'a' });
    expect(answers).toEqual([Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)]);
  });

  it.runIf(kind === 'thread')('hands over what goes to the worker without a copy', async () => {
    open({ file: moduleOf(`import { serveTasks } from '${serving}'; serveTasks((task) => [task.byteLength]);`) });
    const bytes = new ArrayBuffer(8);
    const task = new Uint8Array(bytes) as unknown as number[];
    expect(await pool.run(task, { owner: 'a', transfer: [bytes] })).toEqual({ answers: [8] });
    expect(bytes.byteLength).toBe(0);
  });

  it.runIf(kind === 'thread')('may be stopped while a worker loads, within native code', async () => {
    const native = JSON.stringify(import.meta.resolve('better-sqlite3'));
    const loading = `import { workerData } from 'node:worker_threads'; import Database from ${native}; import { serveTasks } from '${serving}';
      workerData[0] = 1;
      for (let times = 0; times < 200; times += 1) new Database(':memory:').close();
      serveTasks(() => [1]);`;
    for (let round = 0; round < 20; round += 1) {
      const begun = new Int32Array(new SharedArrayBuffer(4));
      open({ file: moduleOf(loading), workerData: begun });
      const run = pool.run([], { owner: 'a' });
      await vi.waitUntil(() => begun[0] === 1, { interval: 1, timeout: 300_000 });
      await Promise.allSettled([run, pool.stop()]);
    }
    open({ file: moduleOf(loading), workerData: [0] });
    expect(await pool.run([], { owner: 'a' })).toEqual({ answers: [1] });
  });

  it('says so where no worker can be started', async () => {
    open({ file: moduleOf('throw new Error("cannot start")') });
    const runs = await Promise.allSettled([1, 2].map((number) => pool.run([number], { owner: 'a' })));
    const reason = { name: 'Unavailable', cause: { message: expect.stringContaining('cannot start') } };
    expect(runs).toMatchObject([{ reason }, { reason }]);
  });

  it('rejects what cannot be handed to a worker, and does the next', async () => {
    open();
    const uncloneable = Object.assign([1], { not: () => undefined });
    await expect(pool.run(uncloneable, { owner: 'a' })).rejects.toThrow('could not be cloned');
    expect(await pool.run([2], { owner: 'a' })).toEqual({ answers: [4] });
  });

  it('answers what cannot be handed back with an error, and does the next in the same worker', async () => {
    const nesting = `${identity} import { serveTasks } from '${serving}';
      const nest = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
      serveTasks((task) => [worker, ...task.map(nest)]);`;
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

describe('a process of a pool', () => {
  const open = (source: string, options: Partial<WorkerPoolOptions> = {}) => {
    pool = createWorkerPool({ kind: 'process', name: 'test', file: moduleOf(source), workers: 1, mostPerOwner: 1, ...options });
  };

  it('dies alone of memory that it takes within one step of the engine', async () => {
    const growing = `import { serveTasks } from '${serving}';
      serveTasks((task) => task.map((length) => '\\0'.repeat(length).replaceAll('\\0', 'ab').length));`;
    open(growing, { heapMb: 32 });
    expect(await pool.run([40_000_000], { owner: 'a' })).toEqual({ answers: [], error: expect.any(OutOfMemory) });
    expect(await pool.run([2], { owner: 'a' })).toEqual({ answers: [4] });
  });

  it('is given large bytes whole', async () => {
    open(`import { serveTasks } from '${serving}';
      import { hash } from 'node:crypto';
      serveTasks(({ some, raw, other, few }) => [[some, hash('sha256', raw), raw.length, hash('sha256', other), few.length]]);`);
    const raw = randomBytes(3 * 1024 * 1024 + 7);
    const other = new Uint8Array(new SharedArrayBuffer(1024 * 1024 + 1)).fill(3);
    const task = { some: 'thing', raw, other, few: raw.subarray(0, 5) } as unknown as number[];
    const expected = ['thing', hash('sha256', raw), raw.length, hash('sha256', Buffer.from(other)), 5];
    for (const _time of [1, 2]) expect(await pool.run(task, { owner: 'a' })).toEqual({ answers: [expected] });
  });

  it('does not mind the signals that a terminal sends to all', async () => {
    const killing = `import { serveTasks } from '${serving}';
      serveTasks(function* () { for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(process.pid, signal); yield 1; });`;
    open(killing);
    expect(await pool.run([], { owner: 'a' })).toEqual({ answers: [1] });
    expect(await pool.run([], { owner: 'a' })).toEqual({ answers: [1] });
  });

  it('knows nothing of the settings', async () => {
    open(
      `import { serveTasks } from '${serving}'; serveTasks(() => [Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE').length]);`,
    );
    expect(await pool.run([], { owner: 'a' })).toEqual({ answers: [0] });
  });

  it('ends after the process that started it', async () => {
    const telling = moduleOf(`import { serveTasks } from '${serving}'; serveTasks(() => [process.pid]);`);
    const starting = `setInterval(() => undefined, 1000);
      const { createWorkerPool } = await import('${new URL('./worker-pool.ts', import.meta.url)}');
      const file = new URL(${JSON.stringify(telling)});
      const pool = createWorkerPool({ kind: 'process', name: 'test', file, workers: 1, mostPerOwner: 1 });
      console.log((await pool.run([], { owner: 'a' })).answers[0]);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', starting], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(parent.stdout, 'data');
    const isAlive = () => {
      try {
        return process.kill(Number(line), 0);
      } catch {
        return false;
      }
    };
    expect(isAlive()).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(), { timeout: 300_000 });
  });
});
