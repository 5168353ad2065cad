import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCertificateFiles } from '../support/certificate-files.ts';
import { engines } from '../support/engines.ts';
import { mailOf } from '../support/mail/reports.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { greetTls, plainAuth } from '../support/mail/submission.ts';
import { useServer, useTenant } from '../support/posthorn.ts';

const LONG = 'words '.repeat(10_000);
const LARGE = `${'x'.repeat(76)}\r\n`.repeat(7000);

const files = useCertificateFiles();

describe.each(engines)('a disk for large requests that goes away, on $name', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'posthorn-disk-'));
  const server = useServer(engine, () => ({ ...files.environment, TEMP_DIR: directory, INBOUND_SMTP_PORT: '0' }));
  const tenant = useTenant(server);
  beforeAll(() => tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } }));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const post = (subject: string, text: string) => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from(text).toString('base64') }];
    return tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@r.example'], subject, text_body: 'Hi.', attachments } });
  };
  const submit = async (subject: string, text: string) => {
    const client = await greetTls(server.submissionsPort);
    await client.say(plainAuth(tenant.key));
    await client.say(`MAIL FROM:<${tenant.from}>`);
    await client.say('RCPT TO:<b@r.example>');
    await client.say('DATA');
    const reply = await client.say(`${mailOf(`From: ${tenant.from}`, 'To: b@r.example', `Subject: ${subject}`, '', text)}\r\n.`);
    client.socket.destroy();
    return reply;
  };
  const receive = (subject: string, text: string) =>
    handOver(server.smtpPort, {
      from: 'ann@sender.example',
      to: [`help@${tenant.domain.name}`],
      raw: mailOf('From: ann@sender.example', `Subject: ${subject}`, '', text),
    });
  const handIn = async (subject: string, text: string) => {
    const raw = mailOf('From: ann@sender.example', `Subject: ${subject}`, '', text);
    const headers = { 'Content-Type': 'message/rfc822' };
    return server.admin('POST', `/admin/inbound?rcpt=help@${tenant.domain.name}`, { headers, body: raw });
  };
  const subjectsOf = async (path: string) =>
    (await tenant.call('GET', path)).body.data.map(({ subject }: { subject: string }) => subject).sort();

  it('refuses what is large by any interface, takes what is small, and everything once it is back', async () => {
    rmSync(directory, { recursive: true });
    expect(await post('large', LARGE)).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable', detail: expect.stringContaining('disk') },
    });
    expect(await submit('large', LARGE)).toMatch(/^451 4\.3\.0 service_unavailable: .*disk/);
    expect(await receive('large', LARGE)).toMatchObject({ code: 452, text: expect.stringContaining('4.3.1') });
    expect(await handIn('large', LARGE)).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    expect(await post('small', LONG)).toMatchObject({ status: 202 });
    expect(await submit('small by SMTP', LONG)).toMatch(/^250 /);
    expect(await receive('small', LONG)).toMatchObject({ code: 250 });
    expect(await handIn('small by hand', LONG)).toMatchObject({ status: 201 });
    mkdirSync(directory);
    expect(await post('large after', LARGE)).toMatchObject({ status: 202 });
    expect(await submit('large by SMTP after', LARGE)).toMatch(/^250 /);
    expect(await receive('large after', LARGE)).toMatchObject({ code: 250 });
    expect(await handIn('large by hand after', LARGE)).toMatchObject({ status: 201 });
    expect(await subjectsOf('/v1/messages')).toEqual(['large after', 'large by SMTP after', 'small', 'small by SMTP']);
    await expect.poll(() => subjectsOf('/v1/inbound')).toEqual(['large after', 'large by hand after', 'small', 'small by hand']);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('keeps a large mail as it came', async () => {
    const raw = mailOf('From: ann@sender.example', 'Subject: as it came', '', LARGE);
    const to = [`help@${tenant.domain.name}`];
    expect(await handOver(server.smtpPort, { from: 'ann@sender.example', to, raw })).toMatchObject({ code: 250 });
    await expect.poll(() => subjectsOf('/v1/inbound')).toContain('as it came');
    const { data } = (await tenant.call('GET', '/v1/inbound')).body;
    const { id } = data.find(({ subject }: { subject: string }) => subject === 'as it came');
    const { raw: kept } = (await tenant.call('GET', `/v1/inbound/${id}`)).body;
    expect(kept.trimEnd() === raw.trimEnd()).toBe(true);
  });
});
