import type { ProviderFault } from '@posthorn/contract';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { systemClock } from '../core/clock.ts';
import { createLogThrottle } from '../core/log-throttle.ts';
import type { HandOver, OutgoingMail, Provider, SendOptions } from './provider.ts';
import { greetServer } from './smtp/greet-server.ts';
import type { SmtpTimeouts } from './smtp/open-connection.ts';
import { createPool, type SmtpPool } from './smtp/pool.ts';
import { createTransfer, smtpFault, type Transfer } from './smtp/transfer.ts';
import { providerFault, type SmtpFault } from './smtp-fault.ts';
import { type SmtpEnd, toHandOver } from './smtp-reply.ts';
import { parseSmtpUrl } from './smtp-url.ts';

export interface SmtpProviderOptions {
  /** See parseSmtpUrl. */
  readonly url: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** The name given in EHLO, the machine's unless given. */
  readonly hostname?: string | undefined;
  /** PEM of certificates to trust instead of the system's. */
  readonly ca?: string;
  readonly timeouts?: Partial<SmtpTimeouts>;
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 30_000, greeting: 30_000, silence: 300_000, follow: 1000, mail: 900_000, drain: 4_000 };
/** How long each step of a greeting may take. */
const GREET_MS = 5000;
/** How long STARTTLS is left alone once it broke. */
const CLEAR_TEXT_MS = 60_000;

const breakOff = ({ envelope }: OutgoingMail): HandOver => {
  const fault = new Error('the connection to the SMTP server is being closed');
  const nobody = { accepted: [], rejectedErrors: [] };
  return toHandOver({ to: envelope.to, envelope: nobody, response: undefined, fault, transmitted: false, brokenOff: true });
};

const ALWAYS: SendOptions = { beforeData: async () => true };

const SENTENCES: Readonly<Record<ProviderFault, string>> = {
  unreachable: 'the SMTP server does not answer: mail is put off (PROVIDER_URL)',
  tls: 'no TLS with the SMTP server that could be trusted: mail is put off (PROVIDER_URL)',
  log_in: 'the SMTP server does not let us log in: mail is put off (PROVIDER_URL)',
  relaying: 'the SMTP server relays no mail of ours: mail is put off (PROVIDER_URL)',
};

/**
 * Hands mail to an SMTP server over a bounded pool of connections, which are kept and used again.
 * Times count on the machine's clock.
 */
export function createSmtpProvider(options: SmtpProviderOptions): Provider {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const settings = parseSmtpUrl(options.url);
  const { hostname, ca, log } = options;
  const usual = createPool({ settings, timeouts, hostname, ca });
  // Encryption towards an unknown server is better than none, and none is better than no mail (RFC 7435, section 3).
  const mayUseClearText = settings.tls === 'opportunistic' && !settings.implicitTls && !settings.verify;
  const clear = createPool({ settings, timeouts, hostname, inClearText: true });
  const underWay = new Map<Transfer, { readonly pool: SmtpPool; readonly ended: Promise<HandOver> }>();
  const { throttled } = createLogThrottle();
  let clearUntil = Number.NEGATIVE_INFINITY;
  let closing = false;

  function report({ fault, replies }: HandOver): void {
    const [reply] = replies.flatMap((each) => (each.outcome === 'accepted' ? [] : [each.reply]));
    if (fault !== undefined) throttled(fault, (omitted) => log.error({ fault, reply, omitted }, SENTENCES[fault]));
  }

  function transmit(mail: OutgoingMail, { beforeData }: SendOptions, pool: SmtpPool): Promise<HandOver> {
    const { promise: ended, resolve } = Promise.withResolvers<HandOver>();
    let deadline: NodeJS.Timeout | undefined;
    const expire = () => pool.abandon(transfer, smtpFault('the SMTP server took too long over this mail', { code: 'EABORT' }));
    const onStart = () => {
      deadline = setTimeout(expire, timeouts.mail);
    };
    const onWait = () => clearTimeout(deadline);
    const onEnd = (end: SmtpEnd) => {
      onWait();
      underWay.delete(transfer);
      resolve(toHandOver(end));
    };
    const transfer = createTransfer(mail, { beforeData, onStart, onWait, onEnd });
    underWay.set(transfer, { pool, ended });
    pool.send(transfer);
    return ended;
  }

  /** Nothing of the mail was said to the server yet where TLS is what failed. */
  async function transmitAtBest(mail: OutgoingMail, options: SendOptions): Promise<HandOver> {
    if (mayUseClearText && systemClock.monotonic() < clearUntil) return { ...(await transmit(mail, options, clear)), inClearText: true };
    const result = await transmit(mail, options, usual);
    if (result.fault !== 'tls' || !mayUseClearText || closing) return result;
    clearUntil = systemClock.monotonic() + CLEAR_TEXT_MS;
    const [reply] = result.replies.flatMap((each) => (each.outcome === 'accepted' ? [] : [each.reply]));
    throttled('clear text', () =>
      log.warn({ reply }, 'STARTTLS broke: mail goes to the SMTP server in clear text, which tls=require would forbid'),
    );
    return { ...(await transmit(mail, options, clear)), inClearText: true };
  }

  async function send(mail: OutgoingMail, options: SendOptions): Promise<HandOver> {
    if (closing) return breakOff(mail);
    const result = await transmitAtBest(mail, options);
    report(result);
    return result;
  }

  async function greet(): Promise<ProviderFault | undefined> {
    try {
      await greetServer(settings, { hostname, ca, timeoutMs: GREET_MS });
      return undefined;
    } catch (error) {
      // A server that answers, and has no time for us now, is there.
      const fault = error instanceof Error ? providerFault(error as SmtpFault) : 'unreachable';
      return fault === 'tls' && mayUseClearText ? undefined : fault;
    }
  }

  return {
    greet,
    send: (mail, options = ALWAYS) => send(mail, options),
    async close() {
      closing = true;
      for (const [transfer, { pool }] of underWay) {
        if (transfer.begun) continue;
        transfer.brokenOff = true;
        pool.abandon(transfer, smtpFault('the connection to the SMTP server is being closed', { code: 'EABORT' }));
      }
      const left = () => Promise.all([...underWay.values()].map(({ ended }) => ended));
      await pTimeout(left(), { milliseconds: timeouts.drain, message: false });
      usual.close();
      clear.close();
      await left();
    },
  };
}
