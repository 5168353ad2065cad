import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import { enforceDataRate, type MinDataRate } from '../core/concurrency/min-data-rate.ts';
import { networkOf } from '../core/network-of.ts';
import { unescapeByChunks } from './dot-stuffing.ts';
import { readQuotedLocalParts } from './quoted-local-parts.ts';

export interface SessionLimits {
  /** At once. No network has more than a part of what is left free of them. */
  readonly connections: number;
  readonly sessionMs: number;
  /** Maximum number of commands before a mail is submitted. */
  readonly commands: number;
  /** The least rate at which the content of a mail has to come. */
  readonly minRate: Omit<MinDataRate, 'tooSlow'>;
}

/** A relay that has a thousand mails for us is not hindered by any of it. */
export const SESSION_LIMITS: SessionLimits = {
  connections: 400,
  sessionMs: 1_800_000,
  commands: 300,
  minRate: { graceMs: 30_000, bytesPerSecond: 1024 },
};

/** One network alone gets 80 of 400 connections; ten that take all they can leave 40. */
const PART = 1 / 4;
/** The library greets, and asks us, only after a moment: until then it counts for itself. */
const UNGREETED = 1000;

/** Ends with the connection: there is nobody left to answer. */
class BrokenOff extends Error {}

/** How far a chain of causes is followed. */
const DEEPEST = 5;

/** Returns why a client disconnected; undefined for any other error. */
export function disconnectReason(error: unknown, depth = 0): string | undefined {
  if (error instanceof BrokenOff) return error.message;
  return error instanceof Error && depth < DEEPEST ? disconnectReason(error.cause, depth + 1) : undefined;
}

interface Session {
  readonly network: string;
  readonly deadline: NodeJS.Timeout;
  readonly gone: AbortController;
  commands: number;
}

/** Limits of the sessions of one listener. */
export interface SmtpSessions {
  readonly options: Pick<SMTPServerOptions, 'maxClients' | 'logger' | 'onConnect' | 'onClose'>;
  /** To be called with the server that the options were passed to. */
  attach(server: SMTPServer): void;
  /** Ends a session with a reply 421. */
  close(id: string, text: string): void;
  /** A mail as it comes; it ends with the connection of a client that is too slow. */
  content(stream: SMTPServerDataStream, session: SMTPServerSession): AsyncIterable<Buffer>;
  /** Aborted once the session's connection is closed: nobody waits for a reply then. */
  signal(session: SMTPServerSession): AbortSignal;
}

const ignore = () => undefined;

/** The library reports each command only in its log. */
const commandLogger = (onCommand: (id: string) => void) => ({
  ...{ level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
  debug(entry: { readonly tnx?: string; readonly cid?: string }) {
    if (entry.tnx === 'command' && entry.cid !== undefined) onCommand(entry.cid);
  },
});

export function createSmtpSessions({ connections, sessionMs, commands, minRate }: SessionLimits): SmtpSessions {
  const sessions = new Map<string, Session>();
  const share = createFairShare(connections, PART);
  let server: SMTPServer | undefined;

  function find(id: string) {
    for (const connection of server?.connections ?? []) if (connection.session.id === id) return connection;
    return undefined;
  }

  const close = (id: string, text: string): void => find(id)?.send(421, text);

  function countCommand(id: string): void {
    const session = sessions.get(id);
    if (session === undefined) return;
    session.commands += 1;
    // After the current command: closing removes its parser.
    if (session.commands === commands) setImmediate(() => close(id, '4.7.0 Too many commands without a mail'));
  }

  return {
    options: {
      maxClients: connections + UNGREETED,
      logger: commandLogger(countCommand),
      onConnect({ id, remoteAddress }, done) {
        const network = networkOf(remoteAddress);
        if (!share.take(network, 1)) {
          done(Object.assign(new Error('4.7.0 Too many connections from your network'), { responseCode: 421 }));
          return;
        }
        const deadline = setTimeout(() => close(id, '4.4.2 This session has lasted too long'), sessionMs);
        deadline.unref();
        sessions.set(id, { network, deadline, gone: new AbortController(), commands: 0 });
        const connection = find(id);
        if (connection !== undefined) {
          unescapeByChunks(connection);
          readQuotedLocalParts(connection);
        }
        done();
      },
      onClose({ id }) {
        const session = sessions.get(id);
        if (session === undefined) return;
        clearTimeout(session.deadline);
        share.give(session.network, 1);
        sessions.delete(id);
        session.gone.abort(new BrokenOff('the connection was closed'));
      },
    },
    attach(given) {
      server = given;
    },
    close,
    signal: ({ id }) => sessions.get(id)?.gone.signal ?? AbortSignal.abort(new BrokenOff('the connection was closed')),
    async *content(stream, { id }) {
      const tooSlow = () => {
        close(id, '4.4.2 The mail came too slowly');
        return new BrokenOff('it was too slow');
      };
      try {
        yield* enforceDataRate(stream as AsyncIterable<Buffer>, { ...minRate, tooSlow });
      } catch (error) {
        throw error instanceof BrokenOff ? error : new BrokenOff('the connection broke off', { cause: error });
      }
      const session = sessions.get(id);
      if (session !== undefined) session.commands = 0;
    },
  };
}
