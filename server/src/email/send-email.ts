import type { SendRequest, SendResult } from '@posthorn/contract';
import type { Blobs } from '../blobs/blobs.ts';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import { formatAddress } from '../core/email-address.ts';
import type { SenderDomain } from '../domains/index.ts';
import type { NewMessage, StoredAttachment } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { InlineAttachment } from './inline-attachments.ts';
import type { Intake } from './intake.ts';
import { type Draft, parseRequest } from './parse-request.ts';
import type { FindSender } from './sender-domains.ts';

export type SendError = ApiError<'validation_failed' | 'from_domain_not_verified' | 'unauthorized' | 'service_unavailable'>;

export interface SendEmailParts {
  readonly platform: Platform;
  readonly intake: Intake;
  readonly blobs: Blobs;
  readonly findSender: FindSender;
  /** Reads the key again after the tenant's settings have changed. */
  readonly findKey: (keyHash: string) => Promise<TenantCaller | undefined>;
}

export type SendEmail = (caller: TenantCaller, request: SendRequest) => Promise<SendResult | SendError>;

/** Settings may change between judging and storing; past this many changes in a row something else is wrong. */
const MOST_JUDGEMENTS = 5;

const STORED_NAME = /[^A-Za-z0-9._-]+/g;
const MOST_NAME_LENGTH = 200;

function toMessage(
  id: { message: string; body: string },
  draft: Draft,
  sender: SenderDomain & { tenantId: string; now: number },
): NewMessage {
  return {
    id: id.message,
    tenantId: sender.tenantId,
    stream: draft.stream,
    from: formatAddress(draft.from),
    domainId: sender.id,
    subject: draft.subject,
    recipients: draft.addressees.map(({ email, address, name, kind }) => ({
      email,
      address,
      name,
      kind,
      status: 'pending',
      detail: null,
      updatedAt: sender.now,
    })),
    tags: draft.tags,
    trackOpens: draft.trackOpens ?? sender.openTracking,
    trackClicks: draft.trackClicks ?? sender.clickTracking,
    body: {
      id: id.body,
      html: draft.html,
      text: draft.text,
      headers: draft.headers,
      replyTo: draft.replyTo,
      attachments: [],
    },
  };
}

/** Names within a message's folder of the store; a name that recurs gets its place in front. */
function toStored(message: NewMessage, given: readonly InlineAttachment[]): StoredAttachment[] {
  const taken = new Set<string>();
  return given.map(({ filename, contentType, contentId, content }, index) => {
    const plain = filename.replaceAll(STORED_NAME, '_').slice(-MOST_NAME_LENGTH);
    const stored = taken.has(plain) ? `${index}-${plain}` : plain;
    taken.add(stored);
    const storageKey = `${message.tenantId}/${message.id}/${stored}`;
    return { filename, contentType, contentId, size: content.length, storageKey };
  });
}

/** The recipe of a send: validate → sender's domain → attachments → persist and enqueue. */
export function emailSender({ platform, intake, blobs, findSender, findKey }: SendEmailParts): SendEmail {
  async function judge(caller: TenantCaller, request: SendRequest, draft: Draft): Promise<NewMessage | SendError> {
    const sender = await findSender(caller, draft.from.domain);
    const outsideKey = caller.domainId !== null && caller.domainId !== sender?.id;
    if (sender === undefined || outsideKey) return new ApiError('from_domain_not_verified', { from: request.from });
    const now = platform.clock.now();
    const ids = { message: platform.newId('msg', now), body: platform.newId('bod', now) };
    return toMessage(ids, draft, { ...sender, tenantId: caller.tenantId, now });
  }

  // Before the group, in transactions of their own: a large file must not hold up other tenants' answers.
  async function storeAttachments(message: NewMessage, given: readonly InlineAttachment[]): Promise<NewMessage> {
    const attachments = toStored(message, given);
    for (const [index, { content }] of given.entries()) {
      const key = attachments[index]?.storageKey ?? '';
      await blobs.put({ tenantId: message.tenantId, key, bytes: content });
    }
    return { ...message, body: { ...message.body, attachments } };
  }

  return async (firstCaller, request) => {
    const draft = parseRequest(request);
    if (draft instanceof ApiError) return draft;
    let caller: TenantCaller | undefined = firstCaller;
    for (let judged = 0; judged < MOST_JUDGEMENTS; judged += 1) {
      if (caller === undefined) return new ApiError('unauthorized');
      const judgement: NewMessage | SendError = await judge(caller, request, draft);
      if (judgement instanceof ApiError) return judgement;
      const message = await storeAttachments(judgement, draft.attachments);
      const { tenantId, version, keyHash }: TenantCaller = caller;
      if ((await intake.submit({ tenantId, version, messages: [message] })) === 'accepted') {
        return { message_id: message.id, status: 'queued', test_mode: false, scheduled_at: null, suppressed_recipients: [] };
      }
      caller = await findKey(keyHash);
    }
    return new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });
  };
}
