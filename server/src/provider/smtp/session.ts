import { systemClock } from '../../core/clock.ts';
import type { SmtpFault } from '../smtp-fault.ts';
import { closedFault, createConversation } from './conversation.ts';
import { findRefusal, findUnsayable } from './envelope.ts';
import type { OpenConnection, SmtpTimeouts } from './open-connection.ts';
import { pipelineEnvelope, type Said, sayEnvelope } from './say-envelope.ts';
import { isSmall, toWire } from './to-wire.ts';
import { resetTransfer, smtpFault, type Transfer, type TransferResult } from './transfer.ts';

/** The mails of one connection, one after the other. */
export interface Session {
  /** Begins with a mail; false where it cannot be said to this server. Only for a session that is free. */
  begin(transfer: Transfer): boolean;
  /** Gives a mail up: with the connection, unless another mail on it is waiting for its final reply. */
  abandon(transfer: Transfer, fault: SmtpFault): void;
  /** Breaks all off. */
  destroy(fault: SmtpFault): void;
}

export interface SessionOptions {
  readonly connection: OpenConnection;
  readonly timeouts: Pick<SmtpTimeouts, 'silence' | 'follow'>;
  /** Nothing is under way: the session can begin with another mail. */
  onFree(): void;
  /** No more mail goes over it; given are those whose content was not begun, for another connection. */
  onClosed(lost: readonly Transfer[], fault: SmtpFault): void;
  /** The answer to the mail before keeps one waiting that another connection may be free for. */
  onHeldUp(transfer: Transfer): void;
  /** Returns the next mail, whose envelope goes along with a content (RFC 2920, section 3.1); undefined where there is none. */
  next(): Transfer | undefined;
}

const IDLE_MS = 30_000;
const GOODBYE_MS = 5000;
const MAILS = 100;
const RESET = 'RSET\r\n';
const SOCKET_CODES = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];

/** By how much a server that answers at once is quicker than what a mail would wait. */
const QUICKER = 4;

const NOTHING: Said = { commands: '', heard: [] };

/** Whether the connection is what failed, and another might do. */
const isOfConnection = ({ code = '', responseCode }: SmtpFault) => responseCode === 421 || SOCKET_CODES.includes(code);

