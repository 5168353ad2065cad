import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { greetTls, plainAuth } from '../../support/mail/submission.ts';
import { eventually } from '../../support/wait.ts';
import { idIn, useSubmission } from './fixture.ts';

describe.each(engines)('SMTP submission on $name', (engine) => {
  const { server, tenant, send, hand, messageOf, countSent } = useSubmission(engine);

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

    it('has no subject if it had none', async () => {
      const { message, mail } = await again(await hand(`From: ${tenant.from}\r\nTo: a@r.example\r\n\r\nScan\r\n`, ['a@r.example']));
      expect(message).toMatchObject({ subject: '', text_body: expect.stringContaining('Scan') });
      expect([...mail.headers.keys()]).not.toContain('subject');
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
});
