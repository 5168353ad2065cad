import { type Fetch, Posthorn } from '@posthorn/sdk';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from './service.ts';

const page = (ids: readonly string[], { cursor = ids.at(-1) ?? null, more = false } = {}) => ({
  body: { data: ids.map((event_id) => ({ event_id, type: 'sent' })), next_cursor: cursor, has_more: more },
});
const AWAY = { status: 503, headers: { 'retry-after': '0' }, body: { error: 'service_unavailable', detail: 'No.' } };

/** A fetch that gives these answers, in order. */
function scripted(...answers: Response[]) {
  const urls: string[] = [];
  const fetch: Fetch = async (url) => {
    urls.push(url);
    return answers.shift() ?? Response.error();
  };
  return { fetch, urls };
}

async function first(count: number, events: AsyncIterable<{ event_id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event_id: id } of events) if (ids.push(id) === count) break;
  return ids;
}

const urlsOf = ({ received }: { received: readonly { url: string | undefined }[] }) => received.map(({ url }) => url);

describe('client.events.follow', () => {
  it('goes on after what it has got, also where a page is empty', async () => {
    const service = await startService(page(['a', 'b']), page([], { cursor: 'b' }), page(['c']));
    expect(await first(3, service.client().events.follow({ types: ['sent', 'bounce'] }))).toEqual(['a', 'b', 'c']);
    const asked = 'types=sent%2Cbounce&limit=100&wait=30';
    expect(urlsOf(service)).toEqual([`/v1/events?${asked}`, `/v1/events?after=b&${asked}`, `/v1/events?after=b&${asked}`]);
  });

  it('asks where now is before it waits', async () => {
    const service = await startService(page([], { cursor: 'x' }), page(['y']));
    expect(await first(1, service.client().events.follow({ after: 'now' }))).toEqual(['y']);
    expect(urlsOf(service)).toEqual(['/v1/events?after=now&limit=100&wait=0', '/v1/events?after=x&limit=100&wait=30']);
  });

  it('begins with the first event where there was none when it began', async () => {
    const service = await startService(page([]), page(['a']));
    expect(await first(1, service.client().events.follow({ after: 'now' }))).toEqual(['a']);
    expect(urlsOf(service).at(-1)).toBe('/v1/events?limit=100&wait=30');
  });

  it('connects anew for as long as it takes, at the same place', async () => {
    const service = await startService(page(['a']), AWAY, 'reset', AWAY, AWAY, AWAY, page(['b']));
    expect(await first(2, service.client().events.follow({ after: 'z' }))).toEqual(['a', 'b']);
    expect(urlsOf(service).slice(1)).toEqual(Array.from({ length: 6 }, () => '/v1/events?after=a&limit=100&wait=30'));
  });

  it('outlives a service that says to come back much later', async () => {
    const { fetch, urls } = scripted(
      Response.json({ error: 'service_unavailable', detail: 'No.' }, { status: 503, headers: { 'retry-after': '3600' } }),
      Response.json(page(['a']).body),
    );
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const told = first(1, new Posthorn({ apiKey: 'key', baseUrl: 'http://service.test', fetch }).events.follow());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await told).toEqual(['a']);
    expect(urls).toHaveLength(2);
  });

  it('ends where it gets the same events again and again', async () => {
    const service = await startService(page(['a']), page(['a']), page(['a']));
    await expect(first(3, service.client().events.follow())).rejects.toThrow('the list goes on where this page began');
  });

  it('ends with what another try does not mend', async () => {
    const service = await startService({ status: 401, body: { error: 'unauthorized' } });
    await expect(first(1, service.client().events.follow())).rejects.toThrow('unauthorized');
  });

  it('ends with the reason of its signal, also while it waits', async () => {
    const service = await startService(page(['a']), 'silence');
    const controller = new AbortController();
    const events = service.client().events.follow({}, { signal: controller.signal });
    await events.next();
    const next = events.next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});

describe('client.events.iterate', () => {
  it('ends with an error where it goes on at the same place for ever', async () => {
    const stuck = page([], { cursor: 'a', more: true });
    const service = await startService(page(['a'], { more: true }), stuck, stuck);
    await expect(first(5, service.client().events.iterate())).rejects.toThrow('the list goes on where this page began');
  });

  it('reads to the end, over pages in which nothing matches', async () => {
    const service = await startService(page(['a'], { more: true }), page([], { cursor: 'q', more: true }), page(['b']));
    expect(await first(5, service.client().events.iterate({ types: 'sent' }))).toEqual(['a', 'b']);
    expect(urlsOf(service)).toEqual(['/v1/events?types=sent', '/v1/events?after=a&types=sent', '/v1/events?after=q&types=sent']);
  });
});
