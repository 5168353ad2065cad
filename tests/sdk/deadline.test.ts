import { PosthornConnectionError } from '@posthorn/sdk';
import { describe, expect, it, vi } from 'vitest';
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
    const sent = service.client().contacts.upsert({ email: 'a@example.com' }, { timeoutMs: 1000 });
    await expect(sent).rejects.toMatchObject({ reason: 'timeout' });
    expect(service.received).toHaveLength(1);
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
