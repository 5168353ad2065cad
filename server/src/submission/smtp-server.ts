import { limits } from '@posthorn/contract';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { parseAddress } from '../core/email-address.ts';
import type { Certificate } from '../smtp/certificate.ts';
import { limitTime } from '../smtp/limit-time.ts';
import { GRACE_MS } from '../smtp/open-smtp.ts';
import { Refusal, shuttingDown, tryAgainLater } from '../smtp/refusal.ts';
import { createSmtpSessions, SESSION_LIMITS } from '../smtp/smtp-sessions.ts';
import { answerMail } from './answer-mail.ts';
import { logIn, refuseBlockedNetwork } from './log-in.ts';
import type { LogInLimits } from './log-ins.ts';
import { offerAuthOverTls } from './offer-auth.ts';
import type { SubmitParts } from './submit-mail.ts';

export interface SubmissionServerParts extends SubmitParts {
  readonly logIns: LogInLimits;
}

export interface SubmissionServerOptions {
  /** TLS from the start, instead of by STARTTLS. */
  readonly secure: boolean;
  readonly certificate: Certificate;
  isClosing(): boolean;
}

/** Clients keep a connection between their mails; RFC 5321, section 4.5.3.2.7. */
const SILENCE_MS = 300_000;

const NEEDS_LOG_IN = '5.7.0 Log in first, over TLS: any user name, and an API key as the password';

function assertRecipient(address: string, { envelope }: SMTPServerSession): void {
  const email = parseAddress(address)?.email;
  if (email === undefined) throw new Refusal(553, '5.1.3 Not an address of the form a@example.com');
  const known = new Set(envelope.rcptTo.map((recipient) => parseAddress(recipient.address)?.email));
  if (!known.has(email) && known.size >= limits.recipients) throw new Refusal(452, `4.5.3 At most ${limits.recipients} recipients a mail`);
}

type Done = (error?: Error | null) => void;

/** Runs a check, and tells what it throws. */
function check(work: () => void, done: Done): void {
  try {
    work();
    done();
  } catch (error) {
    done(error instanceof Refusal ? error : tryAgainLater());
  }
}

/** Creates an SMTP server that accepts mail from clients that log in with an API key, after TLS. */
export function createSubmissionServer(
  parts: SubmissionServerParts,
  { secure, certificate, isClosing }: SubmissionServerOptions,
): SMTPServer {
  const { app, logIns } = parts;
  const sessions = createSmtpSessions(SESSION_LIMITS);
  const server = new SMTPServer({
    ...certificate,
    ...sessions.options,
    // RFC 8997; the library would go down to 1.0.
    minVersion: 'TLSv1.2',
    name: app.config.SMTP_HOSTNAME,
    secure,
    authMethods: ['PLAIN', 'LOGIN'],
    authRequiredMessage: NEEDS_LOG_IN,
    disableReverseLookup: true,
    // A local part of other letters is no address here.
    hideSMTPUTF8: true,
    size: limits.sendBodyBytes,
    socketTimeout: SILENCE_MS,
    closeTimeout: GRACE_MS,
    onConnect: (session, done) => {
      const blocked = refuseBlockedNetwork(logIns, session.remoteAddress);
      if (blocked !== undefined) return done(blocked);
      offerAuthOverTls(server, session.id);
      sessions.options.onConnect?.(session, done);
    },
    onAuth: (given, session, done) => {
      logIn(parts, given, session).then(
        (user) => done(null, { user }),
        (refusal: Error) => {
          done(refusal);
          // After the reply, which says why.
          const blocked = refuseBlockedNetwork(logIns, session.remoteAddress);
          if (blocked !== undefined) setImmediate(() => sessions.close(session.id, blocked.message));
        },
      );
    },
    // The sender of the envelope counts for nothing, and recipients are read as over HTTP.
    lenientAddressParsing: true,
    onMailFrom: (_address, _session, done) => done(isClosing() ? shuttingDown() : null),
    onRcptTo: ({ address }, session, done) => check(() => assertRecipient(address, session), done),
    onData: (stream, session, done) => {
      const end = limitTime(stream);
      const mail = {
        content: sessions.content(stream, session),
        signal: sessions.signal(session),
        keyHash: session.user ?? '',
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        ip: session.remoteAddress,
      };
      answerMail(parts, mail)
        .then((text) => done(null, text), done)
        .finally(end);
    },
  });
  sessions.attach(server);
  // A client's fault, such as a connection that broke off.
  server.on('error', (error) => app.log.debug({ err: error }, 'a connection of SMTP submission failed'));
  return server;
}
