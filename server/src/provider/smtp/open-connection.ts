import type { Socket } from 'node:net';
import { SMTPConnection, type SmtpConnectionParts } from '../nodemailer.ts';
import type { SmtpFault } from '../smtp-fault.ts';
import type { SmtpSettings } from '../smtp-url.ts';

/** Milliseconds of the system clock. */
export interface SmtpTimeouts {
  /** From the DNS look-up to the end of the TLS handshake. */
  readonly connect: number;
  readonly greeting: number;
  /** Silence of the server (RFC 5321, section 4.5.3.2). */
  readonly silence: number;
  /** How long a mail waits for the final reply to the previous one on its connection, before it moves to another. */
  readonly follow: number;
  /** A whole mail, from MAIL to the final reply. */
  readonly mail: number;
  /** How long `close` waits for mail whose content has begun. */
  readonly drain: number;
}

export interface ConnectionOptions {
  readonly settings: SmtpSettings;
  readonly timeouts: Pick<SmtpTimeouts, 'connect' | 'greeting' | 'silence'>;
  /** The name in EHLO; the host name by default. */
  readonly hostname?: string | undefined;
  /** Certificates to trust instead of the system's, in PEM. */
  readonly ca?: string | undefined;
  /** Does not use STARTTLS. */
  readonly inClearText?: boolean;
}

/** The service extensions that a server announced in its reply to EHLO (RFC 5321, section 2.2). */
export interface Capabilities {
  /** RFC 2920. */
  readonly pipelining: boolean;
  /** RFC 6152. */
  readonly eightBit: boolean;
  /** RFC 6531. */
  readonly utf8: boolean;
  /** RFC 1870. */
  readonly size: boolean;
  /** Maximum size of a mail in bytes; 0 if the server names no limit. */
  readonly maxBytes: number;
}

/** A connection on which mail can be sent: after EHLO, and after STARTTLS and AUTH where the settings ask for them. */
export interface OpenConnection {
  readonly socket: Socket;
  readonly capabilities: Capabilities;
  /** Whether it is encrypted. */
  readonly secure: boolean;
}

const DNS_MS = 10_000;
const STARTTLS = 'STARTTLS';

/** Reads the extensions from a reply to EHLO. */
export function readCapabilities(reply: string): Capabilities {
  const lines = reply.split(/\r?\n/).map((line) => line.slice(4).trim().toUpperCase());
  const offers = (name: string) => lines.some((line) => line === name || line.startsWith(`${name} `));
  const [, maxBytes = '0'] = lines.map((line) => /^SIZE[ \t]+(\d{1,15})$/.exec(line)).find((found) => found !== null) ?? [];
  return {
    pipelining: offers('PIPELINING'),
    eightBit: offers('8BITMIME'),
    utf8: offers('SMTPUTF8'),
    size: offers('SIZE'),
    maxBytes: Number(maxBytes),
  };
}

/** An entry of nodemailer's log. */
interface Entry {
  readonly tnx?: string;
  readonly err?: object;
}

/** Creates a logger for nodemailer that detects whether a connection failed during STARTTLS, which its errors do not tell. */
function createListener() {
  const ignore = () => undefined;
  let starting = false;
  let broken: object | undefined;
  const onStep = ({ tnx }: Entry, message: unknown) => {
    if (tnx === 'client' && message === STARTTLS) starting = true;
  };
  const onProgress = (_: Entry, message: unknown) => {
    if (message === 'Connection upgraded with STARTTLS') starting = false;
  };
  const onFault = ({ err }: Entry) => {
    if (err !== undefined && starting) broken = err;
  };
  return {
    logger: { level: ignore, trace: ignore, debug: onStep, info: onProgress, warn: onFault, error: onFault, fatal: ignore },
    explain: (fault: SmtpFault): SmtpFault => (broken === fault ? Object.assign(fault, { code: 'ETLS' }) : fault),
  };
}

/** Detaches the socket from nodemailer, which no longer reads or writes it. */
function takeSocket(connection: SMTPConnection): Socket {
  // Safe because the version of nodemailer is pinned, and every test of the provider covers this.
  const parts = connection as unknown as SmtpConnectionParts;
  const socket = parts._socket;
  socket.removeListener('data', parts._onSocketData);
  socket.removeListener('timeout', parts._onSocketTimeout);
  socket.removeListener('close', parts._onSocketClose);
  socket.removeListener('end', parts._onSocketEnd);
  socket.removeListener('error', parts._onSocketError);
  // An unexpected reply would make it close the socket, in the middle of our mail.
  parts._responseQueue = [];
  return socket;
}

/** A connection that is being opened. */
export interface Opening {
  readonly ready: Promise<OpenConnection>;
  /** Rejects `ready` with the fault, unless the connection is open already. */
  abort(fault: SmtpFault): void;
}

/** Opens a connection with nodemailer: DNS, TCP, greeting, EHLO, TLS and AUTH. `ready` rejects with an SmtpFault. */
export function openConnection({ settings, timeouts, hostname, ca, inClearText = false }: ConnectionOptions): Opening {
  const { host, port, implicitTls, tls, verify, credentials } = settings;
  const { logger, explain } = createListener();
  const connection = new SMTPConnection({
    host,
    port,
    logger,
    transactionLog: true,
    secure: implicitTls,
    requireTLS: tls === 'require',
    ignoreTLS: tls === 'off' || inClearText,
    tls: { rejectUnauthorized: verify, ca },
    name: hostname,
    dnsTimeout: Math.min(DNS_MS, timeouts.connect),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  });
  const { promise, resolve, reject } = Promise.withResolvers<OpenConnection>();
  const { connect, greeting, silence } = timeouts;
  // A reply that never ends is no silence.
  const deadline = setTimeout(
    () => fail(Object.assign(new Error('The connection was not ready in time'), { code: 'ETIMEDOUT' })),
    connect + greeting + silence,
  );
  const fail = (fault: SmtpFault) => {
    clearTimeout(deadline);
    reject(explain(fault));
    connection.close();
  };
  connection.on('error', fail);
  connection.once('end', () => fail(Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' })));
  connection.connect((fault) => {
    if (fault) return fail(fault);
    const capabilities = readCapabilities(connection.lastServerResponse || '');
    const succeed = () => {
      clearTimeout(deadline);
      resolve({ socket: takeSocket(connection), capabilities, secure: connection.secure });
    };
    if (credentials === null) return succeed();
    connection.login({ credentials: { ...credentials } }, (refusal) => {
      if (refusal) fail(refusal);
      else succeed();
    });
  });
  return { ready: promise, abort: fail };
}
