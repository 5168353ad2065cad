import { limits } from '@posthorn/contract';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { createFairBytes, type FairBytes } from '../core/concurrency/fair-bytes.ts';
import { withAsciiDomain } from '../core/email-address.ts';
import type { IncomingSpace } from '../core/incoming/incoming.ts';
import { networkOf } from '../core/network-of.ts';
import type { Listener } from '../feature.ts';
import { type Certificate, type CertificateFiles, readCertificate } from '../smtp/certificate.ts';
import { followCertificate } from '../smtp/follow-certificate.ts';
import { limitTime } from '../smtp/limit-time.ts';
import { GRACE_MS, openSmtp } from '../smtp/open-smtp.ts';
import { Refusal, shuttingDown, tooMuchAtOnce, tryAgainLater } from '../smtp/refusal.ts';
import { createSmtpSessions, disconnectReason, SESSION_LIMITS } from '../smtp/smtp-sessions.ts';
import { receiveContent } from './receive-content.ts';
import { type InboundParts, knowsRecipient, receiveMail } from './receive-mail.ts';
import type { SpoolReader } from './spool/spool-reader.ts';

export interface SmtpListenerOptions {
  readonly space: IncomingSpace;
  /** Reads the mails that were taken. */
  readonly spool: SpoolReader;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** STARTTLS is offered where these are given. */
  readonly files?: CertificateFiles | undefined;
}

/** RFC 5321, section 4.5.3.1.8. */
const RECIPIENTS = 100;
const SILENCE_MS = 60_000;

/** RFC 5321, section 4.5.3.1.3: 256 with its brackets. */
const ADDRESS_CHARACTERS = 254;

const noSender = () => new Refusal(553, '5.1.7 The address of the sender is too long');
const nobodyHere = () => new Refusal(550, '5.1.1 No such recipient here');

type Done = (error?: Error | null, message?: string) => void;

/** How many large mails are stored at once, and how many of one network; the others wait on disk. */
const LARGE_AT_ONCE = 4;
const LARGE_OF_ONE = 2;
/** Less than the minute that the least patient servers wait for a reply. */
const WAIT_MS = 45_000;

/** Answers with what the work refuses, or with a temporary refusal where it throws: the fault is ours, so the client is to try again. */
async function answer(log: Logger, work: () => Promise<string | undefined>, done: Done): Promise<void> {
  try {
    done(null, await work());
  } catch (error) {
    const gone = disconnectReason(error);
    if (gone !== undefined) log.info({ reason: gone }, 'a client did not end its mail');
    else if (!(error instanceof Refusal) || error.cause !== undefined) log.error({ err: error }, 'mail could not be taken in');
    done(error instanceof Refusal ? error : tryAgainLater());
  }
}

interface IntakeParts extends Pick<SmtpListenerOptions, 'space' | 'spool'> {
  readonly parts: InboundParts;
  /** Bounds the large ones that are stored at once. */
  readonly largeMails: FairBytes;
}

/** The content of a mail as its client sends it. */
interface SentContent {
  readonly content: AsyncIterable<Buffer>;
  /** Aborted once nobody waits for the reply. */
  readonly signal: AbortSignal;
}

async function take(
  { parts, spool, space, largeMails }: IntakeParts,
  { content, signal }: SentContent,
  { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession,
): Promise<string> {
  const { mailFrom, rcptTo } = envelope;
  const peer = networkOf(remoteAddress);
  const incoming = await receiveContent(content, { peer, space });
  let release: (() => void) | undefined;
  try {
    release = incoming.isLarge() ? await largeMails.take(peer, 1, signal) : undefined;
    const taken = await receiveMail(parts, {
      content: incoming.pieces(),
      // The library has turned A-labels into what people read.
      envelopeFrom: mailFrom === false ? '' : withAsciiDomain(mailFrom.address),
      recipients: rcptTo.map(({ address }) => withAsciiDomain(address)),
      client: { ip: remoteAddress, helo: hostNameAppearsAs },
    });
    if (taken === undefined) throw nobodyHere();
    void spool.add(taken);
    return `2.0.0 Ok${taken.destinations.entries.map(({ id }) => ` ${id}`).join('')}`;
  } finally {
    release?.();
    await incoming.drop();
  }
}

interface ServerOptions extends Pick<SmtpListenerOptions, 'space' | 'spool'> {
  readonly certificate: Certificate | undefined;
  isClosing(): boolean;
}

function createServer(parts: InboundParts, { space, spool, certificate, isClosing }: ServerOptions): SMTPServer {
  const { log } = parts.app;
  const sessions = createSmtpSessions(SESSION_LIMITS);
  const largeMails = createFairBytes({ most: LARGE_AT_ONCE, mostPerOwner: LARGE_OF_ONE, waitMs: WAIT_MS, tooLong: tooMuchAtOnce });
  const taking = { parts, spool, space, largeMails };
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
    // Carriers have given out addresses such as `a..b@example.com` and `a.@example.com`.
    lenientAddressParsing: true,
    onMailFrom: ({ address }, _session, done) => {
      if (isClosing()) done(shuttingDown());
      else done(address.length > ADDRESS_CHARACTERS ? noSender() : null);
    },
    onRcptTo: ({ address: given }, _session, done) => {
      const address = withAsciiDomain(given);
      const look = async () => {
        // SQLite answers within the same turn, in which a client that pipelines could have thousands looked up.
        await yieldTurns(1);
        if (address.length > ADDRESS_CHARACTERS || !(await knowsRecipient(parts.app, address))) throw nobodyHere();
        return undefined;
      };
      void answer(log, look, done);
    },
    onData: (stream, session, done) => {
      const end = limitTime(stream);
      void answer(
        log,
        () => take(taking, { content: sessions.content(stream, session), signal: sessions.signal(session) }, session),
        done,
      ).finally(end);
    },
  });
  sessions.attach(server);
  // A client's fault, such as a connection that broke off.
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'));
  return server;
}

/** Listens for mail over SMTP. A mail is answered 250 once it is durable, and not before. */
export async function listenSmtp(parts: InboundParts, { space, spool, host, port, files }: SmtpListenerOptions): Promise<Listener> {
  let closing = false;
  const certificate = files && (await readCertificate(files));
  const server = createServer(parts, { space, spool, certificate, isClosing: () => closing });
  const unwatch = files && certificate && followCertificate(parts.app, files, { server, certificate });
  const settings = { host: 'INBOUND_SMTP_HOST', port: 'INBOUND_SMTP_PORT' } as const;
  return openSmtp(server, { host, port, settings }, () => {
    closing = true;
    unwatch?.();
  });
}
