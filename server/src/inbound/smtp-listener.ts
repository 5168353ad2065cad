import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { limits } from '@posthorn/contract';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { ConfigError } from '../config.ts';
import { networkOf } from '../core/address.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import { knowsRecipient, receiveMail } from './receive-mail.ts';
import { createSmtpSessions, goneBy, SESSION_LIMITS } from './smtp-sessions.ts';
import type { InboundParts } from './take-mail.ts';

export interface SmtpListenerOptions {
  readonly budget: FairShare;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Offers STARTTLS. */
  readonly tls?: Pick<SecureContextOptions, 'cert' | 'key'> | undefined;
}

export interface SmtpListener {
  readonly port: number;
  /** Takes no further mail and resolves when what is under way is answered, or cut off after 3 s. */
  close(): Promise<void>;
}

/** RFC 5321, section 4.5.3.1.8. */
const RECIPIENTS = 100;
/** RFC 5321, section 6.3. */
const HOPS = 100;
const SILENCE_MS = 60_000;
const TRANSACTION_MS = 600_000;
const GRACE_MS = 3000;

class Refusal extends Error {
  readonly responseCode: number;
  constructor(code: number, text: string) {
    super(text);
    this.name = 'Refusal';
    this.responseCode = code;
  }
}

/** Names the setting at fault. */
function toConfigError({ code = '', message }: NodeJS.ErrnoException): ConfigError {
  const setting = ['EADDRINUSE', 'EACCES'].includes(code) ? 'INBOUND_SMTP_PORT' : 'INBOUND_SMTP_HOST';
  return new ConfigError(`${setting}: cannot listen: ${message}`);
}

const tooLarge = () => new Refusal(552, '5.3.4 Message too large');
const nobodyHere = () => new Refusal(550, '5.1.1 No such recipient here');
const laterPlease = () => new Refusal(451, '4.3.0 Try again later');

/** RFC 5322, section 3.6.7: every server that passes a mail on adds one. */
function countHops(raw: Buffer): number {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end).toString('latin1');
  return head.match(/^received:/gim)?.length ?? 0;
}

/** Reads a mail to its end, whatever becomes of it: the client speaks again only then. */
async function readMail(stream: AsyncIterable<Buffer>, peer: string, budget: FairShare): Promise<{ raw: Buffer; give(): void }> {
  const chunks: Buffer[] = [];
  let held = 0;
  let refusal: Refusal | undefined;
  const drop = () => {
    budget.give(peer, held);
    held = 0;
    chunks.length = 0;
  };
  try {
    for await (const chunk of stream) {
      if (refusal !== undefined) continue;
      if (held + chunk.length > limits.inboundBytes) refusal = tooLarge();
      else if (!budget.take(peer, chunk.length)) refusal = new Refusal(452, '4.3.1 Too much mail at once');
      if (refusal === undefined) {
        held += chunk.length;
        chunks.push(chunk);
      } else drop();
    }
    if (refusal !== undefined) throw refusal;
    return { raw: Buffer.concat(chunks, held), give: drop };
  } catch (error) {
    drop();
    throw error;
  }
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

async function take(parts: InboundParts, mail: Buffer, { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession): Promise<string> {
  if (countHops(mail) > HOPS) throw new Refusal(554, '5.4.6 Too many hops');
  const { mailFrom, rcptTo } = envelope;
  const taken = await receiveMail(parts, {
    raw: mail,
    envelopeFrom: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(({ address }) => address),
    client: { ip: remoteAddress, helo: hostNameAppearsAs },
  });
  if (taken === undefined) throw nobodyHere();
  return `2.0.0 Ok${taken.map(({ id }) => ` ${id}`).join('')}`;
}

function createServer(
  parts: InboundParts,
  { budget, tls, isClosing }: Pick<SmtpListenerOptions, 'budget' | 'tls'> & { isClosing(): boolean },
): SMTPServer {
  const { log } = parts.app;
  const sessions = createSmtpSessions(SESSION_LIMITS);
  const server = new SMTPServer({
    disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...tls,
    authOptional: true,
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    size: limits.inboundBytes,
    maxRecipients: RECIPIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: GRACE_MS,
    ...sessions.options,
    onMailFrom: (_address, _session, done) => done(isClosing() ? new Refusal(421, '4.3.2 Shutting down') : null),
    onRcptTo: ({ address }, _session, done) => {
      const look = async () => {
        if (!(await knowsRecipient(parts, address))) throw nobodyHere();
        return undefined;
      };
      void answer(log, look, done);
    },
    onData: (stream, session, done) => {
      // A client that sends a byte now and then would hold its place for ever.
      const late = setTimeout(() => stream.destroy(new Error('the mail took too long')), TRANSACTION_MS);
      const read = async () => {
        const { raw, give } = await readMail(sessions.content(stream, session), networkOf(session.remoteAddress), budget);
        return take(parts, raw, session).finally(give);
      };
      void answer(log, read, done).finally(() => clearTimeout(late));
    },
  });
  sessions.attach(server);
  // A client's fault, such as a connection that broke off.
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'));
  return server;
}

/** Listens for mail over SMTP. A mail is answered 250 once it is durable, and not before. */
export async function listenSmtp(parts: InboundParts, { budget, host, port, tls }: SmtpListenerOptions): Promise<SmtpListener> {
  let closing = false;
  const server = createServer(parts, { budget, tls, isClosing: () => closing });
  const listener = server.listen(port, host);
  await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw toConfigError(error);
  });
  // Safe because it listens on a port.
  const bound = listener.address() as AddressInfo;
  return {
    port: bound.port,
    close: () => {
      closing = true;
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) {
          if (connection.session.envelope.mailFrom !== false) continue;
          connection.send(421, '4.3.2 Shutting down');
          connection.close();
        }
      });
    },
  };
}
