import { type Fetch, Posthorn, PosthornConnectionError } from '@posthorn/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caught, startService } from './service.ts';

describe('a call that gets no answer', () => {
  it('fails after the time of the client', async () => {
    const service = await startService('silence');
    const error = await caught(service.client({ timeoutMs: 20, maxRetries: 0 }).messages.list());
    expect(error).toBeInstanceOf(PosthornConnectionError);
    expect(error).toMatchObject({ reason: 'timeout', message: `the service at ${service.baseUrl} did not answer in time` });
  });

  it('fails after its own time, and is not sent twice', async () => {
    const service = await startService('silence');
    const asked: string[] = [];
    const counting: Fetch = (url, init) => {
      asked.push(url);
      return fetch(url, init);
    };
    const sent = service.client({ fetch: counting }).contacts.upsert({ email: 'a@example.com' }, { timeoutMs: 1000 });
    await expect(sent).rejects.toMatchObject({ reason: 'timeout' });
    expect(asked).toEqual([`${service.baseUrl}/v1/contacts`]);
  });

  describe('without a time of its own', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    /** Answers nothing until it is told to give up. */
    const silence: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const client = (timeoutMs?: number) =>
      new Posthorn({ apiKey: 'key', baseUrl: 'http://posthorn.example', maxRetries: 0, timeoutMs, fetch: silence });
    const give = (attribute: string) => ({ email: 'a@example.com', attributes: { attribute } });

    /** Milliseconds until a call gives up. */
    async function patience(call: Promise<unknown>): Promise<number> {
      let over = false;
      void call.catch(() => undefined).finally(() => (over = true));
      for (let passed = 0; ; passed += 1000) {
        await vi.advanceTimersByTimeAsync(0);
        if (over) return passed;
        await vi.advanceTimersByTimeAsync(1000);
      }
    }

    const EMPTY = JSON.stringify(give('')).length;
    const LARGE = 256 * 1024;
    it.each([
      ['', 30_000],
      ['x'.repeat(LARGE - EMPTY), 30_000],
      ['x'.repeat(LARGE - EMPTY + 1), 300_000],
      ['€'.repeat((LARGE - EMPTY) / 3), 30_000],
      ['€'.repeat((LARGE - EMPTY) / 3 + 1), 300_000],
    ])('waits longer where its body is large: case %#', async (attribute, ms) => {
      expect(await patience(client().contacts.upsert(give(attribute)))).toBe(ms);
    });

    it('waits longer for a large file, too', async () => {
      const { attachments } = client();
      expect(await patience(attachments.upload(new Blob(['x'.repeat(LARGE)]), { filename: 'a.txt' }))).toBe(30_000);
      expect(await patience(attachments.upload(new Blob(['x'.repeat(LARGE + 1)]), { filename: 'a.txt' }))).toBe(300_000);
    });

    it("has the client's time, or its own, whatever its size", async () => {
      const large = give('x'.repeat(LARGE));
      expect(await patience(client(5000).contacts.upsert(large))).toBe(5000);
      expect(await patience(client(5000).contacts.upsert(large, { timeoutMs: 7000 }))).toBe(7000);
      expect(await patience(client().contacts.upsert(large, { timeoutMs: 7000 }))).toBe(7000);
    });
  });

  it('ends with the reason of the signal', async () => {
    const service = await startService('silence');
    const controller = new AbortController();
    const error = caught(service.client({ timeoutMs: Number.POSITIVE_INFINITY }).messages.list({}, { signal: controller.signal }));
    await service.answered();
    controller.abort(new Error('enough'));
    expect(await error).toEqual(new Error('enough'));
    expect(service.received).toHaveLength(1);
  });

  it('ends as fetch does where the signal has no reason of its own', async () => {
    const service = await startService('silence');
    const controller = new AbortController();
    const error = caught(service.client().messages.list({}, { signal: controller.signal }));
    await service.answered();
    controller.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
  });
});

describe('a signal', () => {
  it('that is aborted already keeps the call from being sent', async () => {
    const service = await startService();
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(service.client().messages.list({}, { signal })).rejects.toThrow('too late');
    expect(service.received).toEqual([]);
  });

  it('keeps nothing of a call that is over', async () => {
    const service = await startService({ body: { data: [], next_cursor: null } });
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await service.client().messages.list({}, { signal });
    expect(added).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenCalledWith(...(added.mock.lastCall ?? []));
  });
});
