import { Semaphore } from 'async-mutex';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { SMTPPool } from './nodemailer.ts';
import type { HandOver, OutgoingMail, Provider, SendOptions } from './provider.ts';
import { type SmtpFault, toHandOver } from './smtp-reply.ts';
import { createTransmission, type Transmission } from './smtp-transmission.ts';
import { parseSmtpUrl, type SmtpSettings } from './smtp-url.ts';

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

export interface SmtpProviderOptions {
  /** See parseSmtpUrl. */
  readonly url: string;
  readonly log: Pick<Logger, 'error'>;
  /** The name given in EHLO, the machine's unless given. */
  readonly hostname?: string;
  /** PEM of certificates to trust instead of the system's. */
  readonly ca?: string;
  readonly timeouts?: Partial<SmtpTimeouts>;
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 30_000, greeting: 30_000, silence: 300_000, mail: 900_000, drain: 4_000 };
const DNS_MS = 10_000;
const MAILS_A_CONNECTION = 100;
const IDLE_MS = 30_000;
const RECONNECTS = 2;
/** Of the connections, those that bulk mail may use at once: other mail finds one free however slowly it is taken. */
const BULK_SHARE = 0.75;

function openPool(settings: SmtpSettings, timeouts: SmtpTimeouts, { hostname, ca }: SmtpProviderOptions): SMTPPool {
  const { host, port, implicitTls, tls, verify, credentials, pool } = settings;
  return new SMTPPool({
    host,
    port,
    secure: implicitTls,
    requireTLS: tls === 'require',
    ignoreTLS: tls === 'off',
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
}

const breakOff = ({ envelope }: OutgoingMail): HandOver => {
  const fault = new Error('the connection to the SMTP server is being closed');
  return toHandOver({ to: envelope.to, envelope: {}, response: undefined, fault, transmitted: false, brokenOff: true });
};

const ALWAYS: SendOptions = { beforeData: async () => true };

/**
 * Hands mail to an SMTP server over a bounded pool of connections, which are kept and used again.
 * Times count on the machine's clock.
 */
export function createSmtpProvider(options: SmtpProviderOptions): Provider {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const settings = parseSmtpUrl(options.url);
  const pool = openPool(settings, timeouts, options);
  const bulkConnections = new Semaphore(Math.max(1, Math.floor(settings.pool * BULK_SHARE)));
  const underWay = new Map<Transmission, Promise<HandOver>>();
  let closing = false;

  function report(fault: SmtpFault | undefined): void {
    if (fault?.code === 'EAUTH' || fault?.code === 'ETLS')
      options.log.error({ code: fault.code, reply: fault.message }, 'the SMTP server cannot be used as configured');
  }

  function transmit(mail: OutgoingMail, { beforeData }: SendOptions): Promise<HandOver> {
    let deadline: NodeJS.Timeout | undefined;
    let expired: Error | undefined;
    const onStart = () => {
      deadline ??= setTimeout(() => {
        expired = new Error('the SMTP server took too long over this mail');
        way.abort();
      }, timeouts.mail);
    };
    const way = createTransmission(mail, { onStart, beforeData });
    const result = new Promise<HandOver>((resolve) => {
      pool.send(way.mail, (error, info) => {
        clearTimeout(deadline);
        const fault = expired ?? error ?? undefined;
        report(fault);
        underWay.delete(way);
        resolve(toHandOver({ to: mail.envelope.to, response: info?.response, fault, ...way.progress() }));
      });
    });
    underWay.set(way, result);
    return result;
  }

  const send = async (mail: OutgoingMail, options: SendOptions) => (closing ? breakOff(mail) : transmit(mail, options));

  return {
    send: (mail, options = ALWAYS) => (mail.bulk === true ? bulkConnections.runExclusive(() => send(mail, options)) : send(mail, options)),
    async close() {
      closing = true;
      for (const way of underWay.keys()) way.breakOff();
      await pTimeout(Promise.all(underWay.values()), { milliseconds: timeouts.drain, message: false });
      pool.close({ force: true });
      await Promise.all(underWay.values());
    },
  };
}
