import type { SmtpFault } from '../smtp-fault.ts';
import { type ConnectionOptions, type OpenConnection, type Opening, openConnection, type SmtpTimeouts } from './open-connection.ts';
import { createSession, type Session } from './session.ts';
import { smtpFault, type Transfer } from './transfer.ts';

/** Connections to one server, which are kept and used again. */
export interface SmtpPool {
  /** Hands a mail over, as soon as there is room. */
  send(transfer: Transfer): void;
  /** Gives a mail up, wherever it is. */
  abandon(transfer: Transfer, fault: SmtpFault): void;
  /** Breaks everything off. */
  close(): void;
}

const RECONNECTS = 2;
const AGAIN_MS = 50;

const closed = () => smtpFault('Connection pool was closed', { code: 'ECONNECTION' });

/** Of the connections, those that bulk mail may use at once: other mail finds one free however slowly it is taken. */
const BULK_SHARE = 0.75;

const isBulk = ({ mail }: Transfer) => mail.bulk === true;

/** A server that closes the connection without a word may have meant this connection alone. */
const isSilent = ({ code, response }: SmtpFault) => code === 'ECONNECTION' && response === undefined;

/** The fault, or the reply by which the connection before was closed, which says more than silence. */
const explain = ({ lostBy }: Transfer, fault: SmtpFault): SmtpFault =>
  fault.response === undefined && lostBy?.response !== undefined ? lostBy : fault;

export interface PoolOptions extends ConnectionOptions {
  readonly timeouts: SmtpTimeouts;
}

export function createPool(options: PoolOptions): SmtpPool {
  const queue: Transfer[] = [];
  const openings = new Map<Transfer, Opening>();
  const pauses = new Map<Transfer, NodeJS.Timeout>();
  const sessions = new Set<Session>();
  const free: Session[] = [];
  const mostBulk = Math.max(1, Math.floor(options.settings.pool * BULK_SHARE));
  /** Those whose last mail is bulk mail, which one more makes no difference to. */
  const bulkSessions = new Set<Session>();
  /** On which session a mail is that has begun. */
  const places = new WeakMap<Transfer, Session>();
  let isClosed = false;

  function pause(transfer: Transfer, pauseMs: number): void {
    const goOn = () => {
      pauses.delete(transfer);
      send(transfer);
    };
    pauses.set(transfer, setTimeout(goOn, pauseMs));
  }

  /** Puts a mail to another connection, if it was not lost too often. */
  function tryAgain(transfer: Transfer, fault: SmtpFault, pauseMs: number): void {
    transfer.losses += 1;
    transfer.onWait();
    transfer.lostBy = explain(transfer, fault);
    if (isClosed || transfer.losses > RECONNECTS) transfer.end({ response: undefined, fault: transfer.lostBy });
    else if (pauseMs === 0) queue.unshift(transfer);
    else pause(transfer, pauseMs);
  }

  function place(transfer: Transfer, session: Session): void {
    places.set(transfer, session);
    if (isBulk(transfer)) bulkSessions.add(session);
  }

  /** Takes the first mail out of the queue that may go now, along with another of a session or alone. */
  function take(along?: Session): Transfer | undefined {
    const bulkOpenings = [...openings.keys()].filter(isBulk).length;
    const mayTakeBulk = bulkSessions.size + bulkOpenings < mostBulk || (along !== undefined && bulkSessions.has(along));
    const index = mayTakeBulk ? 0 : queue.findIndex((transfer) => !isBulk(transfer));
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  function useSession(connection: OpenConnection): Session {
    const session = createSession({
      connection,
      timeouts: options.timeouts,
      onFree() {
        bulkSessions.delete(session);
        free.push(session);
        pump();
      },
      onClosed(lost, fault) {
        sessions.delete(session);
        bulkSessions.delete(session);
        if (free.includes(session)) free.splice(free.indexOf(session), 1);
        for (const transfer of lost) tryAgain(transfer, fault, 0);
        pump();
      },
      onHeldUp(transfer) {
        places.delete(transfer);
        transfer.onWait();
        queue.unshift(transfer);
        pump();
      },
      next() {
        const transfer = take(session);
        if (transfer !== undefined) place(transfer, session);
        return transfer;
      },
    });
    sessions.add(session);
    return session;
  }

  function begin(session: Session, transfer: Transfer): void {
    place(transfer, session);
    if (session.begin(transfer)) return;
    bulkSessions.delete(session);
    free.push(session);
  }

  function open(transfer: Transfer): void {
    const opening = openConnection(options);
    openings.set(transfer, opening);
    const isWanted = () => openings.delete(transfer);
    opening.ready.then(
      (connection) => {
        if (isWanted()) begin(useSession(connection), transfer);
        else connection.socket.destroy();
        pump();
      },
      (fault: SmtpFault) => {
        if (!isWanted()) return pump();
        if (isSilent(fault)) tryAgain(transfer, fault, AGAIN_MS);
        else transfer.end({ response: undefined, fault: explain(transfer, fault) });
        pump();
      },
    );
  }

  function pump(): void {
    while (!isClosed && (free.length > 0 || sessions.size + openings.size < options.settings.pool)) {
      const transfer = take();
      if (transfer === undefined) return;
      const session = free.pop();
      if (session === undefined) open(transfer);
      else begin(session, transfer);
    }
  }

  function send(transfer: Transfer): void {
    queue.push(transfer);
    if (isClosed) abandon(transfer, closed());
    else pump();
  }

  function abandon(transfer: Transfer, fault: SmtpFault): void {
    const opening = openings.get(transfer);
    openings.delete(transfer);
    clearTimeout(pauses.get(transfer));
    pauses.delete(transfer);
    if (queue.includes(transfer)) queue.splice(queue.indexOf(transfer), 1);
    else if (opening === undefined) places.get(transfer)?.abandon(transfer, fault);
    opening?.abort(fault);
    transfer.end({ response: undefined, fault });
    pump();
  }

  return {
    send,
    abandon,
    close() {
      isClosed = true;
      for (const transfer of [...queue, ...openings.keys(), ...pauses.keys()]) abandon(transfer, closed());
      for (const session of [...sessions]) session.destroy(closed());
    },
  };
}
