import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { createRenderPool, type RenderPool } from './render-pool.ts';
import type { RenderTask } from './render-task.ts';

const AN_HOUR = 3_600_000;
const log = pino({ level: 'silent' });
let stored = 0;

function render(text: string, model = {}): RenderTask {
  stored += 1;
  return { kind: 'render', source: { id: `tpv_${stored}`, subject: null, html: null, text }, model };
}

/** Runs for hours, and no limit of the language's library interrupts it. */
const endless = () =>
  render('{{ a | find_exp: "b", f }}', {
    a: Array.from({ length: 3000 }, (_, n) => n),
    f: "a | find_exp: 'c', g",
    g: "a | find_exp: 'd', h",
    h: 'd > 3000',
  });

const rendered = (text: string) => ({
  kind: 'rendered',
  subject: null,
  html: null,
  text,
  missing: [],
  missingIn: { subject: [], html: [], text: [] },
  blankInSubject: [],
});

describe('createRenderPool', () => {
  let pool: RenderPool;
  const open = (given: { budgetMs?: number; heapMb?: number; mostMs?: number } = {}) => {
    const { budgetMs = AN_HOUR, heapMb = 192, mostMs = AN_HOUR } = given;
    const limits = { budgetMs, outputBytes: 1000 };
    pool = createRenderPool({ workers: 2, heapMb, limits, mostMs, clock: { now: () => 0 }, log });
  };
  afterEach(() => pool.stop());

  it('answers an outcome for each task, in order', async () => {
    open();
    const outcomes = await pool.run('t', [render('{{ a }}', { a: 1 }), render('{{ a'), render('b')]);
    expect(outcomes).toEqual([
      rendered('1'),
      { kind: 'fault', part: 'text', line: 1, column: 1, detail: expect.any(String) },
      rendered('b'),
    ]);
  });

  it('ends what takes longer than the budget, keeps what was done before, and goes on', async () => {
    open({ budgetMs: 500 });
    const outcomes = await pool.run('t', [render('before'), endless(), render('after')]);
    const aborted = { kind: 'aborted', detail: 'It took longer than 500 ms.' };
    expect(outcomes).toEqual([rendered('before'), aborted, aborted]);
    expect(await pool.run('t', [render('next')])).toEqual([rendered('next')]);
  });

  it('blames no template where the machine did not let it compute', async () => {
    open({ mostMs: 1 });
    // Looked at only once it could have computed for as long as it may.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const held = pool.run('t', [endless()]).catch((error: unknown) => error);
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: AN_HOUR });
    vi.advanceTimersByTime(AN_HOUR);
    vi.useRealTimers();
    expect(await held).toBeInstanceOf(Unavailable);
    expect(await pool.run('t', [render('next')])).toEqual([rendered('next')]);
  });

  it('serves other tenants while one holds its share for good', async () => {
    open();
    let ended = false;
    const held = pool.run('hostile', [endless()]).finally(() => {
      ended = true;
    });
    const waiting = pool.run('hostile', [render('waits for its own')]);
    for (const tenant of ['b', 'c', 'b']) expect(await pool.run(tenant, [render('fine')])).toEqual([rendered('fine')]);
    expect(ended).toBe(false);
    const refused = Promise.all([expect(held).rejects.toThrow('stopped'), expect(waiting).rejects.toThrow('stopped')]);
    await pool.stop();
    await refused;
  });

  it('survives a worker that runs out of memory', async () => {
    open({ heapMb: 16 });
    const outcomes = await pool.run('t', [render('{% assign a = (1..4900000) %}{{ a.size }}')]);
    expect(outcomes).toEqual([{ kind: 'aborted', detail: 'It took too much memory.' }]);
    expect(await pool.run('t', [render('next')])).toEqual([rendered('next')]);
  });

  it('takes nothing more once it is stopped', async () => {
    open();
    await pool.run('t', [render('a')]);
    await pool.stop();
    await expect(pool.run('t', [render('b')])).rejects.toThrow('stopped');
  });
});
