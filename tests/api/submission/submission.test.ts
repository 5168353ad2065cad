import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { createCertificate } from '../../support/fakes/certificate.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { type CertificateFiles, createCertificateFiles, greetTls, plainAuth, sayPlainly } from '../../support/mail/submission.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

let files: CertificateFiles;
beforeAll(async () => {
  files = await createCertificateFiles();
});
afterAll(() => rmSync(files.folder, { recursive: true }));

/** The id in `250 2.0.0 Ok msg_…`. */
const idIn = (response: string) => /^250 2\.0\.0 Ok (msg_\w+)$/.exec(response)?.[1] ?? response;

describe.each(engines)('SMTP submission on $name', (engine) => {
  const server = useServer(engine, () => ({ ...files.environment }));
  const tenant = useTenant(server);

  const transportOf = (secure: boolean, auth = { user: 'posthorn', pass: tenant.key }, more = {}) =>
    nodemailer.createTransport({
      host: 'localhost',
      port: secure ? server.submissionsPort : server.submissionPort,
      secure,
      requireTLS: !secure,
      auth,
      tls: { ca: files.cert },
      ...more,
    });
  const send = async (mail: SendMailOptions, secure = false) => {
    const transport = transportOf(secure);
    try {
      const { response } = await transport.sendMail({ from: tenant.from, subject: 'Hello', text: 'Hi.', ...mail });
      return { response, id: idIn(response), code: 250 };
    } catch (error) {
      const { response, responseCode } = error as { response: string; responseCode: number };
      return { response, id: '', code: responseCode };
    } finally {
      transport.close();
    }
  };
  const messageOf = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const countSent = async (subject: string) =>
    (await tenant.call('GET', '/v1/messages?limit=100')).body.data.filter((message: { subject: string }) => message.subject === subject)
      .length;
  const hand = async (raw: string, recipients: readonly string[]) => {
    const client = await greetTls(server.submissionsPort);
    await client.say(plainAuth(tenant.key));
    await client.say('MAIL FROM:<>');
    for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>`);
    await client.say('DATA');
    const reply = await client.say(`${raw.replaceAll(/\r?\n/g, '\r\n')}\r\n.`);
    client.socket.destroy();
    return reply;
  };

  describe('250', () => {
    it.each([
      ['STARTTLS', false],
      ['TLS from the start', true],
    ])('takes a mail over %s, and answers with the id of the message', async (_name, secure) => {
      const { id } = await send({ to: 'Ann <ann@r.example>', cc: 'b@r.example', replyTo: 'help@r.example', html: '<p>Hi.</p>' }, secure);
      expect(await messageOf(id)).toMatchObject({
        from: tenant.from,
        to: ['Ann <ann@r.example>'],
        cc: ['b@r.example'],
        reply_to: ['help@r.example'],
        subject: 'Hello',
        html_body: '<p>Hi.</p>',
      });
    });

    it('takes LOGIN, and any name of the user', async () => {
      const transport = transportOf(true, { user: 'anybody', pass: tenant.key }, { authMethod: 'LOGIN' });
      const { response } = await transport.sendMail({ from: tenant.from, to: 'a@r.example', subject: 'x', text: 'y' });
      transport.close();
      expect(idIn(response)).toMatch(/^msg_/);
    });

    it('makes those bcc who are in no header, and sends to nobody who is in a header alone', async () => {
      const envelope = { from: tenant.from, to: ['a@r.example', 'c@r.example'] };
      const { id } = await send({ to: 'a@r.example, b@r.example', envelope });
      expect(await messageOf(id)).toMatchObject({ to: ['a@r.example'], cc: [], bcc: ['c@r.example'] });
    });

    it('hides those of whom none is in a header', async () => {
      const { id } = await send({ bcc: ['a@r.example', 'b@r.example'] });
      expect(await messageOf(id)).toMatchObject({
        to: [],
        bcc: ['a@r.example', 'b@r.example'],
        status: expect.stringMatching(/queued|sen/),
      });
      const mail = await eventually(async () => capturedMail(server, id).catch(() => undefined));
      expect(mail.raw.toString()).not.toMatch(/[ab]@r\.example/);
      expect(mail.headers.has('to')).toBe(false);
    });

    it('keeps attachments, inline images and headers', async () => {
      const { id } = await send({
        to: 'a@r.example',
        html: '<img src="cid:logo$1">',
        attachments: [
          { filename: 'a.bin', content: Buffer.from([0, 1, 255]) },
          { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo$1' },
        ],
        headers: { 'X-Custom': 'yes', 'In-Reply-To': '<x@y>' },
      });
      const mail = await eventually(async () => capturedMail(server, id).catch(() => undefined));
      expect(mail.headers.get('x-custom')).toBe('yes');
      expect(mail.headers.get('in-reply-to')).toBe('<x@y>');
      const cid = /cid:([^"]+)/.exec(mail.html)?.[1] ?? '';
      expect(mail.raw.toString()).toContain(`Content-ID: <${cid}>`);
      expect(mail.raw.toString()).toContain(Buffer.from([0, 1, 255]).toString('base64'));
    });

    it('reads what is asked for in headers', async () => {
      const headers = {
        'X-Posthorn-Tag-Order': '7',
        'X-Posthorn-Stream': 'marketing',
        'X-Posthorn-Scheduled-At': '2099-01-31T08:00:00Z',
      };
      const { id } = await send({ to: 'a@r.example', headers });
      expect(await messageOf(id)).toMatchObject({
        tags: { order: '7' },
        stream: 'marketing',
        status: 'scheduled',
        scheduled_at: Date.UTC(2099, 0, 31, 8),
      });
      const tested = await send({ to: `bounced@posthorn.test`, headers: { 'X-Posthorn-Test-Mode': 'true' } });
      expect(await messageOf(tested.id)).toMatchObject({ test_mode: true, status: 'failed' });
    });

    it('passes on what is signed as it is', async () => {
      const content = 'Content-Type: text/plain\r\n\r\nSigned  text \r\n';
      const head = 'Content-Type: multipart/signed; protocol="application/pgp-signature";\r\n\tmicalg=pgp-sha256; boundary="s"';
      const body = `--s\r\n${content}\r\n--s\r\nContent-Type: application/pgp-signature\r\n\r\nabc\r\n--s--\r\n`;
      const raw = `From: ${tenant.from}\r\nTo: a@r.example\r\nSubject: Sealed\r\nMIME-Version: 1.0\r\n${head}\r\n\r\n${body}`;
      const reply = await hand(raw, ['a@r.example']);
      const mail = await eventually(async () => capturedMail(server, idIn(reply)).catch(() => undefined));
      expect(mail.raw.toString()).toContain(`\r\n${head}\r\n\r\n${body}`);
      expect(mail.raw.toString().match(/^content-type:.*multipart/gim)).toHaveLength(1);
      expect(mail.headers.get('subject')).toBe('Sealed');
    });
  });

  describe('sent once more by /v1/messages/{id}/resend', () => {
    const again = async (reply: string) => {
      const id = idIn(reply);
      await eventually(async () => ((await messageOf(id)).status === 'sent' ? true : undefined));
      const { status, body } = await tenant.call('POST', `/v1/messages/${id}/resend`);
      expect([status, body]).toEqual([202, expect.objectContaining({ status: 'queued' })]);
      return {
        message: await messageOf(body.message_id),
        mail: await eventually(() => capturedMail(server, body.message_id).catch(() => undefined)),
      };
    };

    it('is sealed as it was', async () => {
      const body = '-----BEGIN-----\r\nabc\r\n';
      const head = `From: ${tenant.from}\r\nTo: a@r.example\r\nSubject: Sealed\r\nMIME-Version: 1.0`;
      const { mail } = await again(
        await hand(`${head}\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\n${body}`, ['a@r.example']),
      );
      expect(mail.raw.toString()).toContain(`\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\n${body}`);
    });

    it('hides whom it hid', async () => {
      const raw = `From: ${tenant.from}\r\nCc: c@r.example\r\nSubject: Hidden\r\n\r\nHi.\r\n`;
      const { message, mail } = await again(await hand(raw, ['a@r.example', 'b@r.example', 'c@r.example']));
      expect(message).toMatchObject({ to: [], cc: ['c@r.example'], bcc: ['a@r.example', 'b@r.example'] });
      expect([...mail.headers.keys()]).not.toContain('to');
      expect(mail.raw.toString()).not.toMatch(/[ab]@r\.example/);
    });

    it('is empty if it was', async () => {
      const { message } = await again(await hand(`From: ${tenant.from}\r\nTo: a@r.example\r\nSubject: Empty\r\n\r\n`, ['a@r.example']));
      expect(message).toMatchObject({ subject: 'Empty', text_body: '' });
    });
  });

  describe('a client that repeats itself', () => {
    const mailOf = (subject: string, text = 'Hi.') =>
      `From: ${tenant.from}\r\nTo: a@r.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@client>\r\n\r\n${text}`;

    it('sends one mail, when the reply was lost after the commit', async () => {
      const subject = `lost-${engine.name}`;
      const client = await greetTls(server.submissionsPort);
      await client.say(plainAuth(tenant.key));
      await client.say('MAIL FROM:<>');
      await client.say('RCPT TO:<a@r.example>');
      await client.say('DATA');
      client.socket.pause();
      client.socket.write(`${mailOf(subject)}\r\n.\r\n`);
      await eventually(async () => ((await countSent(subject)) === 1 ? true : undefined));
      client.socket.destroy();
      const reply = await hand(mailOf(subject), ['a@r.example']);
      expect(idIn(reply)).toMatch(/^msg_/);
      expect(await hand(mailOf(subject), ['A@r.example'])).toBe(reply);
      expect(await countSent(subject)).toBe(1);
    });

    it('sends nothing of a mail that was cut off', async () => {
      const subject = `cut-${engine.name}`;
      const client = await greetTls(server.submissionsPort);
      await client.say(plainAuth(tenant.key));
      await client.say('MAIL FROM:<>');
      await client.say('RCPT TO:<a@r.example>');
      await client.say('DATA');
      await new Promise((resolve) => client.socket.write(`${mailOf(subject)}\r\n`, resolve));
      client.socket.end();
      await client.ended();
      await hand(mailOf(`after-${subject}`), ['a@r.example']);
      expect(await countSent(subject)).toBe(0);
    });

    it('is told where its Message-ID was that of another mail, and may send one to others', async () => {
      const subject = `same-${engine.name}`;
      expect(await hand(mailOf(subject), ['a@r.example'])).toMatch(/^250 /);
      expect(await hand(mailOf(subject, 'Other.'), ['a@r.example'])).toMatch(/^554 5\.6\.0 .*Message-ID/);
      expect(await hand(mailOf(subject), ['b@r.example'])).toMatch(/^250 /);
      expect(await countSent(subject)).toBe(2);
    });

    it('may give a key instead', async () => {
      const headers = { 'Idempotency-Key': `key-${engine.name}` };
      const first = await send({ to: 'a@r.example', subject: 'keyed', headers });
      const second = await send({ to: 'a@r.example', subject: 'keyed', headers });
      expect(second.id).toBe(first.id);
      expect(await countSent('keyed')).toBe(1);
    });
  });

  describe('refusals', () => {
    it('refuses a sender on an unverified domain with 550 5.7.1', async () => {
      expect((await send({ from: 'a@elsewhere.example', to: 'a@r.example' })).response).toMatch(/^550 5\.7\.1 from_domain_not_verified/);
    });

    it.each([
      ['no subject', { subject: '' }, /^554 5\.6\.0 .*subject/],
      ['a subject of which nothing is to be seen', { subject: '\u200b\u2060' }, /^554 5\.6\.0 .*The subject is empty/],
      ['an unknown header of ours', { headers: { 'X-Posthorn-Foo': '1' } }, /^554 5\.6\.0 .*X-Posthorn-Foo/],
      ['a test mode that is none', { headers: { 'X-Posthorn-Test-Mode': 'yes' } }, /^554 5\.6\.0 .*true or false/],
      ['a header that steers relays', { headers: { 'X-SES-Foo': '1' } }, /^554 5\.6\.0 .*X-Ses-Foo/i],
      ['the header of HTTP for test mode', { headers: { 'X-Service-Test': 'true' } }, /^554 5\.6\.0 /],
      ['two senders', { from: 'a@x.example, b@x.example' }, /^554 5\.6\.0 .*one sender/],
    ])('refuses %s with 554 5.6.0', async (_name, mail, reply) => {
      expect((await send({ to: 'a@r.example', ...mail })).response).toMatch(reply);
    });

    it('refuses the 51st recipient with 452, and takes the others', async () => {
      const recipients = Array.from({ length: 51 }, (_, index) => `r${index}@r.example`);
      const transport = transportOf(true);
      const { accepted, rejected, rejectedErrors } = await transport.sendMail({
        from: tenant.from,
        bcc: recipients,
        subject: 'x',
        text: 'y',
      });
      transport.close();
      expect([accepted.length, rejected]).toEqual([50, ['r50@r.example']]);
      expect(rejectedErrors?.[0]).toMatchObject({ responseCode: 452, response: expect.stringContaining('4.5.3') });
    });

    it('answers a full minute with 451 4.7.1, and a used quota with 452', async () => {
      const slow = await server.mint({ rate_limit: 1 });
      const poor = await server.mint({ daily_quota: 1 });
      for (const [{ key, from }, reply] of [
        [slow, /^451 4\.7\.1 rate_limit_exceeded/],
        [poor, /^452 4\.7\.1 quota_exceeded/],
      ] as const) {
        const transport = transportOf(true, { user: 'posthorn', pass: key });
        const mail = { from, to: 'a@r.example', subject: 'x', text: 'y' };
        expect(idIn((await transport.sendMail(mail)).response)).toMatch(/^msg_/);
        await expect(transport.sendMail(mail)).rejects.toMatchObject({ response: expect.stringMatching(reply) });
        transport.close();
      }
    });

    it('refuses a mail that is too large, by what is announced', async () => {
      const client = await greetTls(server.submissionsPort);
      await client.say(plainAuth(tenant.key));
      expect(await client.say('MAIL FROM:<a@b.example> SIZE=41943041')).toMatch(/^552 /);
      client.socket.destroy();
    });
  });

  describe('logging in', () => {
    it('is for TLS only, and before any mail', async () => {
      const plain = transportOf(false, undefined, { ignoreTLS: true, requireTLS: false });
      await expect(plain.sendMail({ from: tenant.from, to: 'a@r.example', text: 'x' })).rejects.toMatchObject({ responseCode: 530 });
      plain.close();
      const said = await sayPlainly(server.submissionPort, ['EHLO client.example', plainAuth(tenant.key)]);
      expect(said).not.toContain('AUTH ');
      expect(said).toMatch(/\r\n538 /);
      const client = await greetTls(server.submissionsPort);
      expect(await client.say('MAIL FROM:<a@b.example>')).toMatch(/^530 5\.7\.0 /);
      expect(await client.say('AUTH CRAM-MD5')).toMatch(/^504 /);
      client.socket.destroy();
    });

    it('refuses a key that was revoked since', async () => {
      const { body } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'k', permission: 'sending_access' } });
      const client = await greetTls(server.submissionsPort);
      expect(await client.say(plainAuth(body.key))).toMatch(/^235 /);
      await tenant.call('DELETE', `/v1/api-keys/${body.id}`);
      await client.say('MAIL FROM:<>');
      await client.say('RCPT TO:<a@r.example>');
      await client.say('DATA');
      expect(await client.say(`From: ${tenant.from}\r\nSubject: x\r\n\r\ny\r\n.`)).toMatch(/^530 5\.7\.0 /);
      client.socket.destroy();
    });

    it('has the mail of a suspended tenant kept, and takes it once the tenant goes on', async () => {
      const other = await server.mint();
      const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${other.id}`, { body: { suspended } });
      const client = await greetTls(server.submissionsPort, '127.0.0.79');
      expect(await client.say(plainAuth(other.key))).toMatch(/^235 /);
      const handOver = async () => {
        await client.say('MAIL FROM:<>');
        await client.say('RCPT TO:<a@r.example>');
        await client.say('DATA');
        return client.say(`From: ${other.from}\r\nSubject: x\r\n\r\ny\r\n.`);
      };
      await suspend(true);
      expect(await handOver()).toMatch(/^450 4\.7\.0 The tenant of this API key is suspended/);
      // However often its client tries, nobody is shut out for it.
      for (let count = 0; count < 4; count += 1) {
        const late = await greetTls(server.submissionsPort, '127.0.0.79');
        expect(await late.say(plainAuth(other.key))).toMatch(/^454 4\.7\.0 The tenant of this API key is suspended/);
        late.socket.destroy();
      }
      expect((await other.call('POST', '/v1/email', { body: {} })).status).toBe(401);
      await suspend(false);
      expect(await handOver()).toMatch(/^250 /);
      await server.admin('DELETE', `/admin/tenants/${other.id}`);
      expect(await handOver()).toMatch(/^530 5\.7\.0 /);
      client.socket.destroy();
    });

    it('closes after three bad ones, and lets nobody in from that address for a while', async () => {
      const bad = plainAuth('ek_none');
      const client = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      const other = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      expect(await client.ended()).toMatch(/\r\n421 .*10 min\r\n$/);
      expect(await other.say(plainAuth(tenant.key))).toMatch(/^421 4\.7\.0 Too many bad log-ins/);
      const third = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await third.ended()).toMatch(/^421 .*Too many bad log-ins/);
      const elsewhere = await greetTls(server.submissionsPort, '127.0.0.78');
      expect(await elsewhere.say(plainAuth(tenant.key))).toMatch(/^235 /);
      elsewhere.socket.destroy();
    });
  });

  describe('its certificate', () => {
    /** What a new client is shown, of a certificate that is trusted. */
    const shownWith = async (ca: string, secure: boolean) => {
      const transport = transportOf(secure, undefined, { tls: { ca } });
      return transport.verify().finally(() => transport.close());
    };

    it('is another once its files are, on both ports, and those who are connected go on', async () => {
      const client = await greetTls(server.submissionsPort);
      const next = await createCertificate();
      for (const secure of [false, true]) await expect(shownWith(next.cert, secure)).rejects.toThrow(/self-signed|certificate/);
      files.replace(next);
      for (const secure of [false, true]) expect(await eventually(() => shownWith(next.cert, secure).catch(() => undefined))).toBe(true);
      expect(await client.say(plainAuth(tenant.key))).toMatch(/^235 /);
      client.socket.destroy();
      files.replace(files);
      for (const secure of [false, true]) expect(await eventually(() => shownWith(files.cert, secure).catch(() => undefined))).toBe(true);
    });

    it('is for TLS 1.2 and above', async () => {
      const old = connectTls({
        port: server.submissionsPort,
        host: '127.0.0.1',
        ca: files.cert,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
      });
      const [error] = await once(old, 'error');
      expect(error.code).toMatch(/^(?:ERR_SSL|ECONNRESET|EPROTO)/);
    });
  });

  it('is told of in the metrics: replies, log-ins, and when the certificate ends', async () => {
    const read = async () => {
      const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
      const samples = readSamples(await answer.text());
      const counted = (name: string, label: string, value: string) =>
        samples.find((sample) => sample.name === name && sample.labels[label] === value)?.value ?? 0;
      return {
        taken: counted('posthorn_submission_duration_seconds_count', 'reply', '250'),
        refused: counted('posthorn_submission_duration_seconds_count', 'reply', '550'),
        loggedIn: counted('posthorn_submission_log_ins_total', 'reply', '235'),
        notLoggedIn: counted('posthorn_submission_log_ins_total', 'reply', '535'),
        certificate: counted('posthorn_certificate_end_timestamp_seconds', 'setting', 'TLS_CERT_FILE'),
      };
    };
    const before = await read();
    await send({ to: 'a@r.example' });
    await send({ from: 'a@elsewhere.example', to: 'a@r.example' });
    const client = await greetTls(server.submissionsPort, '127.0.0.79');
    await client.say(plainAuth('ek_none'));
    client.socket.destroy();
    const after = await read();
    expect(after).toEqual({
      taken: before.taken + 1,
      refused: before.refused + 1,
      loggedIn: before.loggedIn + 2,
      notLoggedIn: before.notLoggedIn + 1,
      certificate: new X509Certificate(files.cert).validToDate.getTime() / 1000,
    });
  });
});
