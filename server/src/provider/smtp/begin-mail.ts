import type { SmtpFault } from '../smtp-fault.ts';
import { closeSession } from './end-session.ts';
import { findRefusal, findUnsendable } from './envelope.ts';
import { refuseMail } from './finish-mail.ts';
import { type NextMail, sendContent } from './send-content.ts';
import { type Pipeline, pipelineEnvelope, sendEnvelope } from './send-envelope.ts';
import type { SessionState } from './session-state.ts';
import { resetTransfer, smtpFault, type Transfer } from './transfer.ts';

const RESET = 'RSET\r\n';

function endUnsendable({ options }: SessionState, transfer: Transfer): boolean {
  const fault = findUnsendable(transfer, options.connection.capabilities);
  if (fault !== undefined) transfer.end({ response: undefined, fault });
  return fault !== undefined;
}

function nextSendable(state: SessionState): Transfer | undefined {
  const { next } = state.options;
  let transfer = next();
  while (transfer !== undefined && endUnsendable(state, transfer)) transfer = next();
  return transfer;
}

function onDataReply(state: SessionState, transfer: Transfer, reply: string): void {
  const refusal = findRefusal(transfer);
  if (refusal === undefined && reply.startsWith('3')) return void sendContent(state, transfer, nextMailOf(state));
  const fault = refusal ?? smtpFault('Data command failed', { code: 'EENVELOPE', command: 'DATA', response: reply });
  // A 2xx is not a valid reply to DATA, so replies are out of step: a mail could be reported as refused and yet be delivered.
  if (reply.startsWith('2')) closeSession(state, fault, transfer);
  else if (!reply.startsWith('3')) refuseMail(state, transfer, fault);
  // The server accepts content although it refused all recipients: it gets an empty one, or none if it had refused the sender as well.
  else if (transfer.mailFault !== undefined) closeSession(state, fault, transfer);
  else state.conversation.send('.\r\n', () => refuseMail(state, transfer, fault));
}

const nextMailOf = (state: SessionState): NextMail => ({
  take: () => nextSendable(state),
  begin: (follower) => envelopeOf(state, follower),
});

function start(state: SessionState, transfer: Transfer): void {
  state.begun += 1;
  state.underWay.push(transfer);
  resetTransfer(transfer);
  transfer.onStart();
}

function envelopeOf(state: SessionState, transfer: Transfer): Pipeline {
  start(state, transfer);
  return pipelineEnvelope(transfer, state.options.connection.capabilities, (reply) => onDataReply(state, transfer, reply));
}

function onResetReply(state: SessionState, reply: string): void {
  if (!reply.startsWith('2'))
    closeSession(state, smtpFault('Could not reset session state', { code: 'ECONNECTION', command: 'RSET', response: reply }));
}

function sendUnpipelined(state: SessionState, transfer: Transfer): void {
  const { send } = state.conversation;
  const onRefused = (fault: SmtpFault) => refuseMail(state, transfer, fault);
  sendEnvelope(transfer, state.options.connection.capabilities, {
    send,
    onRefused,
    onDataReply: (reply) => onDataReply(state, transfer, reply),
  });
}

function beginPipelined(state: SessionState, transfer: Transfer, reset: boolean): void {
  const { commands, handlers } = envelopeOf(state, transfer);
  const resetHandler = (reply: string) => onResetReply(state, reply);
  state.conversation.send(`${reset ? RESET : ''}${commands}`, ...(reset ? [resetHandler] : []), ...handlers);
}

function beginUnpipelined(state: SessionState, transfer: Transfer, reset: boolean): void {
  start(state, transfer);
  if (!reset) sendUnpipelined(state, transfer);
  else
    state.conversation.send(RESET, (reply) => {
      onResetReply(state, reply);
      if (state.isOpen) sendUnpipelined(state, transfer);
    });
}

/** Begins to send a mail on a free session. Returns false if it cannot be sent to this server; it is ended then. */
export function beginMail(state: SessionState, transfer: Transfer): boolean {
  const { connection, timeouts } = state.options;
  if (endUnsendable(state, transfer)) return false;
  connection.socket.setTimeout(timeouts.silence);
  const reset = state.toReset;
  state.toReset = false;
  if (connection.capabilities.pipelining) beginPipelined(state, transfer, reset);
  else beginUnpipelined(state, transfer, reset);
  return true;
}
