import type { ProviderFault } from '@posthorn/contract';
import type { Logger } from 'pino';
import { systemClock } from '../core/clock.ts';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import type { HandOver, OutgoingMail, Provider, SendOptions } from './provider.ts';
import { greetServer } from './smtp/greet-server.ts';
import type { SmtpTimeouts } from './smtp/open-connection.ts';
import { createPool } from './smtp/pool.ts';
import { breakOff, createTransfers } from './smtp/transfers.ts';
import { providerFault, type SmtpFault } from './smtp-fault.ts';
import { parseSmtpUrl } from './smtp-url.ts';

export interface SmtpProviderOptions {
  /** See parseSmtpUrl. */
  readonly url: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** The name in EHLO; the host name by default. */
  readonly hostname?: string | undefined;
  /** Certificates to trust instead of the system's, in PEM. */
  readonly ca?: string;
  readonly timeouts?: Partial<SmtpTimeouts>;
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 30_000, greeting: 30_000, silence: 300_000, follow: 1000, mail: 900_000, drain: 4_000 };
/** How long each step of a greeting may take. */
const GREET_MS = 5000;
/** How long STARTTLS is not tried again after it failed. */
const CLEAR_TEXT_MS = 60_000;

const ALWAYS: SendOptions = { beforeData: async () => true };

/** Returns the first reply that refused or deferred a recipient; undefined if there is none. */
const firstRefusal = ({ replies }: HandOver) => replies.flatMap((each) => (each.outcome === 'accepted' ? [] : [each.reply]))[0];

const SENTENCES: Readonly<Record<ProviderFault, string>> = {
  unreachable: 'the SMTP server does not answer, or not by SMTP: mail is put off (PROVIDER_URL)',
  tls: 'no TLS with the SMTP server that could be trusted: mail is put off (PROVIDER_URL)',
  log_in: 'the SMTP server does not let us log in: mail is put off (PROVIDER_URL)',
  relaying: 'the SMTP server relays no mail of ours: mail is put off (PROVIDER_URL)',
};

/** Creates a provider that sends over a bounded pool of SMTP connections, which are reused. Durations are measured by the system clock. */
export function createSmtpProvider(options: SmtpProviderOptions): Provider {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const settings = parseSmtpUrl(options.url);
  const { hostname, ca, log } = options;
  const usual = createPool({ settings, timeouts, hostname, ca });
  // Encryption towards an unauthenticated server is better than none, and none is better than no mail (RFC 7435, section 3).
  const mayUseClearText = settings.tls === 'opportunistic' && !settings.implicitTls && !settings.verify;
  const clear = createPool({ settings, timeouts, hostname, inClearText: true });
  const transfers = createTransfers(timeouts);
  const { throttled } = createLogThrottle();
  let clearUntil = Number.NEGATIVE_INFINITY;
  let closing = false;

  function report(result: HandOver): void {
    const { fault } = result;
    if (fault !== undefined) throttled(fault, (omitted) => log.error({ fault, reply: firstRefusal(result), omitted }, SENTENCES[fault]));
  }

  /** If TLS failed, nothing of the mail has been sent yet. */
  async function transmitAtBest(mail: OutgoingMail, options: SendOptions): Promise<HandOver> {
    if (mayUseClearText && systemClock.monotonic() < clearUntil)
      return { ...(await transfers.transmit(mail, options, clear)), inClearText: true };
    const result = await transfers.transmit(mail, options, usual);
    if (result.fault !== 'tls' || !mayUseClearText || closing) return result;
    clearUntil = systemClock.monotonic() + CLEAR_TEXT_MS;
    throttled('clear text', () =>
      log.warn(
        { reply: firstRefusal(result) },
        'STARTTLS broke: mail goes to the SMTP server in clear text, which tls=require would forbid',
      ),
    );
    return { ...(await transfers.transmit(mail, options, clear)), inClearText: true };
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
      // A server that replies is up, even if it accepts no mail now.
      const fault = error instanceof Error ? providerFault(error as SmtpFault) : 'unreachable';
      return fault === 'tls' && mayUseClearText ? undefined : fault;
    }
  }

  return {
    greet,
    send: (mail, options = ALWAYS) => send(mail, options),
    async close() {
      closing = true;
      await transfers.drain();
      usual.close();
      clear.close();
      await transfers.ended();
    },
  };
}
