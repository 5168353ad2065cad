import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../sdk/service.ts';
import { engines } from '../support/engines.ts';
import { type DnsServer, startDnsServer } from '../support/fakes/dns-server.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine, posthornProcess } from '../support/processes/command-line.ts';
import { eventually } from '../support/wait.ts';

describe.each(engines)('on $name', (engine) => {
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer();
  });
  afterAll(() => dns.close());
  const server = useServer(engine, () => ({ DNS_SERVERS: dns.address }));
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  describe('posthorn domains', () => {
    it('shows the records to publish as a table', async () => {
      const shown = await cli.said('domains', 'add', 'table.example.com', '--inbound');
      expect(shown).toMatch(/^inbound +true$/m);
      expect(shown).toMatch(/^PURPOSE +STATUS +TYPE +NAME +PRIORITY +VALUE$/m);
      expect(shown).toMatch(/^dkim +pending +TXT +\S+\._domainkey\.table\.example\.com +- +v=DKIM1/m);
      expect(shown).toMatch(/^inbound +pending +MX +table\.example\.com +10 +127\.0\.0\.1: The service has no host name .*SMTP_HOSTNAME/m);
    });

    it('verifies, and waits for the records where it is to', async () => {
      const domain = await cli.json('domains', 'add', 'watch.example.com');
      expect(await cli.run(['domains', 'verify', domain.id, '--json'])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"pending"'),
      });
      const asked = dns.queries;
      const watching = cli.run(['domains', 'verify', domain.id, '--watch', '--every', '1', '--json']);
      await expect.poll(() => dns.queries).toBeGreaterThan(asked);
      dns.add(...domain.records);
      const { code, stdout } = await watching;
      expect({ code, domain: JSON.parse(stdout) }).toMatchObject({ code: 0, domain: { id: domain.id, status: 'verified' } });
    });

    it('shows what is there beside what should be', async () => {
      const { id, records } = await cli.json('domains', 'add', 'wrong.example.com');
      dns.add({ ...records[0], value: 'v=DKIM1; p=AAAA' });
      const { code, stdout } = await cli.run(['domains', 'verify', id]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^dkim +failed +TXT +\S+$/m);
      expect(stdout).toMatch(/^record +dkim\nexpected +v=DKIM1; k=rsa; p=\S+\nfound +v=DKIM1; p=AAAA$/m);
      expect(stdout).toMatch(/^record +dmarc\nexpected +v=DMARC1; p=none;\nfound +nothing$/m);
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

describe('posthorn domains verify --watch', () => {
  const domain = { id: 'dom_1', name: 'x.example', status: 'pending', records: [{ purpose: 'dkim', status: 'pending' }] };
  const args = ['domains', 'verify', 'dom_1', '--watch', '--every', '1'];

  it('waits for a service that is away for a while', async () => {
    const away = { status: 503, body: { error: 'service_unavailable', detail: 'Stopping.' } };
    const service = await startService({ body: domain }, away, 'reset', { body: { ...domain, status: 'verified' } });
    const { code, stderr } = await commandLine({ url: service.baseUrl }, { key: 'key' }).run(args);
    expect(code).toBe(0);
    const [waiting, stopping, ...gone] = stderr.split('\n');
    expect([waiting, stopping]).toEqual(['waiting for dkim pending', '503 service_unavailable: Stopping.; trying again']);
    expect(gone).toEqual([
      `the service at ${service.baseUrl} did not answer to the end, and may have done what was asked; trying again`,
      '',
    ]);
  });

  it('ends at once where there is none, or where it says no', async () => {
    const service = await startService({ body: domain }, { status: 404, body: { error: 'not_found' } });
    const cli = commandLine({ url: service.baseUrl }, { key: 'key' });
    expect(await cli.run(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^waiting for .*\nposthorn: 404 not_found /) });
    await service.stop();
    expect(await cli.run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be reached') });
  });

  it('is ended by Ctrl-C', async () => {
    const service = await startService({ body: domain });
    const watching = posthornProcess(args, { POSTHORN_URL: service.baseUrl, POSTHORN_API_KEY: 'key' });
    await eventually(async () => (watching.said().includes('waiting') ? true : undefined));
    watching.interrupt();
    expect(await watching.ended).toEqual({ code: null, stdout: '', stderr: 'waiting for dkim pending\n' });
  });
});
