import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';

describe.each(engines)('on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  const contact = async (email: string, attributes = {}): Promise<string> =>
    (await tenant.call('POST', '/v1/contacts', { body: { email, attributes } })).body.id;

  describe('posthorn audiences', () => {
    it('holds contacts', async () => {
      const { id } = await cli.json('audiences', 'create', 'Newsletter', '--description', 'Monthly');
      const [ada, bob] = [await contact('ada@example.net'), await contact('bob@example.net')];
      expect(await cli.said('audiences', 'add', id, ada, bob)).toBe(`${ada}: added\n${bob}: added\n`);
      expect(await cli.run(['audiences', 'add', id, ada, 'con_nobody'])).toMatchObject({
        code: 1,
        stdout: `${ada}: was a member\ncon_nobody: contact_not_found\n`,
      });
      expect(await cli.said('audiences', 'remove', id, bob)).toBe(`removed ${bob}\n`);
      expect(await cli.run(['audiences', 'add', id, 'no@body', 'Bob@example.net', bob, 'nobody@example.net'])).toMatchObject({
        code: 1,
        stdout: `${bob}: added\nno@body: invalid_email\nBob@example.net: was a member\nnobody@example.net: contact_not_found\n`,
      });
      expect((await cli.lines('audiences', 'add', id, 'bob@example.net'))[0]).toEqual({
        email: 'bob@example.net',
        contact_id: bob,
        added: false,
        error: null,
      });
      expect(await cli.lines('audiences', 'members', id, '--email', 'BOB@example.net')).toMatchObject([{ id: bob }]);
      expect(await cli.said('audiences', 'remove', id, 'Bob@example.net')).toBe('removed Bob@example.net\n');
      expect(await cli.said('audiences', 'remove', id, 'nobody@example.net')).toBe('no contact has the address nobody@example.net\n');
      expect((await cli.lines('audiences', 'members', id)).map(({ email }) => email)).toEqual(['ada@example.net']);
      expect(await cli.json('audiences', 'update', id, '--name', 'Letters')).toMatchObject({ name: 'Letters', description: 'Monthly' });
      expect(await cli.said('audiences', 'list')).toMatch(/ Letters +Monthly /);
      expect(await cli.said('audiences', 'delete', id)).toBe(`deleted ${id}\n`);
    });
  });

  describe('posthorn segments', () => {
    it('saves, tries and counts a filter', async () => {
      await contact('carl@example.net', { city: 'Ulm' });
      const filter = JSON.stringify({ field: 'attributes.city', op: 'eq', value: 'Ulm' });
      expect(await cli.said('segments', 'preview', filter)).toMatch(/^count {2}1$[\s\S]* carl@example\.net /m);
      const { id } = await cli.json('segments', 'create', 'Ulm', filter);
      expect(await cli.said('segments', 'count', id)).toBe('1\n');
      expect(await cli.lines('segments', 'contacts', id)).toMatchObject([{ email: 'carl@example.net' }]);
      expect(await cli.json('segments', 'update', id, '--name', 'Ulm and around')).toMatchObject({ name: 'Ulm and around' });
      expect(await cli.said('segments', 'list')).toContain('Ulm and around');
      expect(await cli.run(['segments', 'preview', '{}'])).toMatchObject({ code: 1, stderr: expect.stringContaining('invalid_filter') });
      expect(await cli.said('segments', 'delete', id)).toBe(`deleted ${id}\n`);
    });
  });

  describe('posthorn broadcasts', () => {
    it('drafts, sends and shows what became of it', async () => {
      const audience = await cli.json('audiences', 'create', 'Readers');
      await cli.said('audiences', 'add', audience.id, await contact('dora@example.net'));
      const draft = {
        name: 'Spring',
        subject: 'Hello',
        body_text: 'Hi',
        from: tenant.from,
        target_kind: 'audience',
        target_id: audience.id,
      };
      const { id } = await cli.json('broadcasts', 'create', JSON.stringify(draft));
      expect(await cli.json('broadcasts', 'update', id, '{"name":"Spring again"}')).toMatchObject({
        name: 'Spring again',
        status: 'draft',
      });
      expect(await cli.json('broadcasts', 'send', id)).toMatchObject({ id, status: 'sending' });
      await server.run('fanout');
      expect(await cli.lines('broadcasts', 'recipients', id)).toMatchObject([{ email: 'dora@example.net' }]);
      expect(await cli.said('broadcasts', 'list')).toContain('Spring again');
      expect(await cli.run(['broadcasts', 'delete', 'bc_none'])).toMatchObject({ code: 1 });
    });
  });

  describe('posthorn automations', () => {
    it('creates, activates and archives', async () => {
      const program = { trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps: [{ type: 'wait', seconds: 60 }] };
      const given = { name: 'Welcome', ...program };
      const { id } = await cli.json('automations', 'create', JSON.stringify(given));
      expect(await cli.json('automations', 'activate', id)).toMatchObject({ id, status: 'active' });
      const who = await contact('emil@example.net');
      const enrolled = await cli.lines('automations', 'enrollments', id);
      expect(enrolled.map(({ contact_id }) => contact_id)).toEqual([who]);
      expect(await cli.json('automations', 'archive', id)).toMatchObject({ status: 'archived' });
      expect(await cli.said('automations', 'list')).toMatch(/ Welcome +contact_created +archived /);
    });
  });

  describe('posthorn inbound', () => {
    it('shows received mail, and downloads its files', async () => {
      await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
      const mail = [
        'From: eve@example.net',
        `To: in@${tenant.domain.name}`,
        'Subject: Hello',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Hi there',
        '--b',
        'Content-Type: application/octet-stream',
        'Content-Disposition: attachment; filename=notes.bin',
        '',
        'the bytes',
        '--b--',
        '',
      ].join('\r\n');
      const headers = { 'Content-Type': 'message/rfc822' };
      await server.admin('POST', `/admin/inbound?rcpt=in@${tenant.domain.name}`, { body: mail, headers });
      await server.run('inbound');
      const [{ id }] = await cli.lines('inbound', 'list');
      expect(await cli.said('inbound', 'list')).toMatch(/ eve@example\.net +\S+ +Hello +1 /);
      expect(await cli.said('inbound', 'get', id)).toContain('Hi there');
      expect((await cli.said('inbound', 'attachment', id, '0')).trim()).toBe('the bytes');
    });
  });
});
