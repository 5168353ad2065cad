import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCertificateFiles } from '../../support/certificate-files.ts';
import { engines } from '../../support/engines.ts';
import { type LoggedInProxy, startLoggedInProxy } from '../../support/mail/logged-in-proxy.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';
import { eventually } from '../../support/wait.ts';

const SOURCE = '/usr/sbin/smtp-source';
const SESSIONS = 20;
/** More by SOURCE_MAILS, such as 10000. */
const MAILS = Number(process.env.SOURCE_MAILS ?? 300);

const hasSource = existsSync(SOURCE);
if (!hasSource) console.warn(`no mail is handed over by smtp-source: there is no ${SOURCE} (in Debian it is in the package postfix)`);

const files = useCertificateFiles();

describe.skipIf(!hasSource).each(engines)("Postfix's smtp-source on $name", (engine) => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...files.environment, PROVIDER_URL: sink.url }));
  const tenant = useTenant(server, { rate_limit: -1, daily_quota: -1 });
  let proxy: LoggedInProxy;
  beforeAll(async () => {
    proxy = await startLoggedInProxy(server.submissionsPort, tenant.key);
  });
  afterAll(() => proxy.close());

  it('hands over as many mails as are delivered, each once', { timeout: 900_000 }, async () => {
    // It ends with an error at the first mail that is not taken. Recipients have a number each.
    const mails = ['-d', '-N', '-s', String(SESSIONS), '-m', String(MAILS), '-S', 'From smtp-source'];
    await promisify(execFile)(SOURCE, [...mails, '-f', tenant.from, '-t', 'user@example.net', `127.0.0.1:${proxy.port}`]);
    const { body } = await server.admin('GET', '/admin/stats');
    expect(Object.values<number>(body.messages).reduce((sum, count) => sum + count, 0)).toBe(MAILS);
    await sink.waitFor(MAILS);
    await eventually(async () => ((await server.admin('GET', '/admin/stats')).body.messages.sent === MAILS ? true : undefined));
    expect(new Set(sink.mails.flatMap(({ envelope }) => envelope.to)).size).toBe(MAILS);
    expect(sink.mails).toHaveLength(MAILS);
  });
});
