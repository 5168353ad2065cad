import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../tests/support/fakes/dns-server.ts';
import { mailOf } from '../../../tests/support/mail/reports.ts';
import { systemClock } from '../core/clock.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { signMail } from '../delivery/mime/sign-mail.ts';
import { createMailReader, type MailReader } from '../mail-reader/mail-reader.ts';
import { authenticateMail, createMailResolver, type MailResolver } from './authenticate-mail.ts';

const HOME = 'hostile.example';
const LOCAL = 'a'.repeat(64);
const client = { ip: '192.0.2.7', helo: 'mx.hostile.example' };
const mailFrom = (from: string) => Buffer.from(mailOf(`From: ${from}`, 'Subject: Hello', '', 'Hello.', ''));
const RAW = mailFrom(`Ann <ann@${HOME}>`);

describe('policies that are written to be dear', () => {
  let dns: DnsServer;
  let resolver: MailResolver;
  let reader: MailReader;

  beforeAll(async () => {
    dns = await startDnsServer();
    resolver = createMailResolver({ servers: [dns.address] });
    reader = createMailReader({ log: pino({ level: 'silent' }) });
  });
  afterEach(() => {
    dns.clear();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  afterAll(async () => {
    await reader.stop();
    await dns.close();
  });

  const publish = (name: string, value: string) => dns.add({ type: 'TXT', name, value });
  const judge = (raw: Buffer = RAW, parts = { resolver, reader }) =>
    authenticateMail(parts, { raw, envelopeFrom: `${LOCAL}@${HOME}`, client, owner: 'a' });

  /** So many policies, each of which names the next. */
  function publishChain(length: number, last: string) {
    for (let at = 0; at < length; at += 1) publish(at === 0 ? HOME : `p${at}.${HOME}`, `v=spf1 include:p${at + 1}.${HOME} -all`);
    publish(`p${length}.${HOME}`, last);
  }

  it('are read in other processes, and none of them where those are away', async () => {
    publish(HOME, 'v=spf1 ip4:192.0.2.7 -all');
    publish(`_dmarc.${HOME}`, 'v=DMARC1; p=reject');
    const before = dns.queries;
    const away = { ...reader, read: async () => ({ unreadable: 'away' }) };
    expect(await judge(RAW, { resolver, reader: away })).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
    expect(dns.queries).toBe(before);
    expect(await judge()).toMatchObject({ spf: 'pass' });
  });

  it('are looked up however long a process takes to begin', async () => {
    publish(HOME, 'v=spf1 ip4:192.0.2.7 -all');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const monotonic = systemClock.monotonic;
    let slowMs = 0;
    vi.spyOn(systemClock, 'monotonic').mockImplementation(() => monotonic() + slowMs);
    const answers = { signatures: { headerFrom: [], fromFields: 0, asked: [], signatures: [] }, sender: undefined };
    const read = async (kind: 'signatures' | 'sender', given: never, owner: string) => {
      const answer = answers[kind] ?? (await reader.read(kind, given, owner));
      slowMs += 60_000;
      vi.advanceTimersByTime(60_000);
      return answer;
    };
    expect(await judge(RAW, { resolver, reader: { ...reader, read: read as MailReader['read'] } })).toMatchObject({ spf: 'pass' });
  });

  it('are not judged where the machine has no time to read them', async () => {
    publish(HOME, 'v=spf1 ip4:192.0.2.7 -all');
    const busy = { ...reader, read: async () => ({ unreadable: 'busy', unfinished: 'machine' as const }) };
    await expect(judge(RAW, { resolver, reader: busy })).rejects.toThrow(Unavailable);
  });

  it('say nothing where DNS never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent: MailResolver = () => {
      queueMicrotask(() => vi.advanceTimersByTime(10_000));
      return new Promise(() => undefined);
    };
    expect(await judge(RAW, { resolver: silent, reader })).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });

  it.each([
    ['a name as long as a book', `v=spf1 redirect=x.${'a'.repeat(600)}!`],
    ['a name of many macros', `v=spf1 redirect=x.${'%{l}'.repeat(20)}!`],
    ['more than it may', `v=spf1 ${'ip4:10.0.0.1 '.repeat(700)}-all`],
  ])('say nothing by %s', async (_, policy) => {
    publish(HOME, policy);
    expect(await judge()).toMatchObject({ spf: 'none' });
  });

  it('are followed as far as ten look-ups, and fail beyond', async () => {
    publishChain(10, 'v=spf1 ip4:192.0.2.7 -all');
    expect(await judge()).toMatchObject({ spf: 'pass' });
    dns.clear();
    publishChain(11, 'v=spf1 ip4:192.0.2.7 -all');
    expect(await judge()).toMatchObject({ spf: 'fail' });
  });

  it.each([
    ['itself', [[HOME, `v=spf1 include:${HOME} -all`]]],
    [
      'itself by way of another',
      [
        [HOME, `v=spf1 redirect=b.${HOME}`],
        [`b.${HOME}`, `v=spf1 redirect=${HOME}`],
      ],
    ],
    ['a name that is none', [[HOME, 'v=spf1 include:..%{l}..x -all']]],
    [
      'two of them',
      [
        [HOME, 'v=spf1 ip4:192.0.2.7 -all'],
        [HOME, 'v=spf1 -all'],
      ],
    ],
    ['names that nobody has', [[HOME, `v=spf1 a:x.${HOME} a:y.${HOME} a:z.${HOME} ip4:192.0.2.7 -all`]]],
  ])('fail by %s', async (_, records) => {
    for (const [name = '', value = ''] of records) publish(name, value);
    expect(await judge()).toMatchObject({ spf: 'fail' });
  });

  it('are read with what they say by macros, and by lists of mail servers', async () => {
    publish(HOME, `v=spf1 exists:%{ir}.ok.${HOME} -all`);
    dns.add({ type: 'A', name: `7.2.0.192.ok.${HOME}`, value: '127.0.0.2' });
    expect(await judge()).toMatchObject({ spf: 'pass' });
    dns.clear();
    publish(HOME, 'v=spf1 mx -all');
    for (let at = 0; at < 10; at += 1) {
      dns.add({ type: 'MX', name: HOME, value: `m${at}.${HOME}` });
      dns.add({ type: 'A', name: `m${at}.${HOME}`, value: `192.0.2.${at}` });
    }
    expect(await judge()).toMatchObject({ spf: 'pass' });
  });

  it('hold for names below the domain that has them', async () => {
    publish(`_dmarc.${HOME}`, 'v=DMARC1; p=reject; aspf=r');
    publish(HOME, 'v=spf1 ip4:192.0.2.7 -all');
    expect(await judge(mailFrom(`ann@${'deep.'.repeat(20)}${HOME}`))).toMatchObject({ spf: 'pass', dmarc: 'pass' });
    expect(await judge(mailFrom('ann@hostile.example.other.example'))).toMatchObject({ dmarc: 'none' });
    expect(await judge(mailFrom(`ann@${HOME}, eve@other.example`))).toMatchObject({ dmarc: 'none' });
  });

  it.each([
    ['short', (key: string) => `v=DKIM1; k=rsa; p=${key}`, 512],
    ['no key', () => `v=DKIM1; k=rsa; p=${'A'.repeat(4000)}`, 2048],
    ['revoked', () => 'v=DKIM1; p=', 2048],
    ['longer than any', () => `v=DKIM1; k=rsa; p=${'A'.repeat(9000)}`, 2048],
  ])('are no signature by a key that is %s', async (_, publishKey, modulusLength) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
    publish(`s1._domainkey.${HOME}`, publishKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64')));
    const { dkim } = await judge(await signMail(RAW, { domain: HOME, selector: 's1', privateKey }));
    expect(['fail', 'none']).toContain(dkim);
  });
});
