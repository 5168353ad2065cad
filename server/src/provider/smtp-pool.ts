import { SMTPPool } from './nodemailer.ts';
import type { SmtpFault } from './smtp-fault.ts';
import type { SmtpSettings } from './smtp-url.ts';

/** Machine time, in milliseconds. */
export interface SmtpTimeouts {
  /** From the look-up of the host to the end of the TLS handshake. */
  readonly connect: number;
  readonly greeting: number;
  /** Silence of the server (RFC 5321, section 4.5.3.2). */
  readonly silence: number;
  /** A whole mail, from MAIL to the final reply. */
  readonly mail: number;
  /** How long `close` waits for mail whose content is begun. */
  readonly drain: number;
}

const DNS_MS = 10_000;
const MAILS_A_CONNECTION = 100;
const IDLE_MS = 30_000;
const RECONNECTS = 2;

const CLOSING = /\b421[ -][^\r\n]*/;
const GAVE_UP = /^Reached maximum number of retries/;
/** More connections than any pool has. */
const MOST_STARTING = 10_000;

/** An entry of nodemailer's log. */
interface Entry {
  readonly tnx?: string;
  /** The connection. */
  readonly sid?: string;
  readonly err?: object;
}

/**
 * Listens to nodemailer's log, which alone is told why a connection was closed that the next one is to make up for, and at which
 * step of STARTTLS it broke.
 */
function createListener() {
  const starting = new Set<string>();
  const brokeTls = new WeakSet<object>();
  let closing: string | undefined;

  function hearStep({ tnx, sid = '' }: Entry, message: unknown): void {
    if (tnx !== 'client' || message !== 'STARTTLS') return;
    if (starting.size > MOST_STARTING) starting.clear();
    starting.add(sid);
  }
  function hearProgress({ sid = '' }: Entry, message: unknown, ...given: readonly unknown[]): void {
    if (message === 'Connection upgraded with STARTTLS') starting.delete(sid);
    for (const said of given) closing = CLOSING.exec(String(said).slice(0, 1000))?.[0] ?? closing;
  }
  function hearFault({ sid = '', err }: Entry): void {
    if (err !== undefined && starting.delete(sid)) brokeTls.add(err);
  }
  const ignore = () => undefined;

  return {
    logger: { level: ignore, trace: ignore, debug: hearStep, info: hearProgress, warn: hearFault, error: hearFault, fatal: ignore },
    explain(fault: SmtpFault): SmtpFault {
      if (brokeTls.has(fault)) return Object.assign(fault, { code: 'ETLS' });
      if (closing === undefined || fault.response !== undefined || !GAVE_UP.test(fault.message)) return fault;
      return Object.assign(new Error(closing), { code: 'ECONNECTION', response: closing, responseCode: 421 });
    },
  };
}

/** A pool, and what it alone knows of faults. */
export interface OpenPool {
  readonly pool: SMTPPool;
  /** The fault, with the step or the reply that it came of where it does not say. */
  explain(fault: SmtpFault): SmtpFault;
}

export interface PoolOptions {
  readonly settings: SmtpSettings;
  readonly timeouts: SmtpTimeouts;
  readonly hostname?: string | undefined;
  readonly ca?: string | undefined;
  /** Leaves STARTTLS alone. */
  readonly inClearText?: boolean;
}

/** Opens a bounded pool of connections, which are kept and used again. */
export function openPool({ settings, timeouts, hostname, ca, inClearText = false }: PoolOptions): OpenPool {
  const { host, port, implicitTls, tls, verify, credentials, pool } = settings;
  const { explain, logger } = createListener();
  const opened = new SMTPPool({
    host,
    port,
    logger,
    transactionLog: true,
    secure: implicitTls,
    requireTLS: tls === 'require',
    ignoreTLS: tls === 'off' || inClearText,
    tls: { rejectUnauthorized: verify, ca },
    name: hostname,
    // Without force the mail would go out unauthenticated where the server does not offer to authenticate.
    ...(credentials === null ? {} : { auth: { ...credentials }, forceAuth: true }),
    maxConnections: pool,
    maxMessages: MAILS_A_CONNECTION,
    maxRequeues: RECONNECTS,
    idleTimeout: IDLE_MS,
    dnsTimeout: DNS_MS,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  });
  return { pool: opened, explain };
}
