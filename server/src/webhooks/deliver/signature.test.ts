import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../tests/support/random/seeded-random.ts';
import { createSecret, readSecret, signatureHeaders } from './signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"sent"}';

describe('createSecret', () => {
  it('is the prefix and 32 bytes in base64', () => {
    const made = createSecret(createSeededRandom('s'));
    expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(made.slice(6), 'base64')).toHaveLength(32);
    expect(createSecret(createSeededRandom('t'))).not.toBe(made);
  });
});

describe('signatureHeaders', () => {
  it('signs the body under the whole secret, prefix included', () => {
    const headers = signatureHeaders({ secrets: [readSecret(secret)], id: 'evt_1', at: 1_700_000_000_123, body });
    expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`);
    expect(headers).not.toHaveProperty('x-webhook-signature-previous');
  });

  it('signs id, seconds and body under the decoded secret as Standard Webhooks does', () => {
    const headers = signatureHeaders({ secrets: [readSecret(secret)], id: 'evt_1', at: 1_700_000_000_999, body });
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signature = createHmac('sha256', key).update(`evt_1.1700000000.${body}`).digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': '1700000000', 'webhook-signature': `v1,${signature}` });
  });

  it('has the secret before sign along', () => {
    const now = signatureHeaders({ secrets: [readSecret(secret), readSecret('whsec_b2xk')], id: 'evt_1', at: 5000, body });
    const before = signatureHeaders({ secrets: [readSecret('whsec_b2xk')], id: 'evt_1', at: 5000, body });
    expect(now['x-webhook-signature-previous']).toBe(before['x-webhook-signature']);
    expect(now['webhook-signature']?.split(' ')[1]).toBe(before['webhook-signature']);
  });
});
