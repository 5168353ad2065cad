import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';

describe.each(engines)('names instead of ids on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  const made = async (path: string, body: object): Promise<string> => (await tenant.call('POST', path, { body })).body.id;

  it('are taken for what the tenant has', async () => {
    const domain = await made('/v1/domains', { name: 'bücher.example' });
    const contact = await made('/v1/contacts', { email: 'ada@example.net' });
    const audience = await made('/v1/audiences', { name: 'News letter' });
    const segment = await made('/v1/segments', { name: 'All', filter: { field: 'status', op: 'eq', value: 'subscribed' } });
    await made('/v1/automations', { name: 'Welcome', trigger_kind: 'contact_created', steps: [{ type: 'exit' }] });
    const broadcast = await made('/v1/broadcasts', { name: 'Spring', subject: 'Spring', body_text: 'Hi' });
    const webhook = await made('/v1/webhooks', { url: 'https://example.com/hooks', events: ['*'] });
    const key = await made('/v1/api-keys', { name: 'shop', permission: 'sending_access' });
    expect(await cli.json('domains', 'get', 'Bücher.example')).toMatchObject({ id: domain });
    expect(await cli.json('contacts', 'get', 'Ada@example.net')).toMatchObject({ id: contact });
    expect(await cli.json('audiences', 'get', 'News letter')).toMatchObject({ id: audience });
    expect(await cli.json('segments', 'count', 'All')).toMatchObject({ segment_id: segment, count: 1 });
    expect(await cli.json('automations', 'simulate', 'Welcome', 'ada@example.net')).toMatchObject({ ended: 'completed' });
    expect(await cli.json('broadcasts', 'preview', 'Spring', '--contact', 'ada@example.net')).toMatchObject({
      sample: { contact_id: contact },
    });
    expect(await cli.said('broadcasts', 'delete', 'Spring')).toBe(`deleted ${broadcast}\n`);
    expect(await cli.said('webhooks', 'delete', 'https://example.com/hooks')).toBe(`deleted ${webhook}\n`);
    expect(await cli.said('keys', 'delete', 'shop')).toBe(`revoked ${key}\n`);
  });

  it('are taken by the operator, who names keys of other tenants', async () => {
    const { id } = await cli.json('tenants', 'create', 'Acme');
    const { id: key } = await cli.json('keys', 'create', 'first', '--tenant', 'Acme');
    expect(await cli.json('tenants', 'get', 'Acme')).toMatchObject({ id });
    expect(await cli.said('keys', 'delete', 'first', '--tenant', 'Acme')).toBe(`revoked ${key}\n`);
    const { email } = await cli.json('people', 'invite', 'Eve@example.net', '--operator');
    expect(email).toBe('eve@example.net');
    const unknown = await cli.run(['people', 'suspend', 'eve@example.net']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no person eve@example.net') });
    const restricted = ['keys', 'create', 'x', '--permission', 'sending_access', '--domain', 'example.com', '--tenant', 'Acme'];
    expect(await cli.run(restricted)).toMatchObject({ code: 2, stderr: expect.stringContaining('by its id') });
  });

  it('are refused if nothing has them, or several things have', async () => {
    expect(await cli.run(['domains', 'verify', 'nowhere.example'])).toMatchObject({
      code: 1,
      stderr: 'posthorn: 404 not_found: there is no domain nowhere.example: posthorn domains list shows what there is\n',
    });
    const ids = [await made('/v1/audiences', { name: 'Twice' }), await made('/v1/audiences', { name: 'Twice' })];
    const { code, stderr } = await cli.run(['audiences', 'delete', 'Twice']);
    expect(code).toBe(2);
    for (const id of ids) expect(stderr).toContain(id);
    expect(await cli.json('audiences', 'get', ids[0] ?? '')).toMatchObject({ name: 'Twice' });
  });

  it.each([' ', '\t', '\u00a0', '@', 'ada'])('do not mean the only contact of a tenant: %j', async (name) => {
    const { key, call } = await server.mint();
    const alone = commandLine(server, { key });
    await call('POST', '/v1/contacts', { body: { email: 'ada@example.net' } });
    expect(await alone.run(['contacts', 'delete', name])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no contact'),
    });
    expect((await call('GET', '/v1/contacts')).body.data).toHaveLength(1);
  });

  it('may begin as an id does, where they are addresses', async () => {
    const id = await made('/v1/contacts', { email: 'con_sales@example.net' });
    expect(await cli.json('contacts', 'get', 'con_sales@example.net')).toMatchObject({ id });
  });

  it('are announced by the help', async () => {
    expect(await cli.said('domains', 'verify', '--help')).toMatch(/^ {2}domain +its id or name$/m);
    expect(await cli.said('contacts', 'get', '--help')).toMatch(/^ {2}contact +its id or address$/m);
  });
});
