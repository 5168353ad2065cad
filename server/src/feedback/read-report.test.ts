import { describe, expect, it } from 'vitest';
import { autoReply, bounceInWords, complaint, dsn, mailOf } from '../../../tests/support/reports.ts';
import { readReport } from './read-report.ts';

const read = (mail: string, envelopeFrom = '') => readReport(Buffer.from(mail), envelopeFrom);

describe('a delivery status notification', () => {
  it('says of each recipient what became of the mail', async () => {
    const mail = dsn(
      { final: 'Gone@example.net', original: 'Gone@Alias.example' },
      { final: 'full@example.net', status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' },
      { final: 'late@example.net', action: 'delayed', status: '4.4.1', diagnostic: '451 4.4.1 busy' },
      { final: 'ok@example.net', action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' },
      { final: 'on@example.net', action: 'relayed', status: '2.0.0', diagnostic: '250 Ok' },
    );
    expect(await read(mail)).toEqual({
      kind: 'status',
      reports: [
        {
          type: 'bounce',
          names: ['gone@alias.example', 'gone@example.net'],
          class: 'hard',
          code: 550,
          diagnostic: '550 5.1.1 <Gone@example.net>... User Unknown',
          final: true,
        },
        { type: 'bounce', names: ['full@example.net'], class: 'soft', code: 552, diagnostic: '552 5.2.2 Mailbox full', final: true },
        { type: 'delivery_delayed', names: ['late@example.net'], class: 'soft', code: 451, diagnostic: '451 4.4.1 busy', final: false },
        expect.objectContaining({ type: 'delivery', names: ['ok@example.net'] }),
      ],
    });
  });

  it('is found within the mail that somebody wrapped it into', async () => {
    const wrapped = mailOf(
      'From: MAILER-DAEMON@gateway.example',
      'Subject: Returned mail',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="W"',
      '',
      '--W',
      'Content-Type: text/plain',
      '',
      'The following addresses had errors.',
      '--W',
      'Content-Type: message/rfc822',
      '',
      dsn({ final: 'a@example.net' }),
      '--W--',
      '',
    );
    expect(await read(wrapped)).toMatchObject({ kind: 'status', reports: [{ names: ['a@example.net'], class: 'hard' }] });
  });
});

describe('a bounce in words', () => {
  it('is read without the mail that it sends back', async () => {
    const mail = bounceInWords('a@example.net', 'Sorry, 192.0.2.1 failed after RCPT TO: 550 5.1.1 unknown user');
    expect(await read(mail)).toMatchObject({
      kind: 'status',
      reports: [{ type: 'bounce', names: ['a@example.net'], class: 'hard', code: 550 }],
    });
  });

  it('does not condemn the address by a quotation of the mail', async () => {
    const mail = bounceInWords('a@example.net', 'The mailbox is full');
    expect(await read(mail)).toMatchObject({ reports: [{ names: ['a@example.net'], class: 'soft', code: null }] });
  });

  it('is known by its words where the sender is nobody special', async () => {
    const mail = mailOf('From: help@isp.example', 'Subject: Your mail', '', 'Your mail to b@example.net could not be delivered.');
    expect(await read(mail, 'help@isp.example')).toMatchObject({ kind: 'status', reports: [{ names: ['b@example.net'], class: 'soft' }] });
  });
});

describe('a complaint', () => {
  it.each(['abuse', 'fraud', 'virus', 'Abuse'])('is one by its type %s', async (type) => {
    const mail = complaint(type, 'Original-Rcpt-To: <Angry@example.net>', 'Removal-Recipient: b@example.net');
    expect(await read(mail, 'feedback@isp.example')).toEqual({ kind: 'complaint', names: ['angry@example.net', 'b@example.net'] });
  });

  it.each(['not-spam', 'auth-failure'])('is none by the type %s', async (type) => {
    expect(await read(complaint(type), 'feedback@isp.example')).toEqual({ kind: 'other' });
  });
});

describe('anything else', () => {
  it('tells an automatic reply', async () => {
    expect(await read(autoReply())).toEqual({ kind: 'auto_reply' });
    const outOfOffice = mailOf('From: a@example.net', 'Subject: Out of office: Hello', '', 'Back on Monday.');
    expect(await read(outOfOffice, 'a@example.net')).toEqual({ kind: 'auto_reply' });
  });

  it('takes an answer of a person for no report', async () => {
    const mail = mailOf('From: a@example.net', 'Subject: Re: Hello', '', 'Thank you!');
    expect(await read(mail, 'a@example.net')).toEqual({ kind: 'other' });
  });

  it.each(['', '\0\0\0', 'no header at all', 'Content-Type: multipart/report; boundary="x"\r\n\r\n--x'])('survives %j', async (mail) => {
    expect((await read(mail, 'a@example.net')).kind).toBe('other');
  });
});
