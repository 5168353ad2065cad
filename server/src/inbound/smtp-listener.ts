import { limits } from '@posthorn/contract';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { networkOf } from '../core/address.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import type { Listener } from '../feature.ts';
import { type Certificate, type CertificateFiles, readCertificate } from '../smtp/certificate.ts';
import { followCertificate } from '../smtp/follow-certificate.ts';
import { GRACE_MS, openSmtp } from '../smtp/open-smtp.ts';
import { laterPlease, Refusal, shuttingDown, tooLarge, tooMuchAtOnce } from '../smtp/refusal.ts';
import { createSmtpSessions, goneBy, SESSION_LIMITS } from '../smtp/smtp-sessions.ts';
import { type InboundParts, knowsRecipient, receiveMail } from './receive-mail.ts';
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
/** RFC 5321, section 6.3. */
const HOPS = 100;
/** Of a mail, as far as its headers can go. */
const HEAD_BYTES = 256 * 1024;
/** Of a mail, as much as waits to be stored. */
const PIECE_BYTES = 1024 * 1024;
const SILENCE_MS = 60_000;
const TRANSACTION_MS = 600_000;

const nobodyHere = () => new Refusal(550, '5.1.1 No such recipient here');

/** RFC 5322, section 3.6.7: every server that passes a mail on adds one. */
function countHops(start: Buffer): number {
  const ends = ['\n\n', '\n\r\n'].map((end) => start.indexOf(end)).filter((at) => at >= 0);
  const head = start.toString('latin1', 0, ends.length === 0 ? start.length : Math.min(...ends));
  return head.match(/^received:/gim)?.length ?? 0;
}

interface Intake {
  /** The mail as it comes. It ends with a refusal where it is not to be taken. */
  readonly content: AsyncIterable<Buffer>;
  /** Throws the refusal, once the mail was read to its end: the client speaks again only then. */
  end(): Promise<void>;
}

/** Looks at a mail while it comes, and keeps no more of it than is on its way to the store. */
function intakeOf(mail: AsyncIterable<Buffer>, { peer, budget }: { readonly peer: string; readonly budget: FairShare }): Intake {
  const chunks = mail[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let [size, held] = [0, 0];
  let refusal: Refusal | undefined;
  let hasEnded = false;

  async function next(): Promise<Buffer | undefined> {
    const { value, done } = await chunks.next().catch((error: unknown) => {
      hasEnded = true;
      throw error;
    });
    hasEnded = done === true;
    return hasEnded ? undefined : value;
  }

  function look(chunk: Buffer): void {
    if (size < HEAD_BYTES) start.push(chunk);
    size += chunk.length;
    if (size > limits.inboundBytes) throw tooLarge();
    if (held >= PIECE_BYTES) return;
    if (!budget.take(peer, chunk.length)) throw tooMuchAtOnce();
    held += chunk.length;
  }

  async function* content(): AsyncIterable<Buffer> {
    try {
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
        look(chunk);
        yield chunk;
      }
      if (countHops(Buffer.concat(start).subarray(0, HEAD_BYTES)) > HOPS) throw new Refusal(554, '5.4.6 Too many hops');
    } catch (error) {
      if (error instanceof Refusal) refusal = error;
      throw error;
    }
  }

  return {
    content: content(),
    async end() {
      budget.give(peer, held);
      while (!hasEnded) await next();
      if (refusal !== undefined) throw refusal;
    },
  };
}

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
      // A client that sends a byte now and then would hold its place for ever.
      const late = setTimeout(() => stream.destroy(new Error('the mail took too long')), TRANSACTION_MS);
      const intake = intakeOf(sessions.content(stream, session), { peer: networkOf(session.remoteAddress), budget });
      void answer(log, () => take({ parts, spool }, intake, session), done).finally(() => clearTimeout(late));
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
