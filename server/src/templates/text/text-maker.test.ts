import { Tokenizer } from 'htmlparser2';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { greedyThreads } from '../../../../tests/support/greedy-thread.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import { htmlToText } from './html-to-text.ts';
import { createTextMaker } from './text-maker.ts';

describe('the maker of texts', () => {
  const log = pino({ level: 'silent' });
  const maker = createTextMaker({ log });
  /** What this thread reads of HTML. */
  const reading = vi.spyOn(Tokenizer.prototype, 'write');
  afterEach(() => reading.mockClear());
  afterAll(async () => {
    reading.mockRestore();
    await maker.stop();
  });

  it('reads large HTML in a thread, and makes the same of it', async () => {
    const html = '<p>Hello <b>you</b></p>\n'.repeat(5000);
    const text = await maker.textOf(html, 'ten_1');
    expect(reading).not.toHaveBeenCalled();
    expect(text).toBe(htmlToText(html));
  });

  it('reads what is small itself', async () => {
    expect(await maker.textOf('<p>Hello</p>', 'ten_1')).toBe('Hello');
    expect(reading).toHaveBeenCalled();
  });

  it.each([
    ['time', { file: greedyThreads.time, limitMs: 50 }],
    ['memory', { file: greedyThreads.memory, heapMb: 16 }],
  ])('makes none of HTML that takes too much %s, and says so', async (_case, thread) => {
    const warned = vi.spyOn(log, 'warn');
    const limited = createTextMaker({ log }, thread);
    expect(await limited.textOf('<p>Hello</p>'.repeat(10_000), 'ten_1')).toBe('');
    expect(warned).toHaveBeenCalledWith(expect.objectContaining({ tenant_id: 'ten_1' }), 'HTML could not be made into text');
    await limited.stop();
  });

  it('says that the service is unavailable where no thread makes it', async () => {
    const stopped = createTextMaker({ log });
    await stopped.stop();
    const error = await stopped.textOf('<p>Hello</p>'.repeat(10_000), 'ten_1').catch(toApiError);
    expect(error).toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '1' } });
  });
});
