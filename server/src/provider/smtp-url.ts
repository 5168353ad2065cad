import { ConfigError } from '../config/config-error.ts';

/** How to reach the server that accepts our mail. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS (RFC 8314). */
  readonly implicitTls: boolean;
  /** Whether STARTTLS is required, used if offered, or not used. */
  readonly tls: 'require' | 'opportunistic' | 'off';
  /** Whether the server must prove its name by a certificate. */
  readonly verify: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Maximum number of connections. */
  readonly pool: number;
}

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const DEFAULT_POOL = 20;
const MAX_POOL = 1000;
const OPTIONS = ['pool', 'tls', 'tls_verify'];
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const reject = (complaint: string): never => {
  throw new ConfigError(`PROVIDER_URL: ${complaint}`);
};

function readTls(given: string | null): SmtpSettings['tls'] | undefined {
  if (given === null || given === 'require' || given === 'opportunistic' || given === 'off') return given ?? undefined;
  return reject('tls must be require, opportunistic or off');
}

function readFlag(name: string, given: string | null): boolean | undefined {
  if (given === null) return undefined;
  return given === 'true' || given === 'false' ? given === 'true' : reject(`${name} must be true or false`);
}

function readPool(given: string | null): number {
  const pool = Number(given ?? DEFAULT_POOL);
  return Number.isInteger(pool) && pool >= 1 && pool <= MAX_POOL ? pool : reject(`pool must be from 1 to ${MAX_POOL}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return reject('user and password must be percent-encoded');
  }
}

function readCredentials({ username, password }: URL): SmtpSettings['credentials'] {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return reject('a user needs a password, and a password a user');
  return { user: decode(username), pass: decode(password) };
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : reject('is not a URL; characters such as # and / in a password are percent-encoded');
  if (!/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') reject('must be smtp://host:port or smtps://host:port');
  if (!/^\/?$/.test(parsed.pathname) || parsed.hash !== '') reject('takes no path');
  const unknown = [...parsed.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  return unknown === undefined ? parsed : reject(`unknown option ${JSON.stringify(unknown)} (one of ${OPTIONS.join(', ')})`);
}

/**
 * Reads `smtp://user:pass@host:port?pool=20&tls=require&tls_verify=true`; throws ConfigError. `smtps:` is implicit TLS. With `smtp:`,
 * STARTTLS (RFC 3207) is used wherever it is offered. An active attacker can also hide that offer, so certificates are verified only if
 * plain text is refused as well: with `tls=require`, and with credentials, which leave this machine only over TLS. Otherwise any
 * certificate is accepted, since even unauthenticated encryption keeps out passive listeners (RFC 7435). `tls_verify` overrides this.
 */
export function parseSmtpUrl(url: string): SmtpSettings {
  const parsed = parse(url);
  const options = parsed.searchParams;
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const implicitTls = parsed.protocol === 'smtps:';
  const credentials = readCredentials(parsed);
  const given = readTls(options.get('tls'));
  const leavesMachine = credentials !== null && !LOOPBACK.test(host);
  if (given === 'off' && implicitTls) reject('tls=off contradicts smtps:');
  if (given === 'off' && leavesMachine) reject('tls=off would send the password in plain text');
  const tls = leavesMachine ? 'require' : (given ?? 'opportunistic');
  return {
    host,
    port: Number(parsed.port) || (implicitTls ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    implicitTls,
    tls,
    verify: readFlag('tls_verify', options.get('tls_verify')) ?? (implicitTls || tls === 'require' || credentials !== null),
    credentials,
    pool: readPool(options.get('pool')),
  };
}
