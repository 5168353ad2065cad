import { Tokenizer } from 'htmlparser2';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { createTextMaker } from './text-maker.ts';

describe('the maker of texts', () => {
  const maker = createTextMaker();
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
});
