import { type Config, type ProviderScheme, providerSchemeOf } from '../config.ts';
import { SMTPConnection } from '../provider/nodemailer.ts';
import { parseSmtpUrl, type SmtpSettings } from '../provider/smtp-url.ts';
import { type Finding, found, reasonOf } from './finding.ts';

type SmtpConfig = Pick<Config, 'PROVIDER_URL' | 'SMTP_HOSTNAME'>;

const SMTP = 'smtp';
const TIMEOUT_MS = 10_000;

/** How to mend what nodemailer says went wrong, by its code. */
const MEND: Readonly<Record<string, string>> = {
  EAUTH: 'see that PROVIDER_URL has the right user and password, percent-encoded',
  ETLS: 'see that the server offers STARTTLS with a valid certificate, or choose ?tls= and ?tls_verify= in PROVIDER_URL',
  EDNS: 'see that the host in PROVIDER_URL is spelt right and has an address',
  ESOCKET:
    'see that host and port in PROVIDER_URL are right, that a firewall lets port 25, 465 or 587 out, and that the certificate is valid',
};

const mendFor = (error: unknown): string =>
  (error instanceof Error && 'code' in error ? MEND[String(error.code)] : undefined) ??
  'see that host and port in PROVIDER_URL are right, and that a firewall lets port 25, 465 or 587 out';

const connectionTo = ({ host, port, implicitTls, tls, verify }: SmtpSettings, hostname: string | undefined) =>
  new SMTPConnection({
    host,
    port,
    secure: implicitTls,
    requireTLS: tls === 'require',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: verify },
    name: hostname,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });

const called = (step: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => step((error) => (error ? reject(error) : resolve())));

/** Connects and logs in as delivery does; returns whether that was over TLS. */
async function greet(settings: SmtpSettings, hostname: string | undefined): Promise<boolean> {
  const connection = connectionTo(settings, hostname);
  const failed = new Promise<never>((_, reject) => connection.once('error', reject));
  const { credentials } = settings;
  try {
    await Promise.race([called((done) => connection.connect(done)), failed]);
    if (credentials !== null) await Promise.race([called((done) => connection.login({ credentials }, done)), failed]);
    return connection.secure;
  } finally {
    connection.close();
  }
}

async function lookAtServer({ PROVIDER_URL: url, SMTP_HOSTNAME: hostname }: SmtpConfig): Promise<Finding> {
  try {
    const settings = parseSmtpUrl(url);
    const secure = await greet(settings, hostname);
    const place = `${settings.host}:${settings.port}`;
    if (secure) return found.ok(SMTP, `${place} answers over TLS${settings.credentials === null ? '' : ', and lets us in'}`);
    return found.warning(SMTP, `${place} answers without TLS`, 'turn STARTTLS on at the server, and set ?tls=require in PROVIDER_URL');
  } catch (error) {
    return found.failed(SMTP, reasonOf(error), mendFor(error));
  }
}

const captured = async () => found.warning(SMTP, 'mail is captured, none goes out', 'set PROVIDER_URL=smtp://user:password@host:port');

const looks: { readonly [S in ProviderScheme]: (config: SmtpConfig) => Promise<Finding> } = {
  'capture:': captured,
  'smtp:': lookAtServer,
  'smtps:': lookAtServer,
};

/** Whether the server of PROVIDER_URL is there, speaks TLS and lets us in. */
export const lookAtSmtp = (config: SmtpConfig): Promise<Finding> => looks[providerSchemeOf(config)](config);
