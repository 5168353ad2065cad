import { describe, expect, it } from 'vitest';
import { readTag, readTyped, searchOf, tagText } from './email-filter.ts';

describe('what the log is searched by', () => {
  it('is an address, or else of the subject', () => {
    expect([readTyped('ada@example.org'), readTyped('Your receipt'), readTyped('')]).toEqual([
      { recipient: 'ada@example.org' },
      { subject: 'Your receipt' },
      {},
    ]);
  });

  it('is a tag with or without its value, in which there may be colons', () => {
    const typed = ['order', 'order:1042', 'url:https://example.org', ''];
    expect(typed.map(readTag)).toEqual([
      { tag: 'order' },
      { tag: 'order', value: '1042' },
      { tag: 'url', value: 'https://example.org' },
      {},
    ]);
    expect(typed.map((text) => tagText(readTag(text)))).toEqual(typed);
  });

  it('leaves out what the service would not know', () => {
    expect(searchOf({ status: 'lost', stream: '', since: 'yesterday', until: '2026-13-99x', value: 'without its tag' })).toEqual({});
    expect(searchOf({ status: 'sent', stream: 'marketing', domain: 'dom_1', template: 'a', broadcast: 'b' })).toEqual({
      status: 'sent',
      stream: 'marketing',
      domain_id: 'dom_1',
      template_alias: 'a',
      broadcast_id: 'b',
    });
  });

  it('is the days of the reader, the last one too', () => {
    const { since = 0, until = 0 } = searchOf({ since: '2026-03-01', until: '2026-03-01' });
    expect(new Date(since).getHours()).toBe(0);
    expect(new Date(until).getDate()).toBe(2);
  });
});
