import { PosthornConnectionError, PosthornError, type SendRequest } from '@posthorn/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryDelay } from '../../sdk/src/retry.ts';
import { caught, scriptedFetch, startService } from './service.ts';

const mail: SendRequest = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' };
const busy = { error: 'service_unavailable', detail: 'Busy.' };
const limited = { error: 'rate_limit_exceeded', detail: 'Slow down.' };

function refusal(status: number, retryAfter?: string): PosthornError {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  return new PosthornError({ status, headers, code: 'service_unavailable', detail: null, fields: {} });
}

describe('the wait before another try', () => {
  const first = { tries: 1, safe: true, now: Date.parse('2030-01-01T00:00:00Z'), random: 0 };

  it.each([
    { what: 'a 429', error: refusal(429), safe: true },
    { what: 'a 429', error: refusal(429), safe: false },
    { what: 'a 503', error: refusal(503), safe: true },
    { what: 'a 500', error: refusal(500), safe: true },
    { what: 'no connection', error: new PosthornConnectionError('network'), safe: true },
    { what: 'no answer in time', error: new PosthornConnectionError('timeout'), safe: true },
  ])('comes after $what of a call, safe: $safe', ({ error, safe }) => {
    expect(retryDelay(error, { ...first, safe })).toBe(250);
  });

  it.each([
    { what: 'a 503', error: refusal(503), safe: false },
    { what: 'no connection', error: new PosthornConnectionError('network'), safe: false },
    { what: 'no answer in time', error: new PosthornConnectionError('timeout'), safe: false },
    { what: 'a 422', error: refusal(422), safe: true },
    { what: 'a 404', error: refusal(404), safe: true },
    { what: 'any other error', error: new TypeError('aborted'), safe: true },
  ])('does not come after $what of a call, safe: $safe', ({ error, safe }) => {
    expect(retryDelay(error, { ...first, safe })).toBeUndefined();
  });

  it('doubles up to eight seconds, and half of it is chance', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((tries) => retryDelay(refusal(500), { ...first, tries, random: 1 }));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect(retryDelay(refusal(500), { ...first, tries: 3, random: 0.5 })).toBe(1500);
  });

  it('is what Retry-After says, in seconds or as a date', () => {
    expect(retryDelay(refusal(429, '7'), first)).toBe(7000);
    expect(retryDelay(refusal(503, '0'), first)).toBe(0);
    expect(retryDelay(refusal(503, 'Tue, 01 Jan 2030 00:00:09 GMT'), first)).toBe(9000);
    expect(retryDelay(refusal(503, 'Mon, 31 Dec 2029 00:00:00 GMT'), first)).toBe(0);
    for (const nonsense of ['soon', '1.5', '-1', '']) expect(retryDelay(refusal(503, nonsense), first)).toBe(250);
  });

  it('is at least something and at most a minute for whoever waits as long as it takes', () => {
    const patient = { ...first, patient: true };
    expect(retryDelay(refusal(503, '0'), patient)).toBe(500);
    expect(retryDelay(refusal(503, 'Mon, 31 Dec 2029 00:00:00 GMT'), patient)).toBe(500);
    expect(retryDelay(refusal(503, '86400'), patient)).toBe(60_000);
    expect(retryDelay(refusal(503, '9'.repeat(400)), patient)).toBe(60_000);
    expect(retryDelay(refusal(401), patient)).toBeUndefined();
  });

  it('is not worth it where Retry-After says more than a minute', () => {
    expect(retryDelay(refusal(429, '60'), first)).toBe(60_000);
    expect(retryDelay(refusal(429, '61'), first)).toBeUndefined();
    expect(retryDelay(refusal(429, '86400'), { ...first, safe: false })).toBeUndefined();
  });

  it('is not worth it where the rate limit is 0', () => {
    const limitedTo = (limit: number) =>
      new PosthornError({
        status: 429,
        headers: new Headers({ 'retry-after': '60' }),
        code: 'rate_limit_exceeded',
        detail: null,
        fields: { limit },
      });
    expect([retryDelay(limitedTo(1), first), retryDelay(limitedTo(0), first)]).toEqual([60_000, undefined]);
  });
});

