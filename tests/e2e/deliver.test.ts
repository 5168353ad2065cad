import { createPublicKey } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type Delivery, startDelivery, told } from './delivery.ts';

/** The DNS that a receiver asks: the records which the service told to publish. */
function resolverOf(records: { type: string; name: string; value: string }[]) {
  return async (name: string, type: string): Promise<string[][]> => {
    const found = records.filter((record) => record.name === name && record.type === type).map(({ value }) => [value]);
    if (found.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found;
  };
}

describe.each(engines)('delivery over SMTP on $name', (engine) => {
  let delivery: Delivery;
  beforeAll(async () => {
    delivery = await startDelivery(engine);
  });
  afterEach(() => delivery.answer());
  afterAll(() => delivery.stop());

  it('hands over a complete, signed mail under TLS and records it as sent', async () => {
    const before = delivery.sink.mails.length;
    const id = await delivery.send({
      from: `Zoë Sender <${delivery.tenant.from}>`,
      to: ['Ä. Reader <Reader@Example.net>'],
      cc: ['c@example.net'],
      bcc: ['hidden@example.net'],
      reply_to: 'answers@example.net',
      subject: 'Grüße ✓',
      html_body: '<p>Hello <b>you</b></p>',
      text_body: 'Hello you',
      headers: { 'X-Thing': 'value' },
      attachments: [
        { filename: 'ä.txt', content_type: 'text/plain', content: Buffer.from('file').toString('base64') },
        { filename: 'i.png', content_type: 'image/png', content: 'AAAA', content_id: 'logo' },
      ],
    });
    await delivery.server.run('dispatch');
    const mail = (await delivery.sink.waitFor(before + 1))[before];
    expect(mail?.secure).toBe(true);
    expect(mail?.envelope.from).toBe(delivery.tenant.from);
    expect([...(mail?.envelope.to ?? [])].sort()).toEqual(['Reader@Example.net', 'c@example.net', 'hidden@example.net']);

    const raw = mail?.raw ?? Buffer.alloc(0);
    const parsed = await PostalMime.parse(raw);
    expect(parsed).toMatchObject({
      from: { name: 'Zoë Sender', address: delivery.tenant.from },
      subject: 'Grüße ✓',
      messageId: `<${id}@${delivery.tenant.domain.name}>`,
      replyTo: [{ address: 'answers@example.net' }],
    });
    expect(parsed.cc?.map(({ address }) => address)).toEqual(['c@example.net']);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(raw.toString('latin1')).not.toContain('hidden@');
    expect(parsed.text?.trim()).toBe('Hello you');
    expect(parsed.html?.trim()).toBe('<p>Hello <b>you</b></p>');
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'x-thing', value: 'value' }));
    expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      expect.arrayContaining([
        ['ä.txt', 'text/plain'],
        ['i.png', 'image/png'],
      ]),
    );

    const { body: domain } = await delivery.tenant.call('GET', `/v1/domains/${delivery.tenant.domain.id}`);
    const verified = await dkimVerify(raw, { resolver: resolverOf(domain.records) });
    expect(verified.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', delivery.tenant.domain.name],
    ]);

    const message = await delivery.get(id);
    expect(message.status).toBe('sent');
    expect(message.sent_at).toBeGreaterThanOrEqual(message.created_at);
    expect(message.provider_message_id).toEqual(expect.any(String));
    expect(told(message)).toEqual([['sent', ['reader@example.net', 'c@example.net', 'hidden@example.net']]]);
    expect(message.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('takes the queue id of the final reply for the provider message id', async () => {
    delivery.answer({ onData: () => '250 2.0.0 Ok: queued as 4XyZ12' });
    expect((await delivery.dispatched(await delivery.send())).provider_message_id).toBe('4XyZ12');
    delivery.answer({ onData: () => '250 thanks' });
    const id = await delivery.send();
    expect((await delivery.dispatched(id)).provider_message_id).toBe(`<${id}@${delivery.tenant.domain.name}>`);
  });

  it('fails one of two recipients alone when the server refuses it for good', async () => {
    delivery.answer({ onRcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined) });
    const message = await delivery.dispatched(await delivery.send({ to: ['a@example.net', 'gone@example.net'] }));
    expect(message.status).toBe('sent');
    expect(message.recipients.map(({ email, status }: { email: string; status: string }) => [email, status])).toEqual([
      ['a@example.net', 'sent'],
      ['gone@example.net', 'bounced'],
    ]);
    expect(told(message)).toEqual([
      ['sent', ['a@example.net']],
      ['bounce', ['gone@example.net']],
    ]);
    expect(message.events[1].data).toEqual({ class: 'hard', code: 550, diagnostic: expect.stringContaining('5.1.1 No such user') });
  });

  it('is failed with bounces only when every recipient was refused', async () => {
    delivery.answer({ onRcpt: () => '550 5.1.1 No such user' });
    const message = await delivery.dispatched(await delivery.send({ to: ['dead@example.net', 'gone2@example.net'] }));
    expect(message.status).toBe('failed');
    expect(told(message).map(([type]) => type)).toEqual(['bounce', 'bounce']);
  });

  it('is failed when the mail itself is refused', async () => {
    delivery.answer({ onData: () => '554 5.6.0 Not like this' });
    const message = await delivery.dispatched(await delivery.send());
    expect(message.status).toBe('failed');
    expect(told(message)).toEqual([['failed', ['a@example.net']]]);
    expect(message.events[0].data).toEqual({ reason: expect.stringContaining('Not like this') });
  });

  it('signs with a key whose public half is the published one', async () => {
    const { body: domain } = await delivery.tenant.call('GET', `/v1/domains/${delivery.tenant.domain.id}`);
    const dkim = domain.records.find(({ purpose }: { purpose: string }) => purpose === 'dkim');
    const key = createPublicKey({ key: Buffer.from(/p=([^;]+)/.exec(dkim.value)?.[1] ?? '', 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  });
});
