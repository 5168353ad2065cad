import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';

describe.each(engines)('on $name', (engine) => {
  const folder = useFolder();
  const server = useServer(engine, { JOB_INTERVAL_MS: '100' });
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  describe('posthorn contacts', () => {
    it('makes, merges, shows and deletes', async () => {
      const made = await cli.json('contacts', 'upsert', 'Ada@example.net', '--attr', 'name=Ada', '--attributes', '{"age":36}');
      expect(made).toMatchObject({ email: 'ada@example.net', created: true, attributes: { name: 'Ada', age: 36 } });
      expect(await cli.json('contacts', 'upsert', 'ada@example.net', '--status', 'unsubscribed')).toMatchObject({ created: false });
      expect(await cli.said('contacts', 'get', made.id)).toMatch(/^attributes\n {2}age {3}36\n {2}name {2}Ada$/m);
      expect(await cli.said('contacts', 'list', '--status', 'unsubscribed')).toMatch(/ ada@example\.net +unsubscribed /);
      expect(await cli.lines('contacts', 'list', '--email', 'nobody@example.net')).toEqual([]);
      expect(await cli.run(['contacts', 'list', '--email', 'nobody@example.net'])).toEqual({
        code: 0,
        stdout: '',
        stderr: 'nothing found\n',
      });
      expect(await cli.said('contacts', 'delete', made.id)).toBe('deleted ada@example.net\n');
    });

    it('imports a file, shows its faults, and exports to a file or to stdout', async () => {
      const people = join(folder, 'people.csv');
      writeFileSync(people, 'email,city\nfay@example.net,Ulm\nnobody\n');
      const failed = join(folder, 'failed.csv');
      const shown = await cli.run(['contacts', 'import', people, '--failed', failed]);
      expect(shown).toMatchObject({ code: 1, stderr: '' });
      expect(shown.stdout).toMatch(/^status +done$/m);
      expect(shown.stdout).toMatch(/^ROW +ADDRESS +ERROR\n2 +nobody +\w+$/m);
      expect(readFileSync(failed, 'utf8')).toBe('import_row,import_error,email,city\n2,invalid_email,nobody\n');
      const again = await cli.run(['contacts', 'import', people]);
      expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^posthorn contacts failed-rows imp_\w+ has the rows/) });
      const [, id = ''] = /(imp_\w+)/.exec(again.stderr) ?? [];
      expect(await cli.said('contacts', 'failed-rows', id)).toBe(readFileSync(failed, 'utf8'));
      writeFileSync(people, 'E-Mail;city\nfay@example.net;Ulm\n');
      expect(await cli.json('contacts', 'import', people)).toMatchObject({ failed: 0, updated: 1, columns: ['E-Mail', 'city'] });
      const copy = join(folder, 'copy.csv');
      expect(await cli.said('contacts', 'export', copy)).toMatch(/^\d+ contacts in /);
      expect(readFileSync(copy, 'utf8')).toMatch(/,fay@example\.net,subscribed,\d+,\d+,.*Ulm/);
      expect(await cli.said('contacts', 'export')).toBe(readFileSync(copy, 'utf8'));
      writeFileSync(people, 'name\nFay\n');
      expect(await cli.run(['contacts', 'import', people])).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^error +missing_email_column\ncolumns +name$/m),
      });
      expect(await cli.run(['contacts', 'import', people, '--no-wait', '--failed', failed])).toMatchObject({ code: 2, stdout: '' });
      expect(await cli.run(['contacts', 'import', join(folder, 'gone.csv')])).toMatchObject({ code: 2, stdout: '' });
    });

    it('imports a file into an audience, and ends with 1 where there is none of that id', async () => {
      const people = join(folder, 'readers.csv');
      writeFileSync(people, 'email\ngus@example.net\n');
      const { id } = await cli.json('audiences', 'create', 'Readers');
      expect(await cli.json('contacts', 'import', people, '--audience', id)).toMatchObject({ status: 'done', audience_id: id });
      expect((await cli.lines('audiences', 'members', id)).map(({ email }) => email)).toEqual(['gus@example.net']);
      expect(await cli.run(['contacts', 'import', people, '--audience', 'aud_none'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('There is no such audience.'),
      });
    });

    it('imports a file of those who get no mail, and no status that there is not', async () => {
      const left = join(folder, 'left.csv');
      writeFileSync(left, 'email\nhal@example.net\n');
      await cli.json('contacts', 'upsert', 'hal@example.net');
      expect(await cli.json('contacts', 'import', left, '--status', 'cleaned')).toMatchObject({ updated: 1, contact_status: 'cleaned' });
      expect(await cli.lines('contacts', 'list', '--email', 'hal@example.net')).toMatchObject([{ status: 'cleaned' }]);
      expect(await cli.run(['contacts', 'import', left, '--status', 'gone'])).toMatchObject({ code: 2, stdout: '' });
    });

    it.each(['status', 'unsubscribed', 'UNSUB_TIME', 'Opt-Out', 'Subscribed'])('says that a column %s decides nothing', async (column) => {
      const exported = join(folder, 'exported.csv');
      writeFileSync(exported, `email,${column}\nida@example.net,yes\n`);
      const note = `the column ${column} has become an attribute, and new contacts are subscribed`;
      expect(await cli.run(['contacts', 'import', exported])).toMatchObject({ code: 0, stderr: expect.stringContaining(note) });
      expect(await cli.run(['contacts', 'import', exported, '--status', 'cleaned'])).toMatchObject({ code: 0, stderr: '' });
    });

    it('lets no name steer the terminal', async () => {
      const { id } = await cli.json(
        'contacts',
        'upsert',
        'eve@example.net',
        '--attr',
        'name=\u001b[2JEve',
        '--attr',
        'f=\u202e\u061cgpj.exe',
      );
      const said = await cli.said('contacts', 'get', id);
      expect(said).toContain('\ufffd[2JEve');
      expect(said).toContain('\ufffd\ufffdgpj.exe');
    });
  });

  describe('posthorn suppressions', () => {
    it('suppresses an address for the tenant, or for all', async () => {
      expect(await cli.json('suppressions', 'add', 'a@example.net')).toMatchObject({ email: 'a@example.net', reason: 'manual' });
      expect(await cli.json('suppressions', 'add', 'b@example.net', '--global')).toMatchObject({ email: 'b@example.net' });
      expect((await cli.lines('suppressions', 'list', '--reason', 'manual')).map(({ email }) => email)).toEqual(['a@example.net']);
      expect((await cli.lines('suppressions', 'list', '--global')).map(({ email }) => email)).toEqual(['b@example.net']);
      expect(await cli.said('suppressions', 'remove', 'a@example.net')).toBe('removed a@example.net\n');
      expect(await cli.said('suppressions', 'remove', 'b@example.net', '--global')).toBe('removed b@example.net\n');
    });

    it('suppresses the addresses of a file, a hundred at a time', async () => {
      const bounced = join(folder, 'bounced.txt');
      const addresses = Array.from({ length: 120 }, (_, n) => `f${n}@example.net`);
      writeFileSync(bounced, `\uFEFF${addresses.join('\r\n')}\r\n\r\nnobody\r\n`);
      const shown = await cli.run(['suppressions', 'add', 'f0@example.net', '--file', bounced]);
      expect(shown).toMatchObject({ code: 1, stderr: '' });
      expect(shown.stdout.split('\n').slice(-3)).toEqual(['f119@example.net: added', 'nobody: invalid_email', '']);
      const listed = await cli.lines('suppressions', 'list', '--all');
      expect(listed.map(({ email }) => email).sort()).toEqual([...addresses].sort());
      writeFileSync(bounced, '\n');
      expect(await cli.run(['suppressions', 'add', '--file', bounced])).toMatchObject({ code: 2, stdout: '' });
      expect(await cli.run(['suppressions', 'add'])).toMatchObject({ code: 2, stdout: '' });
    });
  });

  describe('posthorn usage', () => {
    it('shows what is used', async () => {
      expect(await cli.json('usage')).toMatchObject({ plan: 'payg', daily: { used: 0 } });
      expect(await cli.said('usage')).toMatch(/^plan +payg$/m);
    });
  });
});
