import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';

describe.each(engines)('on $name', (engine) => {
  const folder = useFolder();
  const server = useServer(engine);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  function write(alias: string, files: Record<string, string>): void {
    mkdirSync(join(folder, alias), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, alias, name), text);
  }

  describe('posthorn templates', () => {
    it('pushes what changed, and nothing else', async () => {
      write('welcome', { 'subject.txt': 'Hello {{ name }}\n', 'body.html': '<p>{{ name }}</p>', 'body.txt': '{{ name }}\n' });
      write('receipt', { 'subject.txt': 'Receipt', 'body.txt': 'Thanks' });
      const push = () => cli.lines('templates', 'push', folder);
      expect(await push()).toEqual([
        { alias: 'receipt', outcome: 'created', version: 1 },
        { alias: 'welcome', outcome: 'created', version: 1 },
      ]);
      write('welcome', { 'body.html': '<b>{{ name }}</b>' });
      expect(await push()).toEqual([
        { alias: 'receipt', outcome: 'unchanged', version: 1 },
        { alias: 'welcome', outcome: 'updated', version: 2 },
      ]);
      expect(await cli.json('templates', 'render', 'welcome', '--model', '{"name":"Ada"}')).toMatchObject({
        version: 2,
        subject: 'Hello Ada',
        html_body: '<b>Ada</b>',
        text_body: 'Ada\n',
      });
      const flags = ['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--template', 'welcome'];
      expect(await cli.run(flags)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^the model lacks name, .*--strict/) });
      expect(await cli.run([...flags, '--strict'])).toMatchObject({ code: 1, stderr: expect.stringContaining('missing=["name"]') });
      await cli.said('templates', 'activate', 'welcome', '1');
      expect(await cli.said('templates', 'push', folder, 'welcome', '--no-activate')).toBe('welcome: unchanged (version 2)\n');
      expect(await cli.said('templates', 'push', folder, 'welcome')).toBe('welcome: activated (version 2)\n');
    });

    it('pulls what push then finds unchanged', async () => {
      write('notes', { 'subject.txt': 'Notes\n', 'body.txt': 'one\ntwo\n' });
      await cli.said('templates', 'push', folder, 'notes');
      const copy = join(folder, '.copy');
      write('.copy/notes', { 'body.html': '<p>an old part</p>' });
      expect(await cli.said('templates', 'pull', copy, 'notes')).toBe('notes: version 1\n');
      expect(readFileSync(join(copy, 'notes', 'body.txt'), 'utf8')).toBe('one\ntwo\n');
      expect(await cli.lines('templates', 'push', copy)).toEqual([{ alias: 'notes', outcome: 'unchanged', version: 1 }]);
    });

    it('finds the active version unchanged where a newer one is a draft', async () => {
      write('drafted', { 'subject.txt': 'One\n', 'body.txt': 'one\n' });
      await cli.said('templates', 'push', folder, 'drafted');
      const copy = join(folder, '.drafted');
      await cli.said('templates', 'pull', copy, 'drafted');
      write('drafted', { 'subject.txt': 'Two\n', 'body.txt': 'two\n' });
      await cli.said('templates', 'push', folder, 'drafted', '--no-activate');
      expect(await cli.lines('templates', 'push', copy)).toEqual([{ alias: 'drafted', outcome: 'unchanged', version: 1 }]);
      expect(await cli.said('templates', 'push', folder, 'drafted')).toBe('drafted: activated (version 2)\n');
    });

    it('says what a folder without templates lacks', async () => {
      write('.flat', { 'body.txt': 'beside its folder' });
      const { code, stderr } = await cli.run(['templates', 'push', join(folder, '.flat')]);
      expect(code).toBe(0);
      expect(stderr).toContain('each has a folder, named as its alias, with subject.txt, body.html, body.txt\n');
    });

    it('says where a folder cannot be used', async () => {
      write('.bad/empty', { 'subject.txt': 'Nothing' });
      const bad = join(folder, '.bad');
      expect(await cli.run(['templates', 'push', bad])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('neither body.html nor body.txt'),
      });
      expect(await cli.run(['templates', 'push', bad, 'other'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('no folder other'),
      });
      write('.wrong/broken', { 'body.txt': '{{ name' });
      expect(await cli.run(['templates', 'push', join(folder, '.wrong')])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/422 invalid_template: .* field=text_body line=1/),
      });
    });

    it('makes templates of the gallery, and files that push finds unchanged', async () => {
      expect(await cli.said('templates', 'gallery')).toMatch(/^receipt +Your receipt from .*Confirms a payment/m);
      expect(await cli.json('templates', 'gallery', 'receipt')).toMatchObject({
        name: 'receipt',
        sample_model: { product: expect.anything() },
      });
      const copy = join(folder, '.gallery');
      const both = ['--create', '--into', copy, '--alias', 'bill'];
      expect(await cli.lines('templates', 'gallery', 'receipt', ...both)).toEqual([
        { alias: 'bill', folder: join(copy, 'bill') },
        { alias: 'bill', version: 1 },
      ]);
      expect(await cli.lines('templates', 'push', copy)).toEqual([{ alias: 'bill', outcome: 'unchanged', version: 1 }]);
      const rendered = await cli.json('templates', 'render', 'bill', '--model', `@${join(copy, 'bill/model.json')}`);
      expect(rendered).toMatchObject({ missing: [], subject: 'Your receipt from Larkspur: €40.00' });
      expect(await cli.run(['templates', 'gallery', '--create'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('name a template'),
      });
      expect(await cli.run(['templates', 'gallery', 'nothing'])).toMatchObject({ code: 1, stderr: expect.stringContaining('404') });
    });

    it('lists, shows and deletes', async () => {
      write('gone', { 'body.txt': 'x' });
      await cli.said('templates', 'push', folder, 'gone');
      expect(await cli.said('templates', 'list')).toMatch(/^gone +- +1 /m);
      expect(await cli.said('templates', 'get', 'gone')).toMatch(/^1 +yes +- /m);
      expect(await cli.json('templates', 'get', 'gone', '1')).toMatchObject({ version: 1, active: true, text_body: 'x' });
      expect(await cli.said('templates', 'delete', 'gone')).toBe('deleted gone\n');
    });
  });
});
