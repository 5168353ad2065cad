import type { SmtpFault } from '../smtp-fault.ts';
import { type OpenConnection, openConnection } from './open-connection.ts';
import { createPoolState, forget, hasRoom, type PoolOptions, type PoolState, place, setFree, takeNext } from './pool-state.ts';
import { createSession, type Session } from './session.ts';
import { smtpFault, type Transfer } from './transfer.ts';

/** Connections to one server, kept and reused. */
export interface SmtpPool {
  /** Sends a mail as soon as a connection is free. */
  send(transfer: Transfer): void;
  /** Abandons a mail, wherever it is. */
  abandon(transfer: Transfer, fault: SmtpFault): void;
  /** Aborts everything. */
  close(): void;
}

const RECONNECTS = 2;
const AGAIN_MS = 50;

const closed = () => smtpFault('Connection pool was closed', { code: 'ECONNECTION' });

/** A server that closes the connection without a reply may have meant only this connection. */
const isSilent = ({ code, response }: SmtpFault) => code === 'ECONNECTION' && response === undefined;

/** The fault, or the reply with which the previous connection was closed, which says more than silence. */
const explain = ({ lostBy }: Transfer, fault: SmtpFault): SmtpFault =>
  fault.response === undefined && lostBy?.response !== undefined ? lostBy : fault;

function pause(state: PoolState, transfer: Transfer, pauseMs: number): void {
  const goOn = () => {
    state.pauses.delete(transfer);
    send(state, transfer);
  };
  state.pauses.set(transfer, setTimeout(goOn, pauseMs));
}

/** Moves a mail to another connection, unless it was lost too often. */
function tryAgain(state: PoolState, transfer: Transfer, { fault, pauseMs }: { fault: SmtpFault; pauseMs: number }): void {
  transfer.losses += 1;
  transfer.onWait();
  transfer.lostBy = explain(transfer, fault);
  if (state.isClosed || transfer.losses > RECONNECTS) transfer.end({ response: undefined, fault: transfer.lostBy });
  else if (pauseMs === 0) state.queue.unshift(transfer);
  else pause(state, transfer, pauseMs);
}

function endSession(state: PoolState, session: Session, { lost, fault }: { lost: readonly Transfer[]; fault: SmtpFault }): void {
  forget(state, session);
  for (const transfer of lost) tryAgain(state, transfer, { fault, pauseMs: 0 });
  pump(state);
}

function takeFollower(state: PoolState, session: Session): Transfer | undefined {
  const transfer = takeNext(state, session);
  if (transfer !== undefined) place(state, transfer, session);
  return transfer;
}

function useConnection(state: PoolState, connection: OpenConnection): Session {
  const session = createSession({
    connection,
    timeouts: state.options.timeouts,
    onFree() {
      setFree(state, session);
      pump(state);
    },
    onClosed: (lost, fault) => endSession(state, session, { lost, fault }),
    onHeldUp(transfer) {
      state.places.delete(transfer);
      transfer.onWait();
      state.queue.unshift(transfer);
      pump(state);
    },
    next: () => takeFollower(state, session),
  });
  state.sessions.add(session);
  return session;
}

function begin(state: PoolState, session: Session, transfer: Transfer): void {
  place(state, transfer, session);
  if (!session.begin(transfer)) setFree(state, session);
}

function open(state: PoolState, transfer: Transfer): void {
  const { openings } = state;
  const opening = openConnection(state.options);
  openings.set(transfer, opening);
  const isWanted = () => openings.delete(transfer);
  opening.ready.then(
    (connection) => {
      if (isWanted()) begin(state, useConnection(state, connection), transfer);
      else connection.socket.destroy();
      pump(state);
    },
    (fault: SmtpFault) => {
      if (!isWanted()) return pump(state);
      if (isSilent(fault)) tryAgain(state, transfer, { fault, pauseMs: AGAIN_MS });
      else transfer.end({ response: undefined, fault: explain(transfer, fault) });
      pump(state);
    },
  );
}

/** Begins as many mails as there are connections for. */
function pump(state: PoolState): void {
  while (hasRoom(state)) {
    const transfer = takeNext(state);
    if (transfer === undefined) return;
    const session = state.free.pop();
    if (session === undefined) open(state, transfer);
    else begin(state, session, transfer);
  }
}

function send(state: PoolState, transfer: Transfer): void {
  state.queue.push(transfer);
  if (state.isClosed) abandon(state, transfer, closed());
  else pump(state);
}

function abandon(state: PoolState, transfer: Transfer, fault: SmtpFault): void {
  const { queue, openings, pauses, places } = state;
  const opening = openings.get(transfer);
  openings.delete(transfer);
  clearTimeout(pauses.get(transfer));
  pauses.delete(transfer);
  if (queue.includes(transfer)) queue.splice(queue.indexOf(transfer), 1);
  else if (opening === undefined) places.get(transfer)?.abandon(transfer, fault);
  opening?.abort(fault);
  transfer.end({ response: undefined, fault });
  pump(state);
}

function close(state: PoolState): void {
  const { queue, openings, pauses, sessions } = state;
  state.isClosed = true;
  for (const transfer of [...queue, ...openings.keys(), ...pauses.keys()]) abandon(state, transfer, closed());
  for (const session of [...sessions]) session.destroy(closed());
}

export function createPool(options: PoolOptions): SmtpPool {
  const state = createPoolState(options);
  return {
    send: (transfer) => send(state, transfer),
    abandon: (transfer, fault) => abandon(state, transfer, fault),
    close: () => close(state),
  };
}
