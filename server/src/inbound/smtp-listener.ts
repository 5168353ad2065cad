import { limits } from '@posthorn/contract';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { networkOf } from '../core/address.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import type { Listener } from '../feature.ts';
import { type Certificate, type CertificateFiles, readCertificate } from '../smtp/certificate.ts';
import { followCertificate } from '../smtp/follow-certificate.ts';
import { limitTime } from '../smtp/limit-time.ts';
import { GRACE_MS, openSmtp } from '../smtp/open-smtp.ts';
import { laterPlease, Refusal, shuttingDown } from '../smtp/refusal.ts';
import { createSmtpSessions, goneBy, SESSION_LIMITS } from '../smtp/smtp-sessions.ts';
import { type InboundParts, knowsRecipient, receiveMail } from './receive-mail.ts';
import { type Intake, intakeOf } from './smtp-intake.ts';
import type { SpoolReader } from './spool/spool-reader.ts';

export interface SmtpListenerOptions {
  readonly budget: FairShare;
  /** Reads what was taken. */
  readonly spool: SpoolReader;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Has STARTTLS offered. */
  readonly files?: CertificateFiles | undefined;
}

/** RFC 5321, section 4.5.3.1.8. */
const RECIPIENTS = 100;
const SILENCE_MS = 60_000;

const nobodyHere = () => new Refusal(550, '5.1.1 No such recipient here');

type Done = (error?: Error | null, message?: string) => void;

/** What is a fault of ours is worth another try of theirs. */
async function answer(log: Logger, work: () => Promise<string | undefined>, done: Done): Promise<void> {
  try {
    done(null, await work());
  } catch (error) {
    const gone = goneBy(error);
    if (gone !== undefined) log.info({ reason: gone }, 'a client did not end its mail');
    else if (!(error instanceof Refusal)) log.error({ err: error }, 'mail could not be taken in');
    done(error instanceof Refusal ? error : laterPlease());
  }
}

async function take(
  { parts, spool }: { readonly parts: InboundParts; readonly spool: SpoolReader },
  intake: Intake,
  { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession,
): Promise<string> {
  const { mailFrom, rcptTo } = envelope;
  try {
    const taken = await receiveMail(parts, {
      content: intake.content,
      envelopeFrom: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      client: { ip: remoteAddress, helo: hostNameAppearsAs },
    });
    if (taken === undefined) throw nobodyHere();
    void spool.add(taken);
    return `2.0.0 Ok${taken.destinations.entries.map(({ id }) => ` ${id}`).join('')}`;
  } finally {
    await intake.end();
  }
}

interface ServerOptions extends Pick<SmtpListenerOptions, 'budget' | 'spool'> {
  readonly certificate: Certificate | undefined;
  isClosing(): boolean;
}

function createServer(parts: InboundParts, { budget, spool, certificate, isClosing }: ServerOptions): SMTPServer {
  const { log } = parts.app;
  const sessions = createSmtpSessions(SESSION_LIMITS);
  const server = new SMTPServer({
    name: parts.app.config.SMTP_HOSTNAME,
    disabledCommands: certificate === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...certificate,
    authOptional: true,
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    size: limits.inboundBytes,
    maxRecipients: RECIPIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: GRACE_MS,
    ...sessions.options,
    onMailFrom: (_address, _session, done) => done(isClosing() ? shuttingDown() : null),
    onRcptTo: ({ address }, _session, done) => {
      const look = async () => {
        if (!(await knowsRecipient(parts.app, address))) throw nobodyHere();
        return undefined;
      };
      void answer(log, look, done);
    },
    onData: (stream, session, done) => {
      const end = limitTime(stream);
      const intake = intakeOf(sessions.content(stream, session), { peer: networkOf(session.remoteAddress), budget });
      void answer(log, () => take({ parts, spool }, intake, session), done).finally(end);
    },
  });
  sessions.attach(server);
  // A client's fault, such as a connection that broke off.
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'));
  return server;
}

/** Listens for mail over SMTP. A mail is answered 250 once it is durable, and not before. */
export async function listenSmtp(parts: InboundParts, { budget, spool, host, port, files }: SmtpListenerOptions): Promise<Listener> {
  let closing = false;
  const certificate = files && (await readCertificate(files));
  const server = createServer(parts, { budget, spool, certificate, isClosing: () => closing });
  const unwatch = files && certificate && followCertificate(parts.app, files, { server, certificate });
  const settings = { host: 'INBOUND_SMTP_HOST', port: 'INBOUND_SMTP_PORT' } as const;
  return openSmtp(server, { host, port, settings }, () => {
    closing = true;
    unwatch?.();
  });
}
