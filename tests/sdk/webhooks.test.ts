import { createHmac } from 'node:crypto';
import { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from '@posthorn/sdk';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const NOW = new Date('2030-01-01T00:00:00Z');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const event = { type: 'delivery', event_id: 'evt_1', message_id: 'msg_1', recipients: ['ä@example.net'], timestamp: 1 };
const body = JSON.stringify(event);

const hex = (secret: string, text = body) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

function standard(secrets: readonly string[], { id = 'evt_1', at = NOW, text = body } = {}) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, text));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const signed = (secret = SECRET, at = NOW) => ({ 'x-webhook-signature': hex(secret), ...standard([secret], { at }) });

const refused = (reason: string) => expect.objectContaining({ name: 'WebhookSignatureError', reason });

describe('verifyWebhook', () => {
  it.each([
    ['an object of Node', { 'x-webhook-signature': hex(SECRET) }],
    ['an object with the names as they were sent', { 'X-Webhook-Signature': hex(SECRET) }],
    ['an object with lists', { 'x-webhook-signature': [hex(SECRET)] }],
    ['the Fetch API', new Headers({ 'X-Webhook-Signature': hex(SECRET) })],
    ['another implementation of the Fetch API', { get: (name: string) => (name === 'x-webhook-signature' ? hex(SECRET) : null) }],
  ])('answers the event, whose headers are %s', async (_, headers: WebhookHeaders) => {
    expect(await verifyWebhook(body, headers, SECRET)).toEqual(event);
  });

  it('takes the bytes of the body', async () => {
    expect(await verifyWebhook(Buffer.from(body), signed(), SECRET)).toEqual(event);
  });

  it('takes either secret after a rotation', async () => {
    const headers = { 'x-webhook-signature': hex(SECRET), 'x-webhook-signature-previous': hex(OLD_SECRET) };
    for (const secret of [SECRET, OLD_SECRET]) expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  });

  it('takes a secret that was replaced more than once since, which signs as Standard Webhooks has it', async () => {
    const [first, second] = [SECRET, OLD_SECRET].map((secret) => hex(`${secret}x`));
    const headers = { 'x-webhook-signature': first, 'x-webhook-signature-previous': second, ...standard([OLD_SECRET, SECRET]) };
    for (const secret of [SECRET, OLD_SECRET]) expect(await verifyWebhook(body, headers, secret)).toEqual(event);
    await expect(verifyWebhook(`${body} `, headers, SECRET)).rejects.toEqual(refused('signature'));
  });

  it.each([
    ['a body that was changed', `${body} `, signed()],
    ['no signature', body, {}],
    ['the signature of another secret', body, signed(OLD_SECRET)],
    ['a signature that is cut off', body, { 'x-webhook-signature': hex(SECRET).slice(0, -2) }],
    ['a signature that goes on', body, { 'x-webhook-signature': `${hex(SECRET)}00` }],
    ['a signature without its method', body, { 'x-webhook-signature': hex(SECRET).slice('sha256='.length) }],
    ['several signatures in one header', body, { 'x-webhook-signature': `${hex(OLD_SECRET)}, ${hex(SECRET)}` }],
    ['the signature of Standard Webhooks by another secret', body, standard([OLD_SECRET])],
  ])('refuses %s', async (_, given, headers: WebhookHeaders) => {
    await expect(verifyWebhook(given, headers, SECRET)).rejects.toEqual(refused('signature'));
    await expect(verifyWebhook(given, headers, SECRET)).rejects.toBeInstanceOf(WebhookSignatureError);
  });

  it('says that the secret is missing', async () => {
    await expect(verifyWebhook(body, signed(), '')).rejects.toThrow(TypeError);
  });

  it('leaves the comparison to the constant time of the app', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    await verifyWebhook(body, { 'x-webhook-signature': hex(SECRET) }, SECRET);
    expect(verify).toHaveBeenCalledExactlyOnceWith('HMAC', expect.anything(), expect.any(Uint8Array), expect.any(Uint8Array));
    verify.mockRestore();
  });
});

describe('verifyWebhook with a tolerance', () => {
  const tolerant = { toleranceSeconds: 300 };
  const seconds = (offset: number) => new Date(NOW.getTime() + offset * 1000);

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([0, -300, 300])('takes what was sent %d seconds from now', async (offset) => {
    expect(await verifyWebhook(body, signed(SECRET, seconds(offset)), SECRET, tolerant)).toEqual(event);
  });

  it.each([-301, 301])('refuses what was sent %d seconds from now, but only then', async (offset) => {
    const headers = signed(SECRET, seconds(offset));
    await expect(verifyWebhook(body, headers, SECRET, tolerant)).rejects.toEqual(refused('time'));
    expect(await verifyWebhook(body, headers, SECRET)).toEqual(event);
  });

  it('takes one of several signatures', async () => {
    const headers = { ...signed(), ...standard([OLD_SECRET, SECRET]) };
    headers['webhook-signature'] = `v1a,c29tZXRoaW5n ${headers['webhook-signature']}`;
    expect(await verifyWebhook(body, headers, SECRET, tolerant)).toEqual(event);
  });

  it.each([
    ['a time that was changed', { 'webhook-timestamp': String(NOW.getTime() / 1000 - 1) }],
    ['an id that was changed', { 'webhook-id': 'evt_2' }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['no signature of the time', { 'webhook-signature': undefined }],
    ['a signature that is no base64', { 'webhook-signature': 'v1,%' }],
    ['the time signed with another secret', standard([OLD_SECRET])],
  ])('refuses %s', async (_, change) => {
    await expect(verifyWebhook(body, { ...signed(), ...change }, SECRET, tolerant)).rejects.toEqual(refused('signature'));
  });
});
