import { Posthorn, PosthornConnectionError, PosthornError, type SendRequest, type SendResult } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { caught, startService } from './service.ts';

const mail: SendRequest = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi', reply_to: undefined };
const queued: SendResult = { message_id: 'msg_1', status: 'queued', test_mode: false, scheduled_at: null, suppressed_recipients: [] };

describe('a call', () => {
  it('sends JSON with the key and gives the answer', async () => {
    const service = await startService({ status: 202, body: queued });
    expect(await service.client().email.send(mail)).toEqual(queued);
    expect(service.received).toMatchObject([
      { method: 'POST', url: '/v1/email', headers: { authorization: 'Bearer key', 'content-type': 'application/json' } },
    ]);
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({
      from: 'a@example.com',
      to: ['b@example.com'],
      subject: 'Hello',
      text_body: 'Hi',
    });
  });

  it('keeps the path of the base address, with or without a slash', async () => {
    const service = await startService({ body: {} }, { body: {} });
    await service.client({ baseUrl: `${service.baseUrl}/mail` }).messages.get('msg_1');
    await service.client({ baseUrl: `${service.baseUrl}/mail/` }).messages.get('msg_1');
    expect(service.received.map(({ url }) => url)).toEqual(['/mail/v1/messages/msg_1', '/mail/v1/messages/msg_1']);
  });

  it('sends a null, which clears', async () => {
    const service = await startService({ body: {} });
    await service.client().domains.update('dom_1', { default_from_local_part: null });
    expect(service.received[0]?.body).toBe('{"default_from_local_part":null}');
  });

  it('uses the fetch it is given', async () => {
    const client = new Posthorn({ apiKey: 'key', baseUrl: 'http://service.test', fetch: async (url) => Response.json({ id: url }) });
    expect(await client.messages.get('msg_1')).toEqual({ id: 'http://service.test/v1/messages/msg_1' });
  });
});

describe('an id in a path', () => {
  it.each(['a/b', 'a?b#c', '100%', '%2e%2e', 'a b', "$& $' $1 $$", 'ü\u0000', 'a@example.com', '{id}'])('arrives whole: %j', async (id) => {
    const service = await startService({ body: {} });
    await service.client().messages.get(id);
    const path = service.received[0]?.url ?? '';
    expect(path.split('/').slice(0, -1)).toEqual(['', 'v1', 'messages']);
    expect(decodeURIComponent(path.slice('/v1/messages/'.length))).toBe(id);
  });

  it.each(['', '.', '..'])('is refused where it would change the operation: %j', async (id) => {
    const service = await startService();
    await expect(service.client().domains.delete(id)).rejects.toThrow(TypeError);
    await expect(service.client().domains.verify(id)).rejects.toThrow(TypeError);
    expect(service.received).toEqual([]);
  });
});

