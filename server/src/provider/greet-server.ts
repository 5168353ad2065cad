import { SMTPConnection } from './nodemailer.ts';
import type { SmtpSettings } from './smtp-url.ts';

export interface GreetOptions {
  /** The name given in EHLO, the machine's unless given. */
  readonly hostname?: string | undefined;
  /** PEM of certificates to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** How long each step may take. */
  readonly timeoutMs: number;
}

const connectionTo = ({ host, port, implicitTls, tls, verify }: SmtpSettings, { hostname, ca, timeoutMs }: GreetOptions) =>
  new SMTPConnection({
    host,
    port,
    secure: implicitTls,
    requireTLS: tls === 'require',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: verify, ca },
    name: hostname,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });

const called = (step: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => step((error) => (error ? reject(error) : resolve())));

/** Connects and logs in as delivery does, and says goodbye; returns whether that was over TLS. */
export async function greetServer(settings: SmtpSettings, options: GreetOptions): Promise<boolean> {
  const connection = connectionTo(settings, options);
  const failed = new Promise<never>((_, reject) => connection.once('error', reject));
  const { credentials } = settings;
  try {
    await Promise.race([called((done) => connection.connect(done)), failed]);
    if (credentials !== null) await Promise.race([called((done) => connection.login({ credentials }, done)), failed]);
    return connection.secure;
  } finally {
    // Whatever comes of the goodbye is of no interest.
    failed.catch(() => undefined);
    connection.close();
  }
}
