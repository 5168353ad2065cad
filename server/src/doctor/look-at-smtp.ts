import type { Config } from '../config/config.ts';
import { type ProviderScheme, providerSchemeOf } from '../config/provider-url.ts';
import { errorCodeOf } from '../core/errors/error-code.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { greetServer } from '../provider/smtp/greet-server.ts';
import { parseSmtpUrl } from '../provider/smtp-url.ts';
import { type Finding, found } from './finding.ts';

type SmtpConfig = Pick<Config, 'PROVIDER_URL' | 'SMTP_HOSTNAME'>;

const SMTP = 'smtp';
const TIMEOUT_MS = 10_000;

/** How to mend what nodemailer says went wrong, by its code. */
const MEND: Readonly<Record<string, string>> = {
  EAUTH: 'see that PROVIDER_URL has the right user and password, percent-encoded',
  ETLS: 'see that the server offers STARTTLS with a valid certificate, or choose ?tls= and ?tls_verify= in PROVIDER_URL',
  EDNS: 'see that the host in PROVIDER_URL is spelt right and has an address',
  ESOCKET:
    'see that host and port in PROVIDER_URL are right, with smtps:// where TLS is from the start, as on port 465, and smtp:// elsewhere, that a firewall lets port 25, 465 or 587 out, and that the certificate is valid',
};

const mendFor = (error: unknown): string =>
  MEND[errorCodeOf(error) ?? ''] ?? 'see that host and port in PROVIDER_URL are right, and that a firewall lets port 25, 465 or 587 out';

async function lookAtServer({ PROVIDER_URL: url, SMTP_HOSTNAME: hostname }: SmtpConfig): Promise<Finding> {
  try {
    const settings = parseSmtpUrl(url);
    const secure = await greetServer(settings, { hostname, timeoutMs: TIMEOUT_MS });
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
