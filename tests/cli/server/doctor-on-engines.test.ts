import { describe, expect, it } from 'vitest';
import { useCertificateFiles } from '../../support/certificate-files.ts';
import { engines } from '../../support/engines.ts';
import { freePort } from '../../support/free-port.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { commandLine } from '../../support/processes/command-line.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { startTestServer } from '../../support/server.ts';
import { bySubject, useDoctor } from './examination.ts';

describe('posthorn doctor', () => {
  const doctor = useDoctor();
  const { examine } = doctor;

  describe.each(engines)('on $name', (engine) => {
    const files = useCertificateFiles();
    const server = useServer(engine, () => ({ DNS_SERVERS: doctor.dns.address, SMTP_HOSTNAME: 'mta.example.com', ...files.environment }));
    const tenant = useTenant(server);

    it('tells the key that a database is sealed with from others', async () => {
      const database = await engine.create();
      const [before, after] = ['b'.repeat(32), 'a'.repeat(32)];
      const server = await spawnServer({ DATABASE_URL: database.url, SECRET_KEY: before });
      await server.end('SIGTERM');
      const look = async (keys: Record<string, string>) => {
        const { code, all } = await examine({ DATABASE_URL: database.url, ...keys });
        return { code, ...bySubject(all, 'database') };
      };
      expect(await look({ SECRET_KEY: after })).toMatchObject({ code: 1, detail: 'it is sealed with another key than SECRET_KEY' });
      expect(await look({ SECRET_KEY: after, SECRET_KEY_PREVIOUS: before })).toMatchObject({ state: 'ok' });
      await database.drop();
    });

    it('names what none of the keys opens that are set', async () => {
      const database = await engine.create();
      const [first, second, third] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)];
      const mintedUnder = async (keys: Record<string, string>) => {
        const server = await startTestServer(engine, { ...BY_HAND, ...keys }, database);
        const { domain } = await server.mint();
        await server.stop();
        return domain.id;
      };
      await mintedUnder({ SECRET_KEY: first });
      const id = await mintedUnder({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first });
      await mintedUnder({ SECRET_KEY: third, SECRET_KEY_PREVIOUS: first });
      const look = async (previous: string) => {
        const keys = { SECRET_KEY: third, SECRET_KEY_PREVIOUS: previous };
        return bySubject((await examine({ DATABASE_URL: database.url, ...keys })).all, 'database');
      };
      expect(await look(first)).toMatchObject({
        state: 'failed',
        detail: `the dkim_private_key of ${id} is sealed with a key that is not set`,
        mend: expect.stringContaining('SECRET_KEY_PREVIOUS'),
      });
      expect(await look(`${first},${second}`)).toMatchObject({ state: 'ok' });
      await database.drop();
    });

    it('sees whether mail to be sent is taken over SMTP', async () => {
      const ports = { SUBMISSION_PORT: String(server.submissionPort), SUBMISSIONS_PORT: String(server.submissionsPort) };
      const { all } = await examine({ DATABASE_URL: 'sqlite::memory:', ...files.environment, ...ports, SUBMISSION_HOST: '0.0.0.0' });
      const found = all.filter(({ subject }) => subject === 'submission');
      expect(found.map(({ state, detail }) => [state, detail])).toEqual(
        Object.values(ports).map((port) => ['ok', `127.0.0.1:${port} answers over TLS`]),
      );
      const closed = { SUBMISSION_PORT: String(await freePort()) };
      const other = await examine({ DATABASE_URL: 'sqlite::memory:', ...files.environment, SUBMISSIONS_PORT: '0', ...closed });
      expect(bySubject(other.all, 'submission')).toMatchObject({ state: 'warning', mend: expect.stringContaining('ROLE=all or api') });
    });

    it('says which records are missing, differ or are right', async () => {
      const cli = commandLine(server, tenant);
      const domain = await cli.json('domains', 'add', 'doctor.example.com', '--inbound', '--click-tracking');
      const [dkim, dmarc] = ['dkim', 'dmarc'].map((purpose) =>
        domain.records.find((record: { purpose: string }) => record.purpose === purpose),
      );
      doctor.dns.add(dkim, { type: 'MX', name: 'doctor.example.com', value: 'elsewhere.test', priority: 10 });
      const { code, all } = await examine({ ...cli.environment(), DATABASE_URL: 'sqlite::memory:' });
      expect(code).toBe(1);
      expect(bySubject(all, 'domain doctor.example.com')).toMatchObject({ state: 'failed', mend: expect.stringContaining(domain.id) });
      expect(bySubject(all, `dkim ${dkim.name}`)).toMatchObject({ state: 'ok' });
      expect(bySubject(all, `dmarc ${dmarc.name}`)).toMatchObject({ state: 'warning', mend: `publish TXT ${dmarc.name} ${dmarc.value}` });
      expect(bySubject(all, 'inbound doctor.example.com')).toMatchObject({ state: 'warning', detail: 'says elsewhere.test' });
      expect(bySubject(all, 'tracking links.doctor.example.com')).toMatchObject({
        state: 'warning',
        detail: expect.stringContaining('LINK_BASE_URL'),
      });
    });

    it('looks for no records of a name that DNS never knows', async () => {
      const own = await server.mint();
      const cli = commandLine(server, own);
      await cli.said('domains', 'add', 'demo.posthorn.test', '--tenant', own.id, '--verified');
      const { all } = await examine({ ...cli.environment(), DATABASE_URL: 'sqlite::memory:' });
      const about = all.filter(({ subject }) => subject.includes('demo.posthorn.test'));
      expect(about).toMatchObject([{ subject: 'domain demo.posthorn.test', state: 'ok' }]);
    });

    it('sees that links under a domain do not open, also of a server that runs', async () => {
      const links = { LINK_BASE_URL: 'http://links.posthorn.example', LINKS_BY_DOMAIN: 'true' };
      const database = await engine.create();
      const keys = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) };
      const other = await startTestServer(engine, { ...BY_HAND, ...keys, ...links, DNS_SERVERS: doctor.dns.address }, database);
      const own = await other.mint();
      const body = { name: 'doctor.invalid', click_tracking: true };
      const domain = (await own.call('POST', '/v1/domains', { body })).body;
      doctor.dns.add(...domain.records);
      await own.call('POST', `/v1/domains/${domain.id}/verify`);
      const look = async (change: Record<string, string>) => (await examine({ ...keys, ...change })).all;
      const told = { state: 'warning', detail: expect.stringContaining('links.doctor.invalid do not open') };
      expect(bySubject(await look(links), 'links')).toMatchObject(told);
      expect(bySubject(await look({}), 'links')).toBeUndefined();
      await other.stop();
      await database.drop();
    });

    it('sees that the database is empty', async () => {
      const database = await engine.createEmpty();
      const { all } = await examine({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) });
      await database.drop();
      expect(bySubject(all, 'database')).toMatchObject({
        state: 'failed',
        detail: 'it is empty',
        mend: 'run posthorn migrate',
      });
    });
  });
});
