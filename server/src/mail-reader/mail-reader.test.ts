import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createMailReader, isUnread, type MailReader } from './mail-reader.ts';

const reader = createMailReader({ log: createLog('silent') });
afterAll(() => reader.stop());

const HEAD = 'From: a@b.example\r\nSubject: x\r\n';

/** Mails that took so much memory in a thread that the service died with it. */
const MAILS = {
  'nothing but U+0000': `${HEAD}\r\n${'\u0000\r\n'.repeat(3_000_000)}`,
  'U+0000 in HTML': `${HEAD}Content-Type: text/html\r\n\r\n${'\u0000'.repeat(8_000_000)}`,
  'line ends of another kind under a signature': `${HEAD}Content-Type: multipart/signed; boundary=b\r\n\r\n${'\n'.repeat(9_000_000)}`,
  'lines under a signature': `${HEAD}Content-Type: application/pkcs7-mime\r\n\r\n${'\r\n'.repeat(9_000_000)}`,
};

describe('createMailReader', () => {
  it.each(Object.entries(MAILS))('outlives a mail of %s', async (_name, mail) => {
    const raw = Buffer.from(mail);
    for (const kind of ['mail', 'submitted'] as const) {
      expect(await reader.read(kind, { raw }, 'somebody')).toEqual(expect.any(Object));
    }
    expect(await reader.read('mail', { raw: Buffer.from(`${HEAD}\r\nHi.`) }, 'somebody')).toMatchObject({ text: 'Hi.\n' });
  });

  it('says of a mail that takes too much that it is the mail', async () => {
    const hurried = createMailReader({ log: createLog('silent'), taskLimits: { limitMs: 20, mostMs: 60_000 } });
    const raw = Buffer.from(`${HEAD}Content-Type: text/html\r\n\r\n${'<p>a</p>'.repeat(1_000_000)}`);
    expect(await hurried.read('submitted', { raw }, 'somebody')).toEqual({
      unreadable: 'Reading it took longer than 20 ms.',
      unfinished: 'mail',
    });
    await hurried.stop();
  });

  it('cuts the name of an attachment after 255 characters', async () => {
    const name = `=?utf-8?b?${Buffer.from('😀'.repeat(256)).toString('base64')}?=`;
    const raw = Buffer.from(`${HEAD}Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`);
    expect(await reader.read('mail', { raw }, 'somebody')).toMatchObject({ attachments: [{ filename: '😀'.repeat(255) }] });
  });

  it.each([
    ['Ann <a@b.example>,\r\n\tBea <b@b.example>', ['Ann <a@b.example>', 'Bea <b@b.example>']],
    ['"Doe, \\"J\\" <x>" <j@b.example>, c@b.example', ['"Doe, \\"J\\" <x>" <j@b.example>', 'c@b.example']],
    [
      '=?utf-8?q?J=C3=B6rg_M=C3=BCller?= <j@b.example>, =?utf-8?b?RG9lLCBK?= <d@b.example>',
      ['Jörg Müller <j@b.example>', '"Doe, J" <d@b.example>'],
    ],
    ['a@b.example (Ann), (office) Bea <b@b.example>', ['Ann <a@b.example>', 'Bea <b@b.example>']],
    ['root@localhost, <x@[IPv6:2001:db8::1]>, y@[192.0.2.1]', ['root@localhost', 'x@[IPv6:2001:db8::1]', 'y@[192.0.2.1]']],
    ['jö@b.example, a..b@b.example', ['jö@b.example', '"a..b"@b.example']],
    ['Team: a@b.example, B <b@b.example>; c@b.example', ['a@b.example', 'B <b@b.example>', 'c@b.example']],
    ['undisclosed-recipients:;', []],
    [', <a@b.example>, nobody,', ['a@b.example']],
    [`${'😀'.repeat(300)} <a@b.example>`, [`${'😀'.repeat(255)} <a@b.example>`]],
  ])('shows the addresses in %s', async (header, addresses) => {
    const raw = Buffer.from(`${HEAD}Cc: ${header}\r\nBcc: ${header}\r\nReply-To: ${header}\r\n\r\nx`);
    expect(await reader.read('mail', { raw }, 'somebody')).toMatchObject({ cc: addresses, bcc: addresses, replyTo: addresses });
  });

  it('shows the addresses of all headers of a name', async () => {
    const raw = Buffer.from(`${HEAD}Cc: a@b.example\r\nCc: b@b.example\r\n\r\nx`);
    expect(await reader.read('mail', { raw }, 'somebody')).toMatchObject({ cc: ['a@b.example', 'b@b.example'], bcc: [], replyTo: [] });
  });

  it('shows at most 1,000 addresses of a kind', async () => {
    const raw = Buffer.from(`${HEAD}Cc: ${'a@b.example,'.repeat(1001)}\r\n\r\nx`);
    expect(await reader.read('mail', { raw }, 'somebody')).toMatchObject({ cc: Array.from({ length: 1000 }, () => 'a@b.example') });
  });

  it.each([
    ['<logo@a.example>', 'logo@a.example'],
    ['(the logo) <logo@a.example> (ours)', 'logo@a.example'],
    ['(less < more) <logo@a.example>', 'logo@a.example'],
    ['< logo@a.example >', 'logo@a.example'],
    ['logo@a.example', 'logo@a.example'],
    ['<logo@a.example', 'logo@a.example'],
    ['logo@a.example>', 'logo@a.example'],
    ['<>', undefined],
    [`<${'x'.repeat(256)}>`, undefined],
  ])('takes the content id in %s', async (header, contentId) => {
    const raw = Buffer.from(`${HEAD}Content-Type: image/png\r\nContent-ID: ${header}\r\n\r\nx`);
    const read = await reader.read('mail', { raw }, 'somebody');
    expect(isUnread(read) || read.attachments.map((attachment) => attachment.contentId)).toEqual([contentId]);
  });

  it('reads many at once, each with its own answer, beside one that is none', async () => {
    const mails = Array.from({ length: 100 }, (_, place) => `${HEAD}\r\nMail ${place}.`);
    const answers = await Promise.all(
      [...mails, 'a:1\r\n'.repeat(5001)].map((mail) => reader.read('mail', { raw: Buffer.from(mail) }, 'somebody')),
    );
    expect(answers.slice(0, 100)).toEqual(mails.map((_, place) => expect.objectContaining({ text: `Mail ${place}.\n` })));
    expect(isUnread(answers[100])).toBe(true);
    expect(reader.load()).toEqual({ pool: 'mail', running: 0, queued: 0 });
  });
});

