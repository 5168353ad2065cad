import { systemClock } from '../../core/clock.ts';
import { encodeContent, isSmall } from './encode-content.ts';
import { closeSession } from './end-session.ts';
import { finishMail, refuseMail } from './finish-mail.ts';
import type { Pipeline } from './send-envelope.ts';
import { isUsedUp, type SessionState } from './session-state.ts';
import { smtpFault, type Transfer } from './transfer.ts';

/** The next mail, whose envelope can be sent along with the content of the current one. */
export interface NextMail {
  /** Takes the next mail that this server can take; undefined if there is none. */
  take(): Transfer | undefined;
  /** Begins it, and returns its envelope. */
  begin(follower: Transfer): Pipeline;
}

const NOTHING: Pipeline = { commands: '', handlers: [] };

/** How much faster a server must reply than a mail would otherwise wait. */
const QUICKER = 4;

function onFinalReply(state: SessionState, transfer: Transfer, reply: string): void {
  if (reply.startsWith('2')) finishMail(state, transfer, { response: reply, fault: undefined });
  // Out of step: this replies to something else, and whether the mail was accepted is unknown.
  else if (!/^[45]/.test(reply)) closeSession(state, smtpFault('Unexpected Response', { code: 'EPROTOCOL', command: 'DATA' }), transfer);
  else refuseMail(state, transfer, smtpFault('Message failed', { code: 'EMESSAGE', command: 'DATA', response: reply }));
}

/** Returns whether the content may begin; a mail that may not leaves the server waiting for content, and ends the connection. */
async function mayBegin(state: SessionState, transfer: Transfer): Promise<boolean> {
  transfer.begun = true;
  try {
    transfer.brokenOff = !(await transfer.beforeData());
    if (transfer.brokenOff) closeSession(state, smtpFault('the mail was not to be begun', { code: 'ESTREAM' }), transfer);
  } catch (error) {
    closeSession(state, smtpFault(error instanceof Error ? error.message : String(error), { code: 'ESTREAM' }), transfer);
  }
  return state.isOpen;
}

function releaseFollower({ isOpen, gone, options }: SessionState, follower: Transfer): void {
  if (!isOpen || follower.ended) return;
  gone.add(follower);
  options.onHeldUp(follower);
}

/** Sends the content in one write, with the envelope of the next mail. */
function sendSmall(state: SessionState, transfer: Transfer, nextMail: NextMail): void {
  const { options, conversation } = state;
  const { connection, timeouts } = options;
  // If a write fails halfway, nobody can tell how much was sent.
  transfer.transmitted = true;
  const follower = connection.capabilities.pipelining && state.isQuick && !isUsedUp(state) ? nextMail.take() : undefined;
  const wait = follower && setTimeout(() => releaseFollower(state, follower), timeouts.follow);
  const since = systemClock.monotonic();
  conversation.expect((reply) => {
    clearTimeout(wait);
    state.isQuick = systemClock.monotonic() - since < timeouts.follow / QUICKER;
    onFinalReply(state, transfer, reply);
  });
  const { commands, handlers } = follower === undefined ? NOTHING : nextMail.begin(follower);
  conversation.send(Buffer.concat([...encodeContent(transfer.mail.raw), Buffer.from(commands)]), ...handlers);
}

/**
 * Ends the session with a server that replies before the end of the content: it would read what follows as content, and has not received
 * all of it, whatever it says.
 */
function onEarlyReply(state: SessionState, transfer: Transfer, reply: string): void {
  closeSession(state, smtpFault('Message failed', { code: 'EMESSAGE', command: 'DATA', response: reply }), transfer);
}

async function sendLarge(state: SessionState, transfer: Transfer): Promise<void> {
  const { expect, write } = state.conversation;
  expect((reply) => (transfer.transmitted ? onFinalReply(state, transfer, reply) : onEarlyReply(state, transfer, reply)));
  const pieces = encodeContent(transfer.mail.raw);
  for (let piece = pieces.next(); piece.done !== true && state.isOpen; ) {
    const { value } = piece;
    piece = pieces.next();
    // The last piece is the final dot.
    transfer.transmitted = piece.done === true;
    await write(value);
  }
}

/** Sends the content of a mail whose DATA the server has accepted. */
export async function sendContent(state: SessionState, transfer: Transfer, nextMail: NextMail): Promise<void> {
  if (!(await mayBegin(state, transfer))) return;
  if (isSmall(transfer.mail.raw)) sendSmall(state, transfer, nextMail);
  else await sendLarge(state, transfer);
}
