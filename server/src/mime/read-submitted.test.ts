import { describe, expect, it } from 'vitest';
import { readSubmitted } from './read-submitted.ts';

const read = (...lines: string[]) => readSubmitted(Buffer.from(lines.join('\r\n')));
const part = (type: string, ...lines: string[]) => ['--b', `Content-Type: ${type}`, ...lines];
const mixed = ['From: a@b.example', 'Content-Type: multipart/mixed; boundary=b', ''];

describe('readSubmitted', () => {
  it('reads addresses with their names, and every sender', async () => {
    const mail = await read('From: =?utf-8?q?J=C3=B6rg?= <a@b.example>, c@d.example', 'From: e@f.example', 'To: g: h@i.example;', '', 'x');
    expect(mail.from).toEqual([
      { address: 'a@b.example', name: 'Jörg' },
      { address: 'c@d.example', name: '' },
      { address: 'e@f.example', name: '' },
    ]);
    expect(mail.to).toEqual([{ address: 'h@i.example', name: '' }]);
  });

  it('gives back a text without the line end that closes it', async () => {
    expect(await read('From: a@b.example', '', 'one', 'two')).toMatchObject({ text: 'one\ntwo', html: null });
  });

  it('keeps what readers need of the type of an attachment', async () => {
    const { attachments } = await read(
      ...mixed,
      ...part('text/calendar; charset=utf-8; method=REQUEST', '', 'BEGIN:VCALENDAR'),
      ...part('application/pdf; name="../../x\\y.pdf"', 'Content-Transfer-Encoding: base64', '', 'AAEC'),
      ...part('message/rfc822', '', 'Subject: within', '', 'x'),
      ...part('application/zip', "Content-Disposition: attachment; filename*=utf-8''a%C2%85b.zip", '', 'x'),
      '--b--',
    );
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['invite.ics', 'text/calendar; charset=utf-8; method=REQUEST'],
      ['.._.._xy.pdf', 'application/pdf'],
      ['message.eml', 'message/rfc822'],
      ['a_b.zip', 'application/zip'],
    ]);
    expect(attachments[1]?.content).toBe('AAEC');
  });

  it('cuts the name of an attachment after 255 characters, as many as one may have over HTTP', async () => {
    const name = (length: number) => `=?utf-8?b?${Buffer.from('😀'.repeat(length)).toString('base64')}?=`;
    const named = (length: number) => part('application/pdf', `Content-Disposition: attachment; filename="${name(length)}"`, '', 'x');
    const { attachments } = await read(...mixed, ...named(255), ...named(256), '--b--');
    expect(attachments.map(({ filename }) => filename)).toEqual(['😀'.repeat(255), '😀'.repeat(255)]);
  });

  it('names inline images as they may be named here, and only those that the HTML shows', async () => {
    const image = (id: string) => part('image/png', `Content-ID: <${id}>`, 'Content-Transfer-Encoding: base64', '', 'AAEC');
    const html = '<img src="cid:a.b@c"><img src="cid:d$e"><img src="cid:f%24g">';
    const mail = await read(...mixed, ...part('text/html', '', html), ...['a.b@c', 'd$e', 'f$g', 'h'].flatMap(image), '--b--');
    expect(mail.attachments.map(({ contentId }) => contentId)).toEqual(['a.b@c', 'part2@posthorn', 'part3@posthorn', null]);
    expect(mail.html).toBe('<img src="cid:a.b@c"><img src="cid:part2@posthorn"><img src="cid:part3@posthorn">');
  });

  it('leaves what is signed or encrypted as it is', async () => {
    const sealed = [
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data;',
      '\tname=smime.p7m',
      'Content-Transfer-Encoding: base64',
    ];
    const mail = await read('From: a@b.example', 'Content-Language: en', 'X-Other: 1', ...sealed, '', 'AAEC', 'AwQF', '');
    expect(mail).toMatchObject({ isSealed: true, text: null, html: null });
    const content = Buffer.from(mail.attachments[0]?.content ?? '', 'base64').toString();
    expect(content).toBe(['Content-Language: en', ...sealed, '', 'AAEC', 'AwQF', ''].join('\r\n'));
  });

  it.each([
    ['8 bit', 'ä', /7 bit/],
    ['a NUL', 'x\0y', /7 bit/],
    ['lines that are too long', 'x'.repeat(999), /998 bytes/],
    ['line ends of another kind', 'x\ny', /CR LF/],
    ['a CR by itself', 'x\r.\ry', /CR LF/],
    ['a CR too many before a line end', 'x\r', /CR LF/],
  ])('refuses what is signed and has %s', async (_name, line, reason) => {
    const head = ['From: a@b.example', 'Content-Type: multipart/signed; boundary=b', ''];
    await expect(read(...head, '--b', '', line, '--b--', '')).rejects.toThrow(reason);
  });

  it('takes a mail for signed only by its own type', async () => {
    expect(await read(...mixed, ...part('multipart/signed; boundary=c', '', '--c', '', 'x', '--c--'), '--b--')).toMatchObject({
      isSealed: false,
    });
  });
});
