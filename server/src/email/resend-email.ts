import type { SendRequest } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { formatAddress } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import type { ObjectRef, SmtpSubmission } from '../core/request/context.ts';
import { ERASED } from '../core/text/erased.ts';
import { findBody, findMessage, isUnsent, type Message, type MessageBody } from '../messages/index.ts';
import { readSingle, type SendHeaders } from './read-request.ts';
import { type SendAnswer, type SendParts, sendEmails } from './send-emails.ts';

type Refusal = ApiError<'not_found' | 'not_resendable'>;

const refuse = ({ status }: Message, detail: string): Refusal => new ApiError('not_resendable', { status }, { detail });

/** Returns why a message cannot be sent again, whatever its body. */
function findRefusal(message: Message): Refusal | undefined {
  if (message.broadcastId !== null || message.automationId !== null)
    return refuse(message, 'Mail of a broadcast or an automation belongs to it; what failed of a broadcast is sent again by its retry.');
  if (isUnsent(message.status)) return refuse(message, 'It has not gone out yet.');
  const isErased = message.recipients.some(({ email }) => email === ERASED);
  return isErased ? refuse(message, 'It was to an address that has been erased.') : undefined;
}

/** A send request that repeats a message, with the properties that only mail from SMTP submission can have. */
interface RepeatedRequest {
  readonly request: SendRequest;
  readonly submission: SmtpSubmission;
}

/** Returns the recipient fields of a request. Without a `to`, the hidden recipients go there and `hidesTo` keeps them out of the headers. */
function addresseesOf({ recipients }: Message) {
  const addressesOf = (wanted: string) => recipients.filter(({ kind }) => kind === wanted).map(formatAddress);
  const [to, cc, bcc] = [addressesOf('to'), addressesOf('cc'), addressesOf('bcc')];
  return to.length === 0 ? { hidesTo: true, to: bcc, cc, bcc: [] } : { hidesTo: false, to, cc, bcc };
}

/** Returns the request that sends a message once more. */
function toRequest(message: Message, { html, text, headers, replyTo, attachments }: MessageBody): RepeatedRequest {
  const { hidesTo, ...addressees } = addresseesOf(message);
  const request = {
    from: message.from,
    ...addressees,
    reply_to: [...replyTo],
    ...(message.subject === '' ? {} : { subject: message.subject }),
    ...(html === null ? {} : { html_body: html }),
    ...(text === null ? {} : { text_body: text }),
    headers: { ...headers },
    tags: { ...message.tags },
    attachments: attachments.map(({ filename, contentType, contentId, storageKey }) => ({
      filename,
      content_type: contentType,
      storage_key: storageKey,
      ...(contentId === null ? {} : { content_id: contentId }),
    })),
    track_opens: message.trackOpens,
    track_clicks: message.trackClicks,
    stream: message.stream,
    test_mode: message.testMode,
  };
  return { request, submission: { hidesTo, isSealed: attachments.some((attachment) => attachment.isSealed === true) } };
}

async function readAgain({ db }: AppContext, ref: ObjectRef): Promise<RepeatedRequest | Refusal> {
  const message = await findMessage(db.read, ref);
  if (message === undefined) return new ApiError('not_found');
  const refusal = findRefusal(message);
  if (refusal !== undefined) return refusal;
  const body = await findBody(db.read, ref.tenantId, message.bodyId);
  return body === undefined ? refuse(message, 'Its body is no longer kept.') : toRequest(message, body);
}

/** Sends a message once more, as a new message that goes through `sendEmails`. Returns its decision, or why it cannot be sent again. */
export async function resendEmail(
  parts: SendParts,
  caller: TenantCaller,
  { id, headers }: { readonly id: string; readonly headers: SendHeaders },
): Promise<SendAnswer<'single'> | Refusal> {
  const again = await readAgain(parts.app, { tenantId: caller.tenantId, id });
  return again instanceof ApiError ? again : sendEmails(parts, caller, await readSingle(headers, again.request, again));
}
