import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useServer } from '../support/posthorn.ts';
import { commandLine, posthorn } from '../support/processes/command-line.ts';
import { startTestServer } from '../support/server.ts';

describe.each(engines)('on $name', (engine) => {
  const server = useServer(engine);
  const cli = commandLine(server);

  describe('posthorn tenants', () => {
    it('creates, changes and deletes a tenant', async () => {
      const tenant = await cli.json('tenants', 'create', 'Acme', '--plan', 'payg', '--daily-quota', 'none', '--rate-limit', '7');
      expect(tenant).toMatchObject({ name: 'Acme', plan: 'payg', overrides: { daily_quota: -1, rate_limit: 7, contact_limit: null } });
      expect(await cli.json('tenants', 'update', tenant.id, '--suspend', '--rate-limit', 'plan')).toMatchObject({
        name: 'Acme',
        suspended: true,
        overrides: { daily_quota: -1, rate_limit: null },
      });
      expect(await cli.json('tenants', 'credits', tenant.id, '50')).toMatchObject({ emails: 50 });
      expect(await cli.said('tenants', 'get', tenant.id)).toMatch(/^credits_balance +50$/m);
      expect(await cli.run(['tenants', 'delete', tenant.id])).toMatchObject({ code: 2, stdout: '' });
      expect(await cli.said('tenants', 'delete', tenant.id, '--yes')).toBe(`deleted ${tenant.id}\n`);
      expect(await cli.run(['tenants', 'get', tenant.id])).toMatchObject({ code: 1, stdout: '' });
    });

    it('lists as a table, and as a document a line, over pages', async () => {
      for (let made = 0; made < 3; made += 1) await server.mint();
      const table = (await cli.said('tenants', 'list', '--limit', '2')).split('\n');
      expect(table[0]).toMatch(/^ID +NAME +PLAN +STATE +CREDITS +CREATED$/);
      expect(table).toHaveLength(4);
      expect((await cli.lines('tenants', 'list', '--limit', '1')).length).toBe(1);
      expect((await cli.lines('tenants', 'list', '--all')).length).toBeGreaterThanOrEqual(3);
    });

    it('gives a tenant its first key', async () => {
      const { id } = await cli.json('tenants', 'create', 'New');
      const key = await cli.json('keys', 'create', 'first', '--tenant', id);
      expect(await cli.lines('keys', 'list', '--tenant', id)).toEqual([expect.objectContaining({ id: key.id, name: 'first' })]);
      const own = commandLine(server, key);
      const second = await own.json('keys', 'create', 'second');
      expect(await own.said('keys', 'list')).toContain(second.prefix);
      expect(await own.said('keys', 'delete', second.id)).toBe(`revoked ${second.id}\n`);
      expect(await cli.said('keys', 'delete', key.id, '--tenant', id)).toBe(`revoked ${key.id}\n`);
    });

    it('says what is missing where the service has no operator', async () => {
      const closed = await startTestServer(engine, { OPERATOR_TOKEN: '' });
      const { code, stderr } = await commandLine({ url: closed.url }).run(['tenants', 'list']);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('or the service has no OPERATOR_TOKEN') });
      await closed.stop();
    });

    it('needs the token of the operator', async () => {
      const { code, stderr } = await posthorn(['tenants', 'list'], { environment: { POSTHORN_URL: server.url } });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: 'posthorn: OPERATOR_TOKEN is not set: export it (after npm start: set -a; . data/demo.env; set +a)\n',
      });
      const wrong = await cli.run(['tenants', 'list'], { environment: { OPERATOR_TOKEN: 'a-token-of-somebody-else' } });
      expect(wrong).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^posthorn: 401 unauthorized .+ \(check POSTHORN_API_KEY, or OPERATOR_TOKEN: .+\)\n$/),
      });
    });
  });

  describe('posthorn jobs', () => {
    it('runs a job and shows the queues', async () => {
      expect(await cli.json('jobs', 'run', 'cleanup')).toEqual({ ran: expect.any(Number) });
      expect(await cli.said('jobs', 'stats')).toMatch(/^QUEUE +WAITING +ACTIVE +OLDEST \(MS\)$/m);
      expect(await cli.json('jobs', 'stats')).toMatchObject({ in_doubt: 0, queues: { deliver: { waiting: 0 } } });
      const unknown = await cli.run(['jobs', 'run', 'nothing']);
      expect(unknown).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^posthorn: 404 not_found: the jobs are automations, .+, webhooks /),
      });
      for (const name of /the jobs are (.+) request_id/.exec(unknown.stderr)?.[1]?.split(', ') ?? [])
        expect(await cli.run(['jobs', 'run', name])).toMatchObject({ code: 0 });
    });
  });
});
