import { describe, expect, it } from 'vitest';
import { mailOf } from '../../../tests/support/mail/reports.ts';
import { readReport } from './read-report.ts';

const kindOf = async (headers: readonly string[], text: string, envelopeFrom: string) =>
  (await readReport(Buffer.from(mailOf(...headers, 'Content-Type: text/plain; charset=utf-8', '', text)), envelopeFrom)).kind;

const PERSON = 'From: Ann <ann@example.net>';
const RELATED = 'In-Reply-To: <1@example.com>';

describe('a letter of a person', () => {
  it.each([
    ['Re: Hello', 'Thank you!'],
    ['Re: Your invoice', 'I paid 500 EUR on Monday, why do you ask for 550 more?'],
    ['Re: Order 550', '550 pieces are too many, please send 500 - and no more.'],
    ['Re: Undelivered Mail Returned to Sender', 'I got this back:\n> 550 5.1.1 <info@example.com>: User unknown\nWhat is wrong?'],
    ['AW: Ihre Nachricht', 'Die Adresse ist richtig, 501 ist die Hausnummer.'],
    ['RE: Delivery Status Notification (Failure)', 'It could not be delivered? I am here and my mailbox is fine.'],
    ['Hello', 'My extension is 554 and my room is 512.'],
    ['Question', 'The parcel could not be delivered, when do you come again?'],
    ['Your parcel', 'My mail to sales@example.com was returned: user unknown. Which address is right?'],
    ['Sv: Hej', 'Leveransen misslyckades. 550 kr tillbaka, tack.'],
    ['回复: 你好', '用户不存在是什么意思？'],
    ['Re[2]: привет', 'Пользователь не найден - что это значит? 550'],
    ['Unsubscribe', 'Please remove me from your list.'],
    ['', 'stop'],
    ['Fwd: Hello', 'See below.'],
  ])('is none of ours: %s', async (subject, text) => {
    expect(await kindOf([PERSON, `Subject: ${subject}`, RELATED], text, 'ann@example.net')).toBe('other');
  });
});

describe('a holiday note', () => {
  const AWAY = [
    'Automatic reply: Hello',
    'Auto: Hello',
    'Out of Office: Hello',
    'Out of the office',
    'Out of office Re: Hello',
    'Abwesenheitsnotiz: Hallo',
    'Automatische Antwort: Hallo',
    'Réponse automatique : Bonjour',
    'Absence du bureau',
    'Respuesta automática: Hola',
    'Fuera de la oficina',
    'Risposta automatica: Ciao',
    'Resposta automática: Olá',
    'Automatisch antwoord: Hallo',
    'Autosvar: Hej',
    'Automatiskt svar: Hej',
    'Odpowiedź automatyczna: Cześć',
    'Автоответ: привет',
    '自動返信: こんにちは',
    '自动回复: 你好',
    'On vacation until Monday',
    'I am away',
  ];
  it.each(AWAY)('is one by its subject, from the null sender too: %s', async (subject) => {
    for (const envelopeFrom of ['', 'ann@example.net'])
      expect(await kindOf([PERSON, `Subject: ${subject}`], 'I am away until Monday, call 555 1234.', envelopeFrom)).toBe('auto_reply');
  });

  it.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-replied (vacation)',
    'Precedence: auto_reply',
    'X-Autoreply: yes',
    'X-Autorespond: Hello',
    'X-Auto-Response-Suppress: All',
  ])('is one by its header %s', async (header) => {
    expect(await kindOf([PERSON, 'Subject: Re: Hello', header], 'I am away. 550 mails wait for me.', 'ann@example.net')).toBe('auto_reply');
    expect(await kindOf([PERSON, 'Subject: Re: Hello', header], 'I am away. 550 mails wait for me.', '')).toBe('auto_reply');
  });

  it.each([
    ['Re: Hello', 'I am away until Monday.'],
    ['Thank you for your message', 'We have received your message and answer within 500 minutes.'],
    ['Ticket 550 opened', 'Your request has the number 550.'],
    ['Ann has left', 'Ann no longer works here. Please write to bob@example.net.'],
  ])('is what the null sender sends without a word of a failure: %s', async (subject, text) => {
    expect(await kindOf([PERSON, `Subject: ${subject}`], text, '')).toBe('auto_reply');
  });
});

describe('a notice of a mail system', () => {
  const DAEMON = 'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>';
  const POSTMASTER = 'From: <postmaster@example.net>';
  it.each([
    [
      DAEMON,
      'Auto-Submitted: auto-replied',
      'Mail delivery failed: returning message to sender',
      'a@example.net\n  Unrouteable address',
      '',
    ],
    [POSTMASTER, 'Auto-Submitted: auto-replied', 'Undeliverable: Hello', 'Delivery has failed to these recipients or groups:', ''],
    [
      POSTMASTER,
      'X-Auto-Response-Suppress: All',
      'Undeliverable: Hello',
      'The email address could not be found.',
      'postmaster@example.net',
    ],
    [POSTMASTER, 'X-A: b', 'Re:Hello', 'Error message below:\n550 - Requested action not taken: no such user here', 'x@example.net'],
    [
      DAEMON,
      'Auto-Submitted: auto-replied (rejected)',
      'Automatically rejected mail',
      'Your message was automatically rejected:\nQuota exceeded',
      '',
    ],
    [POSTMASTER, 'X-A: b', 'E', 'Your message did not reach the following recipient(s):\na@example.net', ''],
  ])('stays one however it marks itself: %s, %s, %s', async (from, header, subject, text, envelopeFrom) => {
    expect(await kindOf([from, header, `Subject: ${subject}`], text, envelopeFrom)).toBe('status');
  });
});
