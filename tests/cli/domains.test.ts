import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { engines } from '../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../support/server.ts';

describe.each(engines)('on $name', (engine) => {
  let server: TestServer;
  let dns: DnsServer;
  let tenant: TestTenant;
  let cli: ReturnType<typeof commandLine>;
  beforeAll(async () => {
    dns = await startDnsServer();
    server = await startTestServer(engine, { DNS_SERVERS: dns.address });
    tenant = await server.mint();
    cli = commandLine({ url: server.url, key: tenant.key });
  });
  afterAll(async () => {
    await server.stop();
    await dns.close();
  });

  describe('posthorn domains', () => {
    it('shows the records to publish as a table', async () => {
      const shown = await cli.said('domains', 'add', 'table.example.com', '--inbound');
      expect(shown).toMatch(/^inbound +true$/m);
      expect(shown).toMatch(/^PURPOSE +STATUS +TYPE +NAME +PRIORITY +VALUE$/m);
      expect(shown).toMatch(/^dkim +pending +TXT +\S+\._domainkey\.table\.example\.com +- +v=DKIM1/m);
    });

    it('verifies, and waits for the records where it is to', async () => {
      const domain = await cli.json('domains', 'add', 'watch.example.com');
      expect(await cli.run(['domains', 'verify', domain.id, '--json'])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"pending"'),
      });
      const asked = dns.queries;
      const watching = cli.run(['domains', 'verify', domain.id, '--watch', '--every', '1', '--json']);
      await expect.poll(() => dns.queries, { timeout: 20_000 }).toBeGreaterThan(asked);
      dns.add(...domain.records);
      const { code, stdout } = await watching;
      expect({ code, domain: JSON.parse(stdout) }).toMatchObject({ code: 0, domain: { id: domain.id, status: 'verified' } });
    });

    it('changes, lists and deletes', async () => {
      const { id } = await cli.json('domains', 'add', 'change.example.com');
      expect(await cli.json('domains', 'update', id, '--open-tracking')).toMatchObject({ open_tracking: true, click_tracking: false });
      expect(await cli.json('domains', 'update', id, '--no-open-tracking')).toMatchObject({ open_tracking: false });
      expect(await cli.said('domains', 'list')).toMatch(/ change\.example\.com +pending /);
      expect(await cli.said('domains', 'delete', id)).toBe(`deleted ${id}\n`);
      expect(await cli.run(['domains', 'get', id])).toMatchObject({ code: 1 });
    });

    it('adds a verified one for a tenant, as the operator', async () => {
      const flags = ['--tenant', tenant.id, '--verified'];
      expect(await cli.json('domains', 'add', 'given.example.com', ...flags)).toMatchObject({ status: 'verified' });
      expect(await cli.run(['domains', 'add', 'given.example.com', '--verified'])).toMatchObject({ code: 2 });
    });
  });
});
