import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { anyMail, mailInput } from '../../../../tests/support/mail/mail-input.ts';
import { useProvider, useSink } from '../../../../tests/support/mail/smtp-provider.ts';
import { composeMail } from './compose-mail.ts';
import { type SigningKey, signMail } from './sign-mail.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const key: SigningKey = { domain: 'send.example', selector: 'ph1', privateKey };

async function resolver(name: string): Promise<string[][]> {
  if (name !== 'ph1._domainkey.send.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return [[record]];
}

async function verify(raw: Buffer) {
  const { results } = await dkimVerify(raw, { resolver, strict: true });
  return results.map(({ status }) => ({ result: status.result, aligned: status.aligned }));
}

const change = (raw: Buffer, from: string, to: string) => {
  const text = raw.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('signMail', () => {
  it('signs what mail authentication looks at, From once more', async () => {
    const headers = {
      'List-Unsubscribe': '<https://send.example/u/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Other': 'y',
    };
    const input = mailInput({ cc: ['b@rcpt.example'], replyTo: ['r@send.example'], headers });
    const signed = await signMail(await composeMail(input), key);
    expect(await verify(signed)).toEqual([{ result: 'pass', aligned: 'send.example' }]);
    const [, names] = /; h=([^;]*);/.exec(signed.toString().replaceAll(/\r\n\s+/g, ' ')) ?? [];
    expect(names?.replaceAll(' ', '')).toBe(
      'from:from:to:cc:reply-to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post',
    );
  });

  it('takes a key as PEM', async () => {
    const signed = await signMail(await composeMail(mailInput()), { ...key, privateKey: pem });
    expect(await verify(signed)).toMatchObject([{ result: 'pass' }]);
  });

  it('stands for any mail that can be composed', async () => {
    await fc.assert(
      fc.asyncProperty(anyMail, async (input) => {
        const raw = await composeMail({ ...input, from: { address: 'a@send.example', name: 'Zoë' } });
        const signed = await signMail(raw, key);
        expect(signed.subarray(-raw.length).equals(raw)).toBe(true);
        expect(await verify(signed)).toMatchObject([{ result: 'pass', aligned: 'send.example' }]);
      }),
      { numRuns: 200 },
    );
  });

  it('stands for large files', async () => {
    const attachments = [{ filename: 'a.bin', contentType: 'application/zip', content: Buffer.alloc(3_000_000, 'abcdefg') }];
    const signed = await signMail(await composeMail(mailInput({ attachments })), key);
    expect(await verify(signed)).toMatchObject([{ result: 'pass' }]);
  });

  it('stands for mail of other makes', async () => {
    const heads = [
      'From: a@send.example\r\n',
      'from:a@send.example\r\nTo :  b@rcpt.example,\r\n\tc@rcpt.example  \r\n',
      'Subject: \xa0x\xa0\r\nFrom: a@send.example\r\n',
    ];
    const bodies = ['', '\r\n', '\r\n\r\n', 'x', 'x \t y  \r\n\r\n \r\n\r\n', `${'long '.repeat(500)}\r\n`];
    for (const head of heads)
      for (const body of bodies) {
        const signed = await signMail(Buffer.from(`${head}\r\n${body}`, 'latin1'), key);
        expect(await verify(signed)).toMatchObject([{ result: 'pass' }]);
      }
  });

  it('stands for bodies with space of any kind', async () => {
    const body = fc.array(fc.constantFrom('x', ' ', '\t', '\r\n', ' \r\n', 'y z'), { maxLength: 30 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        const signed = await signMail(Buffer.from(`From: a@send.example\r\n\r\n${given}`), key);
        expect(await verify(signed)).toMatchObject([{ result: 'pass' }]);
      }),
      { numRuns: 300 },
    );
  });

  it('is broken by whatever changes or adds to what is signed', async () => {
    const signed = await signMail(await composeMail(mailInput({ html: null })), key);
    for (const broken of [
      change(signed, 'Subject: Hello', 'Subject: Hallo'),
      change(signed, '\r\n\r\nHello', '\r\n\r\nHallo'),
      change(signed, 'Acme', 'Evil'),
      change(signed, 'From: ', 'From: evil@send.example\r\nFrom: '),
    ])
      expect(await verify(broken)).toMatchObject([{ result: 'fail' }]);
    const prefixed = Buffer.concat([Buffer.from('From: evil@evil.example\r\n'), signed]);
    expect(await verify(prefixed)).toMatchObject([{ result: 'fail' }]);
  });

  it('writes lines that fold, of at most 78 characters where the names are not longer', async () => {
    const [head = ''] = (await signMail(await composeMail(mailInput()), key)).toString().split('\r\nSubject:');
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  });

  it.each([
    ['no key', { privateKey: 'no key' }],
    ['an empty key', { privateKey: '' }],
    ['a public key', { privateKey: publicKey }],
    ['a key that is no RSA key', { privateKey: generateKeyPairSync('ed25519').privateKey }],
    ['a domain that ends its tag', { domain: 'send.example; l=0' }],
    ['a selector that ends the header', { selector: 'x\r\nBcc: y' }],
  ])('rejects %s', async (_, broken) => {
    await expect(signMail(await composeMail(mailInput()), { ...key, ...broken })).rejects.toThrow();
  });

  it.each(['', '\r\n', '\r\n\r\n', 'Subject: x\r\n\r\nFrom: a@b.example\r\n', 'no header at all', 'From a@b.example\r\n\r\nx'])(
    'rejects a mail without From: %j',
    async (raw) => {
      await expect(signMail(Buffer.from(raw), key)).rejects.toThrow('From');
    },
  );

  it('stands after the way over SMTP', async () => {
    const sink = await useSink();
    const provider = useProvider(sink.url);
    const text = `.dot\n..\n${'x'.repeat(2000)}\n  trailing  \n\nüñ 漢字 😀\n.`;
    const attachments = [{ filename: 'Ünïcode – 漢字.txt', contentType: 'text/plain; charset=utf-8', content: Buffer.from('.\n..\nü') }];
    const input = mailInput({ subject: `Grüße ${'ü'.repeat(200)}`, text, html: `<p>${'y'.repeat(2000)}</p>`, attachments });
    const raw = await signMail(await composeMail(input), { ...key, privateKey: createPrivateKey(pem) });
    const envelope = { from: 'b@send.example', to: ['a@rcpt.example'] };
    await provider.send({ tenantId: 't', messageId: 'm', from: 'b@send.example', subject: 's', envelope, raw });
    const [mail] = await sink.waitFor(1);
    expect(mail?.raw.equals(raw)).toBe(true);
    expect(await verify(mail?.raw ?? Buffer.alloc(0))).toMatchObject([{ result: 'pass', aligned: 'send.example' }]);
  });
});