describe('health', () => {
  it('is asked without the key', async () => {
    const service = await startService({ body: { status: 'ok', version: '0.3.0' } });
    expect(await service.client().health.check()).toEqual({ status: 'ok', version: '0.3.0' });
    expect(service.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('answers also that the service is unavailable, at once', async () => {
    const unavailable = { status: 'unavailable', checks: { database: 'unreachable' } };
    const service = await startService({ status: 503, body: unavailable });
    const health = await service.client().health.check();
    expect(health).toEqual(unavailable);
    expect(health.status === 'unavailable' && health.checks.database).toBe('unreachable');
  });

  it('throws the error of a service that is stopping', async () => {
    const service = await startService({ status: 503, body: { error: 'service_unavailable', detail: 'Stopping.' } });
    await expect(service.client({ maxRetries: 0 }).health.check()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' });
  });
});

describe('an error', () => {
  it('carries what the envelope says', async () => {
    const envelope = { error: 'from_domain_not_verified', detail: 'Not yours.', from: 'a@example.com' };
    const service = await startService({ status: 422, body: envelope, headers: { 'x-api-version': '0.3.0' } });
    const error = await caught(service.client().email.send(mail));
    if (!(error instanceof PosthornError)) throw error;
    expect(error).toMatchObject({
      name: 'PosthornError',
      message: '422 from_domain_not_verified: Not yours.',
      status: 422,
      code: 'from_domain_not_verified',
      detail: 'Not yours.',
      fields: { from: 'a@example.com' },
      requestId: 'req_1',
    });
    expect(error.headers.get('x-api-version')).toBe('0.3.0');
    expect(error.is('missing_field', 'from_domain_not_verified')).toBe(true);
    expect(error.is('not_found')).toBe(false);
    expect(error.is('from_domain_not_verified') && error.fields.from).toBe('a@example.com');
  });

  it('has no detail where the envelope has none', async () => {
    const service = await startService({ status: 404, body: { error: 'not_found' } });
    const error = await caught(service.client().messages.get('msg_1'));
    expect(error).toMatchObject({ message: '404 not_found', detail: null, fields: {} });
  });

  it('keeps a code that this version does not know', async () => {
    const service = await startService({ status: 418, body: { error: 'teapot', size: 3 } });
    await expect(service.client().messages.get('msg_1')).rejects.toMatchObject({ code: 'teapot', fields: { size: 3 } });
  });

  it.each([
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 404, body: { message: 'no route' } },
    { status: 200, body: '<h1>Log in</h1>' },
    { status: 200, body: '' },
    { status: 200, body: '3' },
  ])('says of another answer that it was unexpected: %j', async (reply) => {
    const service = await startService(reply);
    const error = await caught(service.client({ maxRetries: 0 }).email.send(mail));
    expect(error).toBeInstanceOf(PosthornError);
    expect(error).toMatchObject({ status: reply.status, code: 'unexpected_response', fields: {} });
  });

  it('comes of a redirect, which is not followed', async () => {
    const service = await startService({ status: 301, headers: { location: '/elsewhere' }, body: '' });
    await expect(service.client().email.send(mail)).rejects.toMatchObject({ status: 301, code: 'unexpected_response' });
    expect(service.received).toHaveLength(1);
  });

  it('says where a redirect leads', async () => {
    const service = await startService({ status: 308, headers: { location: 'https://mail.example.com/v1/email' }, body: '' });
    const detail = 'not an answer of this interface (a redirect to https://mail.example.com/v1/email, which is not followed)';
    await expect(service.client().email.send(mail)).rejects.toMatchObject({ status: 308, detail });
  });

  it('says that nothing answered', async () => {
    const service = await startService();
    await service.stop();
    const error = await caught(service.client({ maxRetries: 0 }).messages.list());
    expect(error).toBeInstanceOf(PosthornConnectionError);
    expect(error).toMatchObject({ reason: 'network', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(error).toHaveProperty('message', `the service at ${service.baseUrl} could not be reached`);
  });

  it('says that the answer broke off', async () => {
    const service = await startService('reset');
    const message = `the service at ${service.baseUrl} did not answer to the end, and may have done what was asked`;
    await expect(service.client({ maxRetries: 0 }).messages.list()).rejects.toMatchObject({ reason: 'network', message });
  });
});

describe('a client', () => {
  it('is not made without a key or an address', () => {
    for (const apiKey of ['', 'secret\nkey', 'secret key', 'secrét']) {
      const make = () => new Posthorn({ apiKey, baseUrl: 'http://service.test' });
      expect(make).toThrow('apiKey is missing');
      expect(make).not.toThrow('sec');
    }
    expect(() => new Posthorn({ apiKey: 'key', baseUrl: '' })).toThrow('baseUrl is no http or https address');
    expect(() => new Posthorn({ apiKey: 'key', baseUrl: 'service.test:3000' })).toThrow('baseUrl is no http or https address');
  });

  it('does not show its key', () => {
    expect(JSON.stringify(new Posthorn({ apiKey: 'secret', baseUrl: 'http://service.test' }))).not.toContain('secret');
  });
});
