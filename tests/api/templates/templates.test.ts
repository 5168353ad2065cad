import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { forEach } from '../../support/wait.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

describe.each(engines)('templates on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);
  const stranger = useTenant(server);
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const create = (body: object) => tenant.call('POST', '/v1/templates', { body });
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const answer = async (method: string, path: string, as = tenant) => {
    const { status, body } = await as.call(method, path);
    return { status, body };
  };

  describe('POST /v1/templates', () => {
    it('creates the shell', async () => {
      const at = await now();
      const { status, body } = await create({ alias: 'Welcome.mail_1-a', name: '  Welcome  ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^tpl_[0-9a-z]{26}$/),
        alias: 'Welcome.mail_1-a',
        name: 'Welcome',
        active_version: null,
        created_at: at,
        updated_at: at,
      });
    });

    it.each([
      ['no name', {}],
      ['a name that is null', { name: null }],
    ])('takes %s', async (_case, change) => {
      const { status, body } = await create({ alias: 'plain', ...change });
      expect([status, body.name]).toEqual([201, null]);
    });

    it.each(['a', 'Z9', `a${'x'.repeat(99)}`])('takes the alias %s', async (alias) => {
      expect((await create({ alias })).status).toBe(201);
    });

    it.each([['', '9a', '_a', '-a', '.a', ' a', 'a b', 'a/b', 'ä', 'a\n', `a${'x'.repeat(100)}`]])(
      'refuses other aliases',
      async (...aliases) => {
        for (const alias of aliases) {
          expect(await create({ alias })).toMatchObject({ status: 422, body: { error: 'invalid_alias', detail: expect.any(String) } });
        }
      },
    );

    it.each([
      ['no alias', {}, { error: 'missing_field', field: 'alias' }],
      ['an alias that is null', { alias: null }, { error: 'missing_field', field: 'alias' }],
      ['an alias that is no string', { alias: 7 }, { error: 'validation_failed', field: 'alias' }],
      ['a blank name', { alias: 'a', name: '  ' }, { error: 'validation_failed', field: 'name' }],
      ['a name over 255 characters', { alias: 'a', name: 'x'.repeat(256) }, { error: 'validation_failed', field: 'name', max: 255 }],
    ])('refuses %s', async (_case, body, error) => {
      expect(await create(body)).toMatchObject({ status: 422, body: error });
    });

    it('refuses an alias that the tenant has, in exactly this spelling', async () => {
      await create({ alias: 'welcome' });
      const { status, body } = await create({ alias: 'welcome' });
      expect(status).toBe(409);
      expect(body).toEqual({ error: 'alias_taken', detail: expect.any(String), alias: 'welcome' });
      expect((await create({ alias: 'Welcome' })).status).toBe(201);
      expect((await stranger.call('POST', '/v1/templates', { body: { alias: `own-${tenant.id}` } })).status).toBe(201);
      expect((await create({ alias: `own-${tenant.id}` })).status).toBe(201);
    });

    it('gives an alias once, however many ask', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => create({ alias: 'raced' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    });
  });

  describe('how many there may be', () => {
    it('ends at a thousand, but says of an alias that it is taken', async () => {
      await forEach([...Array(1000).keys()], (index) => create({ alias: `t${index}` }));
      const refused = await create({ alias: 'one-more' });
      expect(refused).toMatchObject({ status: 422, body: { error: 'template_limit_reached', limit: 1000, detail: expect.any(String) } });
      expect(await create({ alias: 't7' })).toMatchObject({ status: 409, body: { error: 'alias_taken' } });
      await tenant.call('DELETE', '/v1/templates/t7');
      expect((await create({ alias: 'one-more' })).status).toBe(201);
    });
  });

  describe('GET /v1/templates', () => {
    it('lists every template on one page, newest first', async () => {
      for (let count = 0; count < 30; count += 1) {
        await create({ alias: `t${count}` });
        if (count % 10 === 0) await advance(1);
      }
      const { status, body } = await tenant.call('GET', '/v1/templates?limit=5&cursor=nonsense');
      expect(status).toBe(200);
      expect(body.next_cursor).toBeNull();
      expect(body.data.map(({ alias }: { alias: string }) => alias)).toEqual(Array.from({ length: 30 }, (_, n) => `t${29 - n}`));
      expect(body.data[0]).toEqual((await create({ alias: 'x' }).then(() => tenant.call('GET', '/v1/templates'))).body.data[1]);
    });

    it('is empty for a tenant without any', async () => {
      expect(await answer('GET', '/v1/templates')).toEqual({ status: 200, body: { data: [], next_cursor: null } });
    });
  });

  describe('GET /v1/templates/{alias}', () => {
    it('answers the template with its versions, newest first', async () => {
      const { body: shell } = await create({ alias: 'welcome' });
      expect((await tenant.call('GET', '/v1/templates/welcome')).body).toEqual({ ...shell, versions: [] });
      const versions = [];
      for (const activate of [true, true, false]) {
        await advance(5);
        const body = { subject: 'S', html_body: '<p>{{ a }}</p>', text_body: 'T', activate };
        versions.unshift((await tenant.call('POST', '/v1/templates/welcome/versions', { body })).body);
      }
      const { status, body } = await tenant.call('GET', '/v1/templates/welcome');
      expect(status).toBe(200);
      expect(body).toEqual({
        ...shell,
        active_version: 2,
        updated_at: shell.created_at + 15,
        versions: versions.map(({ html_body, text_body, ...version }) => ({ ...version, active: version.version === 2 })),
      });
      expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    });

    it('does not know a missing or a foreign one, nor another spelling', async () => {
      await create({ alias: 'welcome' });
      for (const path of ['/v1/templates/none', '/v1/templates/Welcome', `/v1/templates/${'x'.repeat(500)}`]) {
        expect(await answer('GET', path)).toEqual(NOT_FOUND);
      }
      expect(await answer('GET', '/v1/templates/welcome', stranger)).toEqual(NOT_FOUND);
    });
  });

  describe('DELETE /v1/templates/{alias}', () => {
    it('deletes the template and frees its alias', async () => {
      const { body: shell } = await create({ alias: 'welcome' });
      for (let count = 0; count < 20; count += 1) {
        await tenant.call('POST', '/v1/templates/welcome/versions', { body: { text_body: `${count}` } });
      }
      expect(await answer('DELETE', '/v1/templates/welcome', stranger)).toEqual(NOT_FOUND);
      expect(await answer('DELETE', '/v1/templates/welcome')).toEqual({
        status: 200,
        body: { deleted: true, id: shell.id, alias: 'welcome' },
      });
      expect(await answer('DELETE', '/v1/templates/welcome')).toEqual(NOT_FOUND);
      expect(await answer('GET', '/v1/templates/welcome')).toEqual(NOT_FOUND);
      const { body: next } = await create({ alias: 'welcome' });
      expect(next.id).not.toBe(shell.id);
      expect((await tenant.call('GET', '/v1/templates/welcome')).body.versions).toEqual([]);
      const { body: version } = await tenant.call('POST', '/v1/templates/welcome/versions', { body: { text_body: 'new' } });
      expect(version.version).toBe(1);
    });
  });

  it('are not for a key that may only send', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'k', permission: 'sending_access' } });
    await create({ alias: 'welcome' });
    for (const [method, path] of [
      ['GET', '/v1/templates'],
      ['POST', '/v1/templates'],
      ['GET', '/v1/templates/welcome'],
      ['DELETE', '/v1/templates/welcome'],
      ['POST', '/v1/templates/welcome/versions'],
      ['POST', '/v1/templates/welcome/versions/1/activate'],
      ['POST', '/v1/templates/welcome/render'],
    ] as const) {
      expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    }
  });
});