export function createSession(options: SessionOptions): Session {
  const { connection, timeouts, onFree, onClosed, onHeldUp, next } = options;
  const { socket, offers } = connection;
  const { say, expect, write } = createConversation(socket, { onFault: (fault) => close(fault), onSilence });
  /** In the order of their envelopes: the one whose content is on its way, or was last, and perhaps the next. */
  const under: Transfer[] = [];
  /** Of them, those that have gone elsewhere: the connection ends before their turn comes. */
  const gone = new Set<Transfer>();
  let begun = 0;
  let isOpen = true;
  let toReset = false;
  /** Only of a server that answers a content at once another mail can wait for the answer. */
  let isQuick = false;

  /** `of`: the mail that the fault is about, where it is about one. */
  function close(fault: SmtpFault, of?: Transfer): void {
    if (!isOpen) return;
    isOpen = false;
    socket.destroy();
    const isBlamed = (transfer: Transfer) => (of === undefined ? !isOfConnection(fault) : of === transfer);
    const left = under.filter((transfer) => !gone.has(transfer));
    const lost = left.filter((transfer) => begun > 1 && !transfer.begun && !isBlamed(transfer));
    for (const transfer of left) if (!lost.includes(transfer)) transfer.end({ response: undefined, fault: transfer.mailFault ?? fault });
    onClosed(lost, fault);
  }

  /** Ends a connection that nothing is under way on. */
  function leave(): void {
    if (!isOpen) return;
    isOpen = false;
    socket.setTimeout(GOODBYE_MS, () => socket.destroy());
    socket.end('QUIT\r\n');
    onClosed([], closedFault());
  }

  function onSilence(): void {
    if (under.length === 0) leave();
    else close(smtpFault('Timeout', { code: 'ETIMEDOUT', command: 'CONN' }));
  }

  function finish(transfer: Transfer, result: TransferResult): void {
    under.splice(under.indexOf(transfer), 1);
    transfer.end(result);
    if (gone.size > 0) close(closedFault());
    else if (isOpen && under.length === 0 && begun >= MAILS) leave();
    else if (isOpen && under.length === 0) {
      socket.setTimeout(IDLE_MS);
      onFree();
    }
  }

  /** The server has refused the mail, and not the connection. */
  function refuse(transfer: Transfer, fault: SmtpFault): void {
    toReset ||= fault.code === 'EENVELOPE';
    finish(transfer, { response: undefined, fault });
  }

  function hearFinal(transfer: Transfer, reply: string): void {
    if (reply.startsWith('2')) finish(transfer, { response: reply, fault: undefined });
    // Out of step: this answers something else, and whether the mail was taken is not known.
    else if (!/^[45]/.test(reply)) close(smtpFault('Unexpected Response', { code: 'EPROTOCOL', command: 'DATA' }), transfer);
    else refuse(transfer, smtpFault('Message failed', { code: 'EMESSAGE', command: 'DATA', response: reply }));
  }

  function hearData(transfer: Transfer, reply: string): void {
    const refusal = findRefusal(transfer);
    if (refusal === undefined && reply.startsWith('3')) return void sendContent(transfer);
    const fault = refusal ?? smtpFault('Data command failed', { code: 'EENVELOPE', command: 'DATA', response: reply });
    // A yes that is none to DATA is the answer to something else: content that goes out of step is refused to us and yet delivered.
    if (reply.startsWith('2')) close(fault, transfer);
    else if (!reply.startsWith('3')) refuse(transfer, fault);
    // A server that takes content for nobody gets none. Where it had refused the sender as well, it is not to be trusted with that.
    else if (transfer.mailFault !== undefined) close(fault, transfer);
    else say('.\r\n', () => refuse(transfer, fault));
  }

  /** Whether the mail may begin; one that may not leaves the server waiting for its content, and takes the connection with it. */
  async function mayBegin(transfer: Transfer): Promise<boolean> {
    transfer.begun = true;
    try {
      transfer.brokenOff = !(await transfer.beforeData());
      if (transfer.brokenOff) close(smtpFault('the mail was not to be begun', { code: 'ESTREAM' }), transfer);
    } catch (error) {
      close(smtpFault(error instanceof Error ? error.message : String(error), { code: 'ESTREAM' }), transfer);
    }
    return isOpen;
  }

  async function sendContent(transfer: Transfer): Promise<void> {
    if (!(await mayBegin(transfer))) return;
    if (isSmall(transfer.mail.raw)) sendSmall(transfer);
    else await sendLarge(transfer);
  }

  /** In one write, with the envelope of the next. */
  function sendSmall(transfer: Transfer): void {
    // Of a write that breaks off in the middle nobody can tell how far it came.
    transfer.transmitted = true;
    const follower = offers.pipelining && isQuick && begun < MAILS ? nextSayable() : undefined;
    const wait = follower && setTimeout(() => letGo(follower), timeouts.follow);
    const since = systemClock.monotonic();
    expect((reply) => {
      clearTimeout(wait);
      isQuick = systemClock.monotonic() - since < timeouts.follow / QUICKER;
      hearFinal(transfer, reply);
    });
    const { commands, heard } = follower === undefined ? NOTHING : envelopeOf(follower);
    say(Buffer.concat([...toWire(transfer.mail.raw), Buffer.from(commands)]), ...heard);
  }

  function letGo(follower: Transfer): void {
    if (!isOpen || follower.ended) return;
    gone.add(follower);
    onHeldUp(follower);
  }

  /** Of a server that answers before the end, and would take what follows for content; whatever it says, it has not got all of it. */
  function hearEarly(transfer: Transfer, reply: string): void {
    close(smtpFault('Message failed', { code: 'EMESSAGE', command: 'DATA', response: reply }), transfer);
  }

  async function sendLarge(transfer: Transfer): Promise<void> {
    expect((reply) => (transfer.transmitted ? hearFinal(transfer, reply) : hearEarly(transfer, reply)));
    const pieces = toWire(transfer.mail.raw);
    for (let piece = pieces.next(); piece.done !== true && isOpen; ) {
      const { value } = piece;
      piece = pieces.next();
      // The last of them is the final dot.
      transfer.transmitted = piece.done === true;
      await write(value);
    }
  }

  function endUnsayable(transfer: Transfer): boolean {
    const fault = findUnsayable(transfer, offers);
    if (fault !== undefined) transfer.end({ response: undefined, fault });
    return fault !== undefined;
  }

  function nextSayable(): Transfer | undefined {
    let transfer = next();
    while (transfer !== undefined && endUnsayable(transfer)) transfer = next();
    return transfer;
  }

  function start(transfer: Transfer): void {
    begun += 1;
    under.push(transfer);
    resetTransfer(transfer);
    transfer.onStart();
  }

  function envelopeOf(transfer: Transfer): Said {
    start(transfer);
    return pipelineEnvelope(transfer, offers, (reply) => hearData(transfer, reply));
  }

  function hearReset(reply: string): void {
    if (!reply.startsWith('2'))
      close(smtpFault('Could not reset session state', { code: 'ECONNECTION', command: 'RSET', response: reply }));
  }

  function beginInTurn(transfer: Transfer): void {
    const onRefused = (fault: SmtpFault) => refuse(transfer, fault);
    sayEnvelope(transfer, offers, { say, onRefused, hearData: (reply) => hearData(transfer, reply) });
  }

  function begin(transfer: Transfer): boolean {
    if (endUnsayable(transfer)) return false;
    socket.setTimeout(timeouts.silence);
    const reset = toReset;
    toReset = false;
    if (offers.pipelining) {
      const { commands, heard } = envelopeOf(transfer);
      say(`${reset ? RESET : ''}${commands}`, ...(reset ? [hearReset] : []), ...heard);
      return true;
    }
    start(transfer);
    if (!reset) beginInTurn(transfer);
    else
      say(RESET, (reply) => {
        hearReset(reply);
        if (isOpen) beginInTurn(transfer);
      });
    return true;
  }

  return {
    begin,
    abandon(transfer, fault) {
      if (under.some((other) => other !== transfer && other.begun)) gone.add(transfer);
      else close(fault, transfer);
    },
    destroy: (fault) => close(fault),
  };
}
