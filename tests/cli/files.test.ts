import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { startScriptedService } from './scripted-service.ts';

const MARK = '\ufeff';
const SENT = { body: { message_id: 'msg_1', status: 'queued' } };
const MAIL = { from: 'a@example.com', to: ['b@example.net'], subject: 'Hello', text_body: 'Hi' };
const SEND = ['email', 'send', '--from', 'a@example.com', '--to', 'b@example.net', '--subject', 'Hello'];

describe('a file that posthorn is given', () => {
  const folder = useFolder();
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('is read without the mark that editors put before a text', async () => {
    const service = await startScriptedService(SENT, { body: { data: [{ ...SENT.body, index: 0 }] } });
    const model = file('model.json', `${MARK}{"name":"Ada"}`);
    const flags = ['--text-file', file('body.txt', `${MARK}Hello\r\n`), '--model', `@${model}`];
    expect(await service.run([...SEND, ...flags])).toMatchObject({ code: 0, stderr: '' });
    expect(await service.run(['email', 'batch', file('mails.json', `${MARK}${JSON.stringify([MAIL])}`)])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const [mail, batch] = service.received.map(({ body }) => JSON.parse(body));
    expect(mail).toMatchObject({ text_body: 'Hello\r\n', template_model: { name: 'Ada' } });
    expect(batch).toEqual({ emails: [MAIL] });
  });

  it('is refused where it is no text, and is not sent with other characters', async () => {
    const service = await startScriptedService();
    const latin = file('latin1.txt', Buffer.from('Grüße', 'latin1'));
    for (const args of [
      [...SEND, '--text-file', latin],
      [...SEND, '--html-file', latin],
      [...SEND, '--text', 'Hi', '--model', `@${latin}`],
      ['email', 'batch', latin],
      ['templates', 'preview', latin],
    ])
      expect(await service.run(args), args.join(' ')).toEqual({ code: 2, stdout: '', stderr: `posthorn: ${latin}: not UTF-8 text\n` });
    expect(service.received).toEqual([]);
  });

  it('is named where it is a folder', async () => {
    const service = await startScriptedService();
    for (const option of ['--text-file', '--attach'])
      expect(await service.run([...SEND, '--html', 'Hi', option, folder])).toEqual({
        code: 2,
        stdout: '',
        stderr: `posthorn: ${folder}: not a file\n`,
      });
    expect(service.received).toEqual([]);
  });

  it('is a part of a template only as UTF-8, without the mark', async () => {
    const service = await startScriptedService({ status: 404, body: { error: 'not_found' } }, { body: {} }, { body: { version: 1 } });
    mkdirSync(join(folder, 'templates/welcome'), { recursive: true });
    file('templates/welcome/subject.txt', `${MARK}Hello\r\n`);
    file('templates/welcome/body.txt', `${MARK}Hi`);
    const push = () => service.run(['templates', 'push', join(folder, 'templates')]);
    expect(await push()).toMatchObject({ code: 0, stdout: 'welcome: created (version 1)\n' });
    expect(JSON.parse(service.received[2]?.body ?? '')).toEqual({ subject: 'Hello', text_body: 'Hi', activate: true });
    const broken = file('templates/welcome/body.txt', Buffer.from([0xff, 0xfe]));
    expect(await push()).toEqual({ code: 2, stdout: '', stderr: `posthorn: ${broken}: not UTF-8 text\n` });
  });
});

describe('an idempotency key', () => {
  const folder = useFolder();
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('that is empty is refused: a script did not set it', async () => {
    const service = await startScriptedService();
    const { code, stderr } = await service.run([...SEND, '--text', 'Hi', '--idempotency-key', '']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('It must not be empty.') });
    expect(service.received).toEqual([]);
  });

  it('that was used before has it said that nothing was sent', async () => {
    const service = await startScriptedService({ body: { ...SENT.body, idempotent_replay: true } });
    const { stdout, stderr } = await service.run([...SEND, '--text', 'Hi', '--idempotency-key', 'once']);
    expect({ stdout, stderr }).toEqual({ stdout: 'queued msg_1\n', stderr: expect.stringContaining('nothing was sent now') });
  });

  it('that was used before has it said of each request of a batch', async () => {
    const answer = (isReplay: boolean) => (response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', ...(isReplay ? { 'idempotent-replayed': 'true' } : {}) })
        .end(JSON.stringify({ data: [{ ...SENT.body, index: 0 }] }));
    const service = await startScriptedService(answer(true), answer(false), answer(true), answer(true));
    const mails = (count: number) => file(`${count}.json`, JSON.stringify(Array.from({ length: count }, () => MAIL)));
    const noteOf = (key: string) => `this is the answer to an earlier send with the key ${key}; nothing was sent now`;
    const many = await service.run(['email', 'batch', mails(201), '--idempotency-key', 'many']);
    expect(many).toMatchObject({ code: 0, stdout: 'queued msg_1\n'.repeat(3), stderr: expect.stringContaining(noteOf('many-1')) });
    expect(many.stderr).toContain(noteOf('many-3'));
    expect(many.stderr).not.toContain('many-2');
    // What the SDK tries again with a key of its own was sent now.
    expect((await service.run(['email', 'batch', mails(1)])).stderr).toBe('');
  });
});
