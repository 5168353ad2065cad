import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Certificate } from '../fakes/certificate.ts';

/** A mail as it was received. */
export interface SinkMail {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
  /** The same for all mail of one connection. */
  readonly session: string;
  readonly secure: boolean;
  /** The authenticated user. */
  readonly user: string | null;
}

/** A reply such as `550 5.1.1 No such user` or `250 OK id=1`, or what happens instead of one. */
export type Answer = `${number} ${string}` | 'drop' | 'hang' | undefined;

export interface SmtpSinkOptions {
  /** Replies to RCPT by address in lower case; others are accepted. */
  readonly replies?: Readonly<Record<string, Answer>>;
  readonly onMailFrom?: (from: string) => Answer;
  readonly onRcpt?: (to: string) => Answer;
  /** Before the mail is read: `drop` cuts it off, `hang` leaves it in the pipe. */
  readonly onDataStart?: () => Answer;
  /** After the final dot. */
  readonly onData?: (mail: SinkMail) => Answer | Promise<Answer>;
  /** STARTTLS if a certificate is given, unless `implicit`; without one no TLS is offered. */
  readonly certificate?: Certificate;
  readonly implicitTls?: boolean;
  /** Requires authentication. */
  readonly credentials?: { readonly user: string; readonly pass: string };
  readonly pipelining?: boolean;
  /** Largest mail, announced in EHLO. */
  readonly size?: number;
}

export interface SmtpSink {
  /** For PROVIDER_URL, without credentials. */
  readonly url: string;
  readonly port: number;
  /** Mail that was accepted, in order of its final dots. */
  readonly mails: readonly SinkMail[];
  /** Connections opened so far. */
  connections(): number;
  /** Resolves once this many mails were accepted. */
  waitFor(count: number): Promise<readonly SinkMail[]>;
  close(): Promise<void>;
}

const fail = (text: string) => {
  const [, code, message] = /^(\d{3}) (.*)$/s.exec(text) ?? [];
  return Object.assign(new Error(message ?? text), { responseCode: Number(code) });
};

const toMail = (session: SMTPServerSession, raw: Buffer): SinkMail => {
  const { mailFrom, rcptTo } = session.envelope;
  const from = mailFrom === false ? '' : mailFrom.address;
  const user = typeof session.user === 'string' ? session.user : null;
  return { envelope: { from, to: rcptTo.map(({ address }) => address) }, raw, session: session.id, secure: session.secure, user };
};

/** Keeps received mails, and resolves the callers that wait for them. */
function inbox() {
  const mails: SinkMail[] = [];
  const waiting: { count: number; resolve(mails: readonly SinkMail[]): void }[] = [];
  return {
    mails,
    add(mail: SinkMail) {
      mails.push(mail);
      for (const waiter of waiting.filter(({ count }) => count === mails.length)) waiter.resolve(mails);
    },
    waitFor: (count: number) =>
      new Promise<readonly SinkMail[]>((resolve) => {
        if (mails.length >= count) resolve(mails);
        else waiting.push({ count, resolve });
      }),
  };
}

/** Starts a real SMTP server on loopback that accepts mail and replies as configured. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { certificate, credentials, implicitTls = false } = options;
  const { mails, add, waitFor } = inbox();
  const sockets = new Map<number, Socket>();
  let opened = 0;

  type Reply = (error?: Error | null, message?: string) => void;
  function answer(given: Answer, session: SMTPServerSession, reply: Reply): void {
    if (given === 'hang') return;
    if (given === 'drop') sockets.get(session.remotePort)?.destroy();
    else if (given === undefined) reply();
    else if (given.startsWith('2')) reply(null, given.slice(4));
    else reply(fail(given));
  }

  const server = new SMTPServer({
    secure: implicitTls,
    disabledCommands: [...(credentials ? [] : ['AUTH']), ...(certificate ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hidePIPELINING: options.pipelining === false,
    size: options.size,
    logger: false,
    ...certificate,
    onAuth: ({ username, password }, _session, done) => {
      const known = username === credentials?.user && password === credentials?.pass;
      return known ? done(null, { user: username }) : done(fail('535 5.7.8 Authentication failed'));
    },
    onMailFrom: ({ address }, session, done) => answer(options.onMailFrom?.(address), session, done),
    onRcptTo: ({ address }, session, done) => answer(options.replies?.[address.toLowerCase()] ?? options.onRcpt?.(address), session, done),
    onData: async (stream, session, done) => {
      const early = options.onDataStart?.();
      if (early !== undefined) return answer(early, session, done);
      const raw = await buffer(stream).catch(() => undefined);
      if (raw === undefined) return;
      const mail = toMail(session, raw);
      const given = (await options.onData?.(mail)) ?? `250 2.0.0 Ok: queued as SINK${mails.length + 1}`;
      answer(given, session, done);
      if (given.startsWith('2')) add(mail);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.set(socket.remotePort ?? 0, socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket.remotePort ?? 0));
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `${implicitTls ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    connections: () => opened,
    waitFor,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}