/** Returns a worker that some mails kill, and that writes down which mail it is reading. */
const workerOf = (file: string) =>
  `import { appendFileSync } from 'node:fs';
   import { serveTasks } from ${JSON.stringify(new URL('../core/workers/serve-tasks.ts', import.meta.url).href)};
   serveTasks(function* (given) {
     for (const { raw } of [given].flat()) {
       const text = Buffer.from(raw).toString();
       if (text.startsWith('deadly')) {
         appendFileSync(${JSON.stringify(file)}, text + '\\n');
         process.kill(process.pid, 'SIGKILL');
         for (;;);
       }
       yield { answer: text };
     }
   });`;

describe('a mail that its readers die of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-reader-'));
  const died = join(folder, 'died');
  const module = join(folder, 'worker.mjs');
  beforeEach(() => {
    writeFileSync(died, '');
    writeFileSync(module, workerOf(died));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const deaths = () =>
    readFileSync(died, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const open = () => createMailReader({ log: createLog('silent'), file: pathToFileURL(module) });
  const read = (of: MailReader, mail: string) => of.read('mail', { raw: Buffer.from(mail) }, 'somebody') as Promise<unknown>;
  const BLAMED = { unreadable: 'Reading it could not be finished.', unfinished: 'mail' };

  it('is to blame once there were two, and no third is tried', async () => {
    const dying = open();
    expect(await read(dying, `deadly ${'x'.repeat(40_000)}`)).toEqual(BLAMED);
    expect(deaths()).toHaveLength(2);
    expect(await read(dying, 'kind')).toBe('kind');
    await dying.stop();
  });

  it('is the only one to blame of those that were read beside it', async () => {
    const dying = open();
    const mails = Array.from({ length: 40 }, (_, place) => (place === 17 ? 'deadly' : `kind ${place}`));
    const answers = await Promise.all(mails.map((mail) => read(dying, mail)));
    expect(answers).toEqual(mails.map((mail) => (mail === 'deadly' ? BLAMED : mail)));
    // Once among others, and twice by itself.
    expect(deaths()).toEqual(['deadly', 'deadly', 'deadly']);
    await dying.stop();
  });
});
