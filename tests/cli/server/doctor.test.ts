import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../support/fakes/certificate.ts';
import { startS3Server } from '../../support/fakes/s3-server.ts';
import { createCertificateFiles } from '../../support/mail/submission.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { bySubject, useDoctor } from './examination.ts';

describe('posthorn doctor', () => {
  const doctor = useDoctor();
  const { examine } = doctor;

  it('looks at the SMTP server as delivery would', async () => {
    const at = (user: string) => doctor.sink.url.replace('://', `://${user}@`);
    const place = `127.0.0.1:${doctor.sink.port}`;
    const entered = await examine({ PROVIDER_URL: at('ada:secret'), DATABASE_URL: 'sqlite::memory:' });
    expect(bySubject(entered.all, 'smtp')).toMatchObject({ state: 'warning', detail: `${place} answers without TLS` });
    const refused = await examine({ PROVIDER_URL: at('ada:wrong'), DATABASE_URL: 'sqlite::memory:' });
    expect(refused.code).toBe(1);
    expect(bySubject(refused.all, 'smtp')).toMatchObject({ state: 'failed', mend: expect.stringContaining('user and password') });
    const required = await examine({ PROVIDER_URL: `${doctor.sink.url}?tls=require`, DATABASE_URL: 'sqlite::memory:' });
    expect(bySubject(required.all, 'smtp')).toMatchObject({ state: 'failed', mend: expect.stringContaining('STARTTLS') });
    const fromTheStart = await examine({ PROVIDER_URL: doctor.sink.url.replace('smtp:', 'smtps:'), DATABASE_URL: 'sqlite::memory:' });
    expect(bySubject(fromTheStart.all, 'smtp')).toMatchObject({
      state: 'failed',
      detail: 'TLS: wrong version number',
      mend: expect.stringContaining('smtps:// where TLS is from the start'),
    });
  });

  it('looks at the name of the SMTP server in reverse', async () => {
    const away = { PROVIDER_URL: 'smtp://relay.test:1', DATABASE_URL: 'sqlite::memory:' };
    doctor.dns.add({ type: 'A', name: 'relay.test', value: '192.0.2.1' });
    expect(bySubject((await examine(away)).all, 'ptr relay.test')).toMatchObject({
      state: 'warning',
      mend: expect.stringContaining('PTR'),
    });
    doctor.dns.add({ type: 'PTR', name: '1.2.0.192.in-addr.arpa', value: 'relay.test' });
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    const file = join(folder, 'provider');
    writeFileSync(file, `${away.PROVIDER_URL}\n`);
    const inFile = { PROVIDER_URL_FILE: file, DATABASE_URL: away.DATABASE_URL };
    expect(bySubject((await examine(inFile)).all, 'ptr relay.test')).toMatchObject({ state: 'ok' });
    rmSync(folder, { recursive: true });
    expect(bySubject((await examine(away)).all, 'ptr relay.test')).toMatchObject({ state: 'ok', detail: 'relay.test' });
  });

  it('says which variable cannot be used', async () => {
    const { code, all } = await examine({ PORT: 'many' });
    expect(code).toBe(1);
    expect(all[0]).toMatchObject({ subject: 'configuration', state: 'failed', detail: 'PORT: must be a whole number from 0 to 65535' });
  });

  it('says which secret is too short', async () => {
    const { all } = await examine({ SECRET_KEY: 'short', OPERATOR_TOKEN: 'o'.repeat(16), DATABASE_URL: 'sqlite::memory:' });
    expect(all[0]).toMatchObject({ subject: 'configuration', state: 'warning', detail: expect.stringContaining('SECRET_KEY') });
  });

  it('says that MX records have no host to name, for reports or, where those have a domain of their own, for mail that domains receive', async () => {
    const listens = { INBOUND_SMTP_PORT: '25', OPERATOR_TOKEN: 'o'.repeat(16), DATABASE_URL: 'sqlite::memory:' };
    for (const environment of [listens, { ...listens, RETURN_PATH_DOMAIN: 'bounces.example.com' }])
      expect((await examine(environment)).all[0]).toMatchObject({ state: 'warning', mend: expect.stringContaining('SMTP_HOSTNAME') });
    const named = { ...listens, SMTP_HOSTNAME: 'mta.example.com', BASE_URL: 'http://192.0.2.1' };
    expect((await examine(named)).all[0]).toMatchObject({ state: 'ok' });
  });

  it('writes, reads and clears the place for files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    const s3 = await startS3Server();
    const look = async (url: string) => {
      const { code, all } = await examine({ BLOBS_URL: url, DATABASE_URL: 'sqlite::memory:' });
      return { code, ...bySubject(all, 'files') };
    };
    expect(await look('db:')).toMatchObject({ state: 'ok' });
    expect(await look(`file:${folder}`)).toMatchObject({ state: 'ok', detail: 'the directory can be written, read and cleared' });
    expect(await look(`file:${folder}/none`)).toMatchObject({ state: 'warning' });
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    expect(await look(`file:${folder}/file`)).toMatchObject({ code: 1, state: 'failed', mend: expect.stringContaining('directory') });
    expect(await look(s3.url)).toMatchObject({ state: 'ok', detail: 'the bucket can be written, read and cleared' });
    expect(s3.objects.size).toBe(0);
    s3.fail(({ method }) => (method === 'PUT' ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } : undefined));
    expect(await look(s3.url)).toMatchObject({ code: 1, state: 'failed', detail: expect.stringContaining('AccessDenied') });
    s3.fail(({ method }) => (method === 'GET' ? { status: 200, body: 'something else' } : undefined));
    expect(await look(s3.url)).toMatchObject({ code: 1, state: 'failed', detail: 'what was written does not come back' });
    expect(s3.objects.size).toBe(0);
    await s3.close();
    rmSync(folder, { recursive: true });
  });

  it('writes a temporary file, and leaves none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    const look = async (directory: string) => {
      const { code, all } = await examine({ TEMP_DIR: directory, DATABASE_URL: 'sqlite::memory:' });
      return { code, ...bySubject(all, 'temporary files') };
    };
    expect(await look(folder)).toMatchObject({ state: 'ok', detail: `${folder} can be written` });
    expect(readdirSync(folder)).toEqual([]);
    expect(await look(join(folder, 'none'))).toMatchObject({ code: 1, state: 'failed', mend: expect.stringContaining('TEMP_DIR') });
    rmSync(folder, { recursive: true });
  });

  it('looks at the certificates of the SMTP listeners, and until when they are good', async () => {
    const files = await createCertificateFiles();
    const look = async (change: Record<string, string> = {}) => {
      const { TLS_CERT_FILE, TLS_KEY_FILE } = files.environment;
      const { code, all } = await examine({
        DATABASE_URL: 'sqlite::memory:',
        TLS_CERT_FILE,
        TLS_KEY_FILE,
        SUBMISSION_PORT: '0',
        ...change,
      });
      return { code, ...bySubject(all, 'certificate') };
    };
    /** Has a certificate that ends in so many hours; returns on which day. */
    const replace = async (hours: number) => {
      const certificate = await createCertificate({ hours });
      files.replace(certificate);
      return new Date(new X509Certificate(certificate.cert).validTo).toISOString().slice(0, 10);
    };
    const names = 'TLS_CERT_FILE is for localhost, 127.0.0.1';
    const good = await replace(24 * 30);
    expect(await look()).toMatchObject({ state: 'ok', detail: `${names}, until ${good}` });
    const ending = await replace(24 * 2);
    expect(await look()).toMatchObject({
      state: 'warning',
      detail: `${names}, until ${ending}`,
      mend: expect.stringContaining('renew'),
    });
    const ended = await replace(-1);
    expect(await look()).toMatchObject({ code: 1, state: 'failed', detail: `${names}, and ended on ${ended}` });
    expect(await look({ TLS_KEY_FILE: '/nowhere/key.pem' })).toMatchObject({
      code: 1,
      detail: expect.stringContaining('/nowhere/key.pem'),
    });
    const { all } = await examine({ DATABASE_URL: 'sqlite::memory:', SUBMISSION_PORT: '587' });
    expect(all[0]).toMatchObject({ subject: 'configuration', state: 'failed', detail: expect.stringContaining('needs TLS_CERT_FILE') });
    rmSync(files.folder, { recursive: true });
  });

  it('makes no database where there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    const { stdout } = await posthorn(['doctor'], {
      environment: { DATABASE_URL: `sqlite:${folder}/p.db`, DNS_SERVERS: doctor.dns.address },
    });
    expect(stdout).toMatch(/^warning {2}database: there is none yet\n {9}→ the first posthorn serve makes it$/m);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('says where none can be made, and neither a directory for files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    writeFileSync(join(folder, 'file'), '');
    const { code, all } = await examine({ DATABASE_URL: `sqlite:${folder}/file/data/p.db`, BLOBS_URL: `file:${folder}/file/blobs` });
    const reason = expect.stringContaining('ENOTDIR');
    expect([code, bySubject(all, 'database'), bySubject(all, 'files')]).toMatchObject([
      1,
      { state: 'failed', detail: reason },
      { state: 'failed', detail: reason },
    ]);
    rmSync(folder, { recursive: true });
  });

  it('misses the key file of a SQLite file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'));
    const environment = { DATABASE_URL: `sqlite:${folder}/p.db` };
    await posthorn(['migrate'], { environment });
    const look = async () => bySubject((await examine(environment)).all, 'database');
    expect(await look()).toMatchObject({ state: 'ok' });
    rmSync(join(folder, 'p.db.key'));
    expect(await look()).toMatchObject({ state: 'failed', detail: expect.stringContaining(`needs its key file ${folder}/p.db.key`) });
    expect(readdirSync(folder)).not.toContain('p.db.key');
    rmSync(folder, { recursive: true });
  });
});
