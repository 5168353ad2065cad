import { PosthornError } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { caught, startService } from './service.ts';

const page = (ids: readonly string[], next_cursor: string | number | null) => ({ body: { data: ids.map((id) => ({ id })), next_cursor } });

async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

describe('a list', () => {
  it('is read page by page to its end', async () => {
    const service = await startService(page(['a', 'b'], 0), page([], 7), page(['c'], null));
    expect(await idsOf(service.client().messages.iterate({ limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(service.received.map(({ url }) => url)).toEqual([
      '/v1/messages?limit=2',
      '/v1/messages?limit=2&cursor=0',
      '/v1/messages?limit=2&cursor=7',
    ]);
  });

  it('hands a cursor of text back unchanged', async () => {
    const service = await startService(page(['a'], '1700:dom_a&b'), page(['b'], null));
    expect(await idsOf(service.client().domains.iterate())).toEqual(['a', 'b']);
    expect(service.received.map(({ url }) => url)).toEqual(['/v1/domains', '/v1/domains?cursor=1700%3Adom_a%26b']);
  });

  it('begins at a cursor', async () => {
    const service = await startService(page(['b'], null));
    expect(await idsOf(service.client().apiKeys.iterate({ cursor: 'x' }))).toEqual(['b']);
    expect(service.received.map(({ url }) => url)).toEqual(['/v1/api-keys?cursor=x']);
  });

  it('is not read beyond the row that is asked for', async () => {
    const service = await startService(page(['a', 'b'], 7));
    const rows = service.client().messages.iterate();
    expect(service.received).toHaveLength(0);
    for await (const { id } of rows) if (id === 'b') break;
    expect(service.received).toHaveLength(1);
  });

  it('ends with the error of a page', async () => {
    const service = await startService(page(['a'], 7), { status: 422, body: { error: 'invalid_cursor', detail: 'No.' } });
    const rows = service.client().messages.iterate();
    expect(await rows.next()).toEqual({ value: { id: 'a' }, done: false });
    await expect(rows.next()).rejects.toThrow(PosthornError);
  });

  it('hands no null on as a cursor', async () => {
    const service = await startService(page(['a'], null));
    // Safe because programs without types do so: that is what is tried.
    const query = { cursor: null, limit: 2 } as unknown as { limit: number };
    await service.client().messages.list(query);
    expect(service.received.map(({ url }) => url)).toEqual(['/v1/messages?limit=2']);
  });

  it('ends with an error where it goes on at the same place for ever', async () => {
    const service = await startService(page(['a'], 7), page(['a'], 7), page(['a'], 7));
    const error = await caught(idsOf(service.client().messages.iterate()));
    expect(error).toMatchObject({ code: 'unexpected_response', detail: 'the list goes on where this page began' });
    expect(service.received).toHaveLength(2);
  });

  it.each([{ body: {} }, { body: { data: null, next_cursor: null } }])('is an error where it is no list: %j', async (reply) => {
    const service = await startService(reply);
    const error = await caught(idsOf(service.client().messages.iterate()));
    expect(error).toBeInstanceOf(PosthornError);
    expect(error).toMatchObject({ status: 200, code: 'unexpected_response' });
  });

  it('stops when its signal aborts', async () => {
    const service = await startService(page(['a'], 7));
    const controller = new AbortController();
    const rows = service.client().messages.iterate({}, { signal: controller.signal });
    await rows.next();
    controller.abort(new Error('enough'));
    await expect(rows.next()).rejects.toThrow('enough');
    expect(service.received).toHaveLength(1);
  });
});
