import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { greetTls, plainAuth } from '../../support/mail/submission.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';
import { idIn, useSubmission } from './fixture.ts';

describe.each(engines)('SMTP submission on $name', (engine) => {
  const { server, tenant, certificate, transportOf, send, hand, messageOf } = useSubmission(engine);

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
      certificate: new X509Certificate(certificate.cert).validToDate.getTime() / 1000,
    });
  });
});
