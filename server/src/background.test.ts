import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Background, createBackground } from './background.ts';
import { realClock } from './core/clock.ts';
import { Unavailable } from './core/errors/unavailable.ts';

const MINUTE = 60_000;
const START = 1_750_000_000_000;

describe('background jobs', () => {
  let background: Background | undefined;
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(async () => {
    const stopped = background?.stop();
    await vi.runAllTimersAsync();
    await stopped;
    vi.useRealTimers();
  });

  const log = pino({ level: 'silent' });
  const start = (job: { run: () => Promise<number>; nextDueAt?: () => Promise<number | null>; onDemand?: boolean }) => {
    background = createBackground({ intervalMs: MINUTE, clock: realClock, log });
    background.attach({ job });
    background.start();
    return background;
  };
  /** A job that records when it runs, and is next due at a time that can be changed. */
  const noting = (dueAt: number | null = null) => {
    const runs: number[] = [];
    const due = { at: dueAt };
    const run = async () => {
      runs.push(Date.now() - START);
      return 1;
    };
    return { runs, due, run, nextDueAt: async () => due.at };
  };

  it('are said to fail each time, but once where that lasts until somebody mends it', async () => {
    const lines: string[] = [];
    const failing = [new Error('once'), new Unavailable(new Error('damaged'), undefined, { isPermanent: true })];
    for (const error of failing) {
      const said = pino({}, { write: (line) => void lines.push(line) });
      background = createBackground({ intervalMs: MINUTE, clock: realClock, log: said });
      background.attach({ job: { run: () => Promise.reject(error) } });
      background.start();
      await vi.advanceTimersByTimeAsync(3 * MINUTE);
      await background.stop();
    }
    expect(lines.filter((line) => line.includes('"once"'))).toHaveLength(4);
    expect(lines.filter((line) => line.includes('damaged'))).toHaveLength(1);
  });

  it('are said to fail once a minute for one cause, whichever jobs it fails', async () => {
    const lines: { readonly job: string; readonly omitted: number }[] = [];
    const away = () => Promise.reject(new Unavailable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
    background = createBackground({
      intervalMs: MINUTE / 4,
      clock: realClock,
      log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    });
    background.attach({ a: { run: away }, b: { run: away }, c: { run: () => Promise.reject(new TypeError('no array')) } });
    background.start();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(lines.map(({ job, omitted }) => [job, omitted])).toEqual([
      ['a', 0],
      ['c', 0],
      ['a', 7],
      ['c', 3],
    ]);
  });

  it('run at once and then every interval', async () => {
    const { runs, run } = noting();
    start({ run });
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect(runs).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
  });

  it('tell whether the last run stopped before its end', () => {
    const background = createBackground({ intervalMs: MINUTE, clock: realClock, log });
    const run = async () => 1;
    background.attach({ short: { run }, done: { run, hasMore: () => false }, long: { run, hasMore: () => true } });
    expect(['short', 'done', 'long', 'none'].map((name) => background.hasMore(name))).toEqual([false, false, true, false]);
  });

  it('wake when something is next due, if that is sooner', async () => {
    const job = noting(START + 10_000);
    start(job);
    await vi.advanceTimersByTimeAsync(9999);
    expect(job.runs).toEqual([0]);
    job.due.at = null;
    await vi.advanceTimersByTimeAsync(1);
    expect(job.runs).toEqual([0, 10_000]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(job.runs).toEqual([0, 10_000, 10_000 + MINUTE]);
  });

  it('find what has become due meanwhile at most an interval late', async () => {
    const job = noting();
    start(job);
    await vi.advanceTimersByTimeAsync(1);
    // Another process has accepted something for the next second.
    job.due.at = START + 1000;
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(job.runs).toEqual([0, MINUTE]);
  });

  it('run when something is due that was planned meanwhile, and not the later for what is due after that', async () => {
    const job = noting(START + 30_000);
    const { expect: plan } = start(job);
    await vi.advanceTimersByTimeAsync(1);
    job.due.at = null;
    plan('job', START + 40_000);
    plan('job', START + 10_000);
    plan('job', START + 20_000);
    plan('other', START + 15_000);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(job.runs).toEqual([0, 10_000]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(job.runs).toEqual([0, 10_000, MINUTE + 10_000]);
  });

  it('run again for what was planned during a run, which it may have missed', async () => {
    const { runs, run } = noting();
    const { expect: plan } = start({
      run: async () => {
        await run();
        await new Promise((resolve) => setTimeout(resolve, 2000));
        return 0;
      },
    });
    await vi.advanceTimersByTimeAsync(1000);
    plan('job', START + 1000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(runs).toEqual([0, 2005]);
  });

  it('run no more for what is planned before the start and after the stop', async () => {
    const { runs, run } = noting();
    background = createBackground({ intervalMs: MINUTE, clock: realClock, log });
    background.attach({ job: { run } });
    background.expect('job', START + 1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(runs).toEqual([]);
    background.start();
    await vi.advanceTimersByTimeAsync(1);
    await background.stop();
    background.expect('job', START + MINUTE);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(runs).toEqual([MINUTE]);
  });

  it('leave what is due and cannot be done now to the next interval', async () => {
    const job = noting(START - 1);
    start({ ...job, run: async () => (await job.run()) - 1 });
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(job.runs).toEqual([0, MINUTE, 2 * MINUTE]);
  });

  it('run again at once for what fell due during a run', async () => {
    const job = noting(START + 1);
    const run = async () => {
      await job.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
      return 0;
    };
    start({ ...job, run });
    await vi.advanceTimersByTimeAsync(50);
    job.due.at = null;
    expect(job.runs.slice(0, 2)).toEqual([0, 7]);
  });

  it('go on after a run that failed', async () => {
    let runs = 0;
    start({
      run: async () => {
        runs += 1;
        throw new Error('the database is away');
      },
    });
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(runs).toBe(3);
  });

  it('never run twice at once', async () => {
    let [underWay, most, runs] = [0, 0, 0];
    const { run } = start({
      run: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 3 * MINUTE));
        underWay -= 1;
        runs += 1;
        return runs;
      },
    });
    const asked = run('job');
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    expect(await asked).toBe(2);
    expect(most).toBe(1);
  });

  it('that run on demand wait until they are asked, by their names alone', async () => {
    const { runs, run } = noting();
    const { run: ask } = start({ run, onDemand: true });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(runs).toEqual([]);
    expect(await ask('job')).toBe(1);
    expect(ask('constructor')).toBeUndefined();
  });
});
