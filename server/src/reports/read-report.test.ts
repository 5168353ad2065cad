import { describe, expect, it } from 'vitest';
import { autoReply, bounceInWords, complaint, dsn, mailOf } from '../../../tests/support/mail/reports.ts';
import { isByRecipient } from './read-complaint.ts';
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

/** A report by the mail server of the sender's own, whose status has no detail: the reason stands below the address in words. */
const ownDsn = (final: string, ...words: readonly string[]) =>
  mailOf(
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'Subject: Delivery status notification: failed',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    ...words,
    '',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${final}`,
    'Action: failed',
    'Status: 5.0.0',
    '',
    '--B--',
    '',
  );

describe('a report with the reason in its words alone', () => {
  it.each([
    ['OpenSMTPD', ['a@example.net: 550 5.1.1 <a@example.net>: Recipient address rejected: User unknown'], 'hard', 550],
    [
      'OpenSMTPD',
      ['a@example.net: Destination seem to reject all mails', '', '    Below is a copy of the original message:'],
      'policy',
      null,
    ],
    ['OpenSMTPD', ['a@example.net: 550 Invalid recipient: <a@example.net>'], 'hard', 550],
    ['Exim', ['  a@example.net', '    Unrouteable address'], 'hard', null],
    [
      'Exim',
      [
        '  a@example.net',
        '    host mx [192.0.2.1]',
        '    SMTP error from remote mail server after RCPT TO:<a@example.net>:',
        '    550 No such user here',
      ],
      'hard',
      550,
    ],
    ['Exim', ['  a@example.net', '    SMTP error from remote mail server after end of data:', '    550 your IP is listed'], 'policy', 550],
    ['Exim', ['  a@example.net', '    mailbox is full'], 'soft', null],
  ] as const)('says what stands below the address: %s, %j', async (_server, lines, cls, code) => {
    const intro = ['An error has occurred while attempting to deliver a message for', 'the following list of recipients:', ''];
    const mail = ownDsn('a@example.net', ...intro, ...lines);
    expect(await read(mail)).toMatchObject({ reports: [{ type: 'bounce', names: ['a@example.net'], class: cls, code, final: true }] });
  });

  it('reads the step across the end of a line', async () => {
    const lines = ['<a@example.net>: host mx.example.net[192.0.2.1] said: 550 No such user here (in reply', '    to RCPT TO command)'];
    expect(await read(ownDsn('a@example.net', ...lines))).toMatchObject({ reports: [{ class: 'hard' }] });
    const atData = lines.map((line) => line.replace('RCPT TO', 'end of DATA'));
    expect(await read(ownDsn('a@example.net', ...atData))).toMatchObject({ reports: [{ class: 'policy' }] });
  });

  it('goes by the status where nothing is said of the address', async () => {
    const mail = ownDsn('a@example.net', 'See our policy on blocked senders.').replace('Status: 5.0.0', 'Status: 5.1.1');
    expect(await read(mail)).toMatchObject({ reports: [{ class: 'hard', diagnostic: '5.1.1' }] });
  });

  it.each([
    ['452 4.2.2 The recipient mailbox is full', '4.0.0', 'delivery_delayed', false],
    ['Envelope expired', '4.4.7', 'bounce', true],
  ] as const)('tells what OpenSMTPD goes on with from what it gives up: %s', async (reason, status, type, final) => {
    const closing = [
      '    Please note that this is only a temporary failure report.',
      '    The message is kept in the queue for up to 7 days.',
    ];
    const mail = ownDsn('a@example.net', '    A message is delayed for:', '', `a@example.net: ${reason}`, '', ...closing)
      .replace('Action: failed', 'Action: delayed')
      .replace('Status: 5.0.0', `Status: ${status}`);
    const { reports } = (await read(mail)) as { reports: readonly { diagnostic: string }[] };
    expect(reports).toMatchObject([{ type, names: ['a@example.net'], class: 'soft', final }]);
    expect(reports[0]?.diagnostic).toMatch(new RegExp(`${reason}$`));
  });

  it('ends what was tried for too long', async () => {
    const mail = dsn({ final: 'a@example.net', action: 'expired', status: '', diagnostic: 'Connection timed out' });
    expect(await read(mail)).toMatchObject({ reports: [{ type: 'bounce', class: 'soft', final: true }] });
  });
});

describe('a bounce in words', () => {
  it('has a class for each recipient', async () => {
    const mail = mailOf(
      'From: MAILER-DAEMON@mx.example.net',
      'Subject: failure notice',
      '',
      'This is the mail system. For help write to <postmaster@mx.example.net>.',
      '',
      '<full@example.net>: host mx said: 552 5.2.2 Mailbox full (in reply to RCPT TO command)',
      '',
      '<gone@example.net>: host mx said: 550 5.1.1 User unknown (in reply to RCPT',
      '    TO command)',
      '',
      '<kept@example.net>: host mx said: 550 5.7.1 your IP is listed (in reply to RCPT TO command)',
    );
    expect(await read(mail)).toMatchObject({
      kind: 'status',
      reports: [
        { names: ['full@example.net'], class: 'soft' },
        { names: ['gone@example.net'], class: 'hard' },
        { names: ['kept@example.net'], class: 'policy' },
      ],
    });
  });

  it('is late mail and not lost mail where it says so', async () => {
    const words = ['Your message to a@example.net has not yet been delivered.', 'Delivery will be retried for 2 more days.'];
    const mail = mailOf('From: MAILER-DAEMON@mx.example.net', 'Subject: Warning: message delayed', '', ...words);
    expect(await read(mail)).toMatchObject({ reports: [{ type: 'delivery_delayed', names: ['a@example.net'] }] });
  });

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
    const names = ['angry@example.net', 'b@example.net'];
    expect(await read(mail, 'feedback@isp.example')).toEqual({ kind: 'complaint', feedback: type.toLowerCase(), names });
  });

  it('is none by the type not-spam', async () => {
    expect(await read(complaint('not-spam'), 'feedback@isp.example')).toEqual({ kind: 'other' });
  });

  it('is another one by the type auth-failure, which says nothing of the recipient', async () => {
    const mail = await read(complaint('auth-failure'), 'feedback@isp.example');
    expect(mail).toEqual({ kind: 'complaint', feedback: 'auth-failure', names: [] });
    expect(mail.kind === 'complaint' && isByRecipient(mail)).toBe(false);
  });

  it('is what Outlook.com sends of a mail that was marked as junk', async () => {
    const mail = mailOf(
      'From: staff@hotmail.com',
      'Subject: complaint about message from 192.0.2.1',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="B"',
      '',
      '--B',
      'Content-Type: message/rfc822',
      '',
      'X-HmXmrOriginalRecipient: <Angry@hotmail.com>',
      'To: undisclosed recipients',
      'Subject: Hello',
      '',
      'Hello',
      '--B--',
      '',
    );
    expect(await read(mail, 'staff@hotmail.com')).toEqual({ kind: 'complaint', feedback: 'abuse', names: ['angry@hotmail.com'] });
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