describe('a call that is refused for now', () => {
  const soon = { 'retry-after': '0' };

  it('is made again with the same body after 429', async () => {
    const service = await startService({ status: 429, headers: soon, body: limited }, { status: 202, body: { message_id: 'msg_1' } });
    expect(await service.client().email.send(mail)).toEqual({ message_id: 'msg_1' });
    expect(service.received).toHaveLength(2);
    expect(service.received[1]?.body).toBe(service.received[0]?.body);
    expect(service.received[1]?.headers.authorization).toBe('Bearer key');
  });

  it('fails with the last answer after the tries of the client', async () => {
    const replies = [1, 2, 3].map((n) => ({ status: 503, headers: soon, body: { ...busy, detail: `Busy ${n}.` } }));
    const service = await startService(...replies);
    await expect(service.client().messages.list()).rejects.toMatchObject({ status: 503, detail: 'Busy 3.' });
    expect(service.received).toHaveLength(3);
  });

  it('is tried as often as the call says', async () => {
    const replies = [1, 2].map(() => ({ status: 503, headers: soon, body: busy }));
    const service = await startService(...replies);
    await expect(service.client().messages.list({}, { maxRetries: 1 })).rejects.toThrow(PosthornError);
    expect(service.received).toHaveLength(2);
  });

  it('is not made again where it may have been carried out', async () => {
    const service = await startService({ status: 503, headers: soon, body: busy }, 'reset');
    const upsert = () => service.client().contacts.upsert({ email: 'a@example.com' });
    await expect(upsert()).rejects.toThrow(PosthornError);
    await expect(upsert()).rejects.toThrow(PosthornConnectionError);
    expect(service.received).toHaveLength(2);
  });

  it('is made again, with one key, where it sends', async () => {
    const pending = { status: 409, headers: soon, body: { error: 'idempotency_in_progress', detail: 'Under way.' } };
    const service = await startService({ status: 503, headers: soon, body: busy }, pending, { body: { message_id: 'msg_1' } });
    expect(await service.client().email.send(mail)).toEqual({ message_id: 'msg_1' });
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[\x21-\x7e]{32,}$/)));
    expect(new Set(keys).size).toBe(1);
  });

  it('has a key of its own each time it sends, unless it is given one', async () => {
    const service = await startService({ body: {} }, { body: {} }, { body: { data: [] } }, { body: {} });
    const { email } = service.client();
    await email.send(mail);
    await email.send(mail);
    await email.sendBatch({ emails: [mail] });
    await email.send(mail, { idempotencyKey: 'mine' });
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(4);
    expect(keys[3]).toBe('mine');
  });
});

describe('a key of the caller', () => {
  // Safe because programs without types do so: that is what is tried.
  const withKey = (idempotencyKey: unknown) => ({ idempotencyKey }) as { idempotencyKey: string };

  it('that is null is none, and not the word', async () => {
    const service = await startService({ body: {} }, { body: {} });
    const { email } = service.client();
    await email.send(mail, withKey(null));
    await email.sendBatch({ emails: [mail] }, withKey(null));
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set([...keys, 'null', undefined]).size).toBe(4);
  });

  it('that is empty is refused: the service would take it for none', async () => {
    const service = await startService();
    await expect(service.client().email.send(mail, withKey(''))).rejects.toThrow('idempotencyKey is empty');
    expect(service.received).toEqual([]);
  });
});

describe('limits that are no numbers', () => {
  it.each([{ maxRetries: Number.NaN }, { maxRetries: -1 }, { timeoutMs: Number.NaN }, { timeoutMs: -1 }])(
    'are refused: %j',
    async (limits) => {
      const service = await startService();
      expect(() => service.client(limits)).toThrow('is no number from 0 on');
      await expect(service.client().messages.list({}, limits)).rejects.toThrow('is no number from 0 on');
      expect(service.received).toEqual([]);
    },
  );
});

describe('a call that waits', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits as long as Retry-After says', async () => {
    const { calls, client } = scriptedFetch({ status: 429, headers: { 'retry-after': '7' }, body: limited }, { body: { id: 'msg_1' } });
    const message = client.messages.get('msg_1');
    await vi.advanceTimersByTimeAsync(6_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
    expect(await message).toEqual({ id: 'msg_1' });
  });

  it('is made again where there was no connection', async () => {
    const { calls, client } = scriptedFetch(new TypeError('fetch failed'), { body: { id: 'msg_1' } });
    const message = client.messages.get('msg_1');
    await vi.advanceTimersByTimeAsync(500);
    expect(await message).toEqual({ id: 'msg_1' });
    expect(calls).toHaveLength(2);
  });

  it('ends with the reason of the signal', async () => {
    const { calls, client } = scriptedFetch({ status: 429, headers: { 'retry-after': '7' }, body: limited });
    const controller = new AbortController();
    const error = caught(client.messages.get('msg_1', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error('enough'));
    expect(await error).toEqual(new Error('enough'));
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toHaveLength(1);
  });
});
