import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines, sqlite } from '../support/engines.ts';
import { useFolder } from '../support/folder.ts';
import { BY_HAND, useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';
import { startTestServer } from '../support/server.ts';

describe.each(engines)('on $name', (engine) => {
  const folder = useFolder();
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const mail = (to: string, change: object = {}) => ({ from: tenant.from, to: [to], subject: 'Hello', text_body: 'Hi', ...change });

  describe('posthorn email batch', () => {
    it('sends an array, or a document a line, and says which ones were refused', async () => {
      const array = write('emails.json', JSON.stringify([mail('a@example.net'), mail('b@example.net')], null, 2));
      expect(await cli.said('email', 'batch', array)).toMatch(/^queued msg_\w+\nqueued msg_\w+\n$/);
      const lines = write('emails.jsonl', `${JSON.stringify(mail('a@example.net'))}\n\n${JSON.stringify(mail('nobody'))}\n`);
      const { code, stdout } = await cli.run(['email', 'batch', lines]);
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringMatching(/^queued msg_\w+\nemails\[1\]: validation_failed: .+\n$/),
      });
      expect(await cli.run(['email', 'batch', lines, '--strict'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('validation_failed'),
      });
    });

    it('takes any number, once for a key, and counts through', async () => {
      const emails = Array.from({ length: 101 }, (_, at) => mail('delivered@posthorn.test', { subject: `n${at}`, test_mode: true }));
      const args = ['email', 'batch', '-', '--idempotency-key', 'many', '--json'];
      const [first, again] = [
        await cli.run(args, { input: JSON.stringify(emails) }),
        await cli.run(args, { input: JSON.stringify(emails) }),
      ];
      const rows = first.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows.map(({ index }) => index)).toEqual(emails.map((_, at) => at));
      expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(101);
      expect(again.stdout).toBe(first.stdout);
      expect((await cli.lines('email', 'test-events', '--limit', '1'))[0]).toMatchObject({ type: 'delivery' });
    });

    it('says what cannot be read', async () => {
      for (const [text, fault] of [
        ['', 'no emails'],
        ['[]', 'no emails'],
        ['[', 'not JSON'],
        ['{}\n{', 'line 2: not JSON'],
      ] as const)
        expect(await cli.run(['email', 'batch', write('bad.json', text)])).toMatchObject({
          code: 2,
          stdout: '',
          stderr: expect.stringContaining(fault),
        });
    });
  });

  describe('posthorn attachments', () => {
    it('uploads a file that emails can carry, and downloads it', async () => {
      const file = write('invoice.pdf', '%PDF');
      const uploaded = await cli.json('attachments', 'upload', file);
      expect(uploaded).toMatchObject({ filename: 'invoice.pdf', content_type: 'application/pdf', size: 4 });
      const copy = join(folder, 'copy.pdf');
      await cli.said('attachments', 'download', uploaded.storage_key, copy);
      expect(readFileSync(copy, 'utf8')).toBe('%PDF');
      expect(await cli.said('attachments', 'download', uploaded.storage_key)).toBe('%PDF');
      expect(await cli.run(['attachments', 'upload', join(folder, 'gone')])).toMatchObject({ code: 2, stdout: '' });
      expect(await cli.run(['attachments', 'upload', folder])).toEqual({
        code: 2,
        stdout: '',
        stderr: `posthorn: ${folder}: not a file\n`,
      });
    });
  });

  describe('posthorn erasures', () => {
    it('erases an address for the tenant or for all, where it is meant', async () => {
      await cli.said('contacts', 'upsert', 'ada@example.net');
      expect(await cli.run(['erasures', 'create', 'ada@example.net'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('add --yes'),
      });
      expect(await cli.lines('contacts', 'list', '--email', 'ada@example.net')).toHaveLength(1);
      expect(await cli.said('erasures', 'create', 'ada@example.net', '--yes')).toBe('erased ada@example.net\n');
      expect(await cli.lines('contacts', 'list', '--email', 'ada@example.net')).toEqual([]);
      expect(await cli.said('erasures', 'delete', 'ada@example.net')).toBe('deleted ada@example.net\n');
      expect(await cli.json('erasures', 'create', 'bob@example.net', '--yes', '--global')).toEqual({
        erased: true,
        email: 'bob@example.net',
      });
      expect(await cli.said('erasures', 'delete', 'bob@example.net', '--global')).toBe('deleted bob@example.net\n');
    });
  });

  describe('posthorn captured', () => {
    it('lists what was taken, and shows its source', async () => {
      const { message_id: id } = (await tenant.call('POST', '/v1/email', { body: mail('eve@example.net', { subject: 'Grüße' }) })).body;
      await cli.said('jobs', 'run', 'dispatch');
      const captured = (await cli.lines('captured', 'list', '--all')).find(({ message_id }) => message_id === id);
      expect(captured).toMatchObject({ rcpt_to: ['eve@example.net'], subject: 'Grüße', tenant_id: tenant.id });
      expect(await cli.said('captured', 'list')).toMatch(/ eve@example\.net +Grüße +\d+ /);
      expect(await cli.lines('captured', 'list', '--tenant', tenant.id, '--limit', '1')).toEqual([captured]);
      expect(await cli.lines('captured', 'list', '--tenant', 'ten_nobody')).toEqual([]);
      expect(await cli.said('captured', 'get', captured.id)).toMatch(/^source\n[\s\S]*^ {2}To: eve@example\.net$/m);
      const source = await cli.said('captured', 'get', captured.id, '--source');
      expect(source).toMatch(/\r\nTo: eve@example\.net\r\n/);
      expect((await cli.json('captured', 'get', captured.id)).raw).toBe(source);
    });
  });

  describe('posthorn clock', () => {
    it('is read and moved on', async () => {
      const { now } = await cli.json('clock', 'get');
      expect(await cli.json('clock', 'advance', '90s')).toEqual({ now: now + 90_000 });
      expect(await cli.said('clock', 'set', '2060-01-31T09:00:00Z')).toBe('2060-01-31T09:00:00Z\n');
      expect(await cli.run(['clock', 'advance', 'soon'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Must be a duration') });
    });
  });

  describe('posthorn suppressions', () => {
    it('takes several addresses at once', async () => {
      const { code, stdout } = await cli.run(['suppressions', 'add', 'g@example.net', 'nobody', 'h@example.net']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: 'g@example.net: added\nnobody: invalid_email\nh@example.net: added\n' });
      expect(await cli.said('suppressions', 'remove', 'g@example.net', 'h@example.net')).toBe(
        'removed g@example.net\nremoved h@example.net\n',
      );
      expect(await cli.lines('suppressions', 'list')).toEqual([]);
    });
  });
});

describe('posthorn clock', () => {
  it('says that a real clock is not moved', async () => {
    const server = await startTestServer(sqlite);
    const refused = await commandLine(server).run(['clock', 'advance', '1h']);
    await server.stop();
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('clock_is_real') });
  });
});
