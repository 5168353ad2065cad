import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../tests/support/fakes/dns-server.ts';
import { mailOf } from '../../../tests/support/mail/reports.ts';
import { sharedReader } from '../../../tests/support/mail/shared-reader.ts';
import { signMail } from '../delivery/mime/sign-mail.ts';
import { type AuthenticationParts, authenticateMail, createMailResolver, type ToAuthenticate } from './authenticate-mail.ts';

const RAW = Buffer.from(mailOf('From: Ann <ann@sender.example>', 'Subject: Hello', '', 'Hello.', ''));
const ENVELOPE_FROM = 'ann@sender.example';
const client = { ip: '192.0.2.7', helo: 'mx.sender.example' };

describe('the verdicts on a mail', () => {
  let dns: DnsServer;
  let parts: AuthenticationParts;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  beforeAll(async () => {
    dns = await startDnsServer();
    parts = { resolver: createMailResolver({ servers: [dns.address] }), reader: sharedReader };
  });
  afterEach(() => {
    dns.clear();
    dns.mode = 'answer';
  });
  afterAll(() => dns.close());

  const publish = (name: string, value: string) => dns.add({ type: 'TXT', name, value });
  const publishKey = () => {
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    publish('s1._domainkey.sender.example', `v=DKIM1; k=rsa; p=${key}`);
  };
  const sign = (raw: Buffer) => signMail(raw, { domain: 'sender.example', selector: 's1', privateKey });
  const authenticate = (mail: Omit<ToAuthenticate, 'owner'>) => authenticateMail(parts, { ...mail, owner: 'a' });
  const judge = (raw: Buffer = RAW) => authenticate({ raw, envelopeFrom: ENVELOPE_FROM, client });

  it('are none where the domain says nothing', async () => {
    expect(await judge()).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });

  it.each([
    ['v=spf1 ip4:192.0.2.7 -all', 'pass'],
    ['v=spf1 ip4:192.0.2.8 -all', 'fail'],
    ['v=spf1 ip4:192.0.2.8 ~all', 'fail'],
    ['v=spf1 ?all', 'none'],
  ])('say of SPF %s: %s', async (record, spf) => {
    publish('sender.example', record);
    expect(await judge()).toMatchObject({ spf });
  });

  it('say nothing of SPF where nobody handed the mail in', async () => {
    publish('sender.example', 'v=spf1 -all');
    expect(await authenticate({ raw: RAW, envelopeFrom: ENVELOPE_FROM, client: null })).toMatchObject({ spf: 'none' });
  });

  it('tell a signature that holds from one that does not', async () => {
    publishKey();
    const signed = await sign(RAW);
    expect(await judge(signed)).toMatchObject({ dkim: 'pass' });
    expect(await judge(Buffer.from(signed.toString().replace('Hello.', 'Hullo.')))).toMatchObject({ dkim: 'fail' });
  });

  it('hold a signature for part of a body good where nothing is behind it', async () => {
    publishKey();
    publish('_dmarc.sender.example', 'v=DMARC1; p=reject');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const part = { signingDomain: 'sender.example', selector: 's1', privateKey: key, maxBodyLength: 'Hello.\r\n'.length };
    const { signatures } = await dkimSign(RAW, { ...part, signatureData: [part] });
    expect(signatures).toContain('l=8;');
    const signed = Buffer.concat([Buffer.from(signatures), RAW]);
    const appended = Buffer.concat([signed, Buffer.from('Pay to another account.\r\n')]);
    expect(await judge(signed)).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
    expect(await judge(appended)).toMatchObject({ dkim: 'fail', dmarc: 'fail' });
    expect(await judge(await sign(appended))).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
  });

  it('say of DMARC whether one of the two is of the domain in From', async () => {
    publishKey();
    publish('_dmarc.sender.example', 'v=DMARC1; p=reject');
    expect(await judge(await sign(RAW))).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
    expect(await judge()).toMatchObject({ dmarc: 'fail' });
  });

  it.each(['servfail', 'refused'] as const)('are none while DNS is %s', async (mode) => {
    const signed = await sign(RAW);
    dns.mode = mode;
    expect(await judge(signed)).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });
});
