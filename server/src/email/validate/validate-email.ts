import { type SendRequest, sendRequest } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { formatAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { withSuggestedField } from '../../core/operation/suggest-field.ts';
import { validate } from '../../core/operation/validate.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import type { SmtpSubmission } from '../../core/request/context.ts';
import type { SenderDomain } from '../../domains/index.ts';
import { type DraftMessage, type StoredAttachment, sizeOf } from '../../messages/index.ts';
import type { Templates } from '../../templates/index.ts';
import type { ValidatedEmail } from '../intake/admission-request.ts';
import type { RenderedEmail } from '../render-emails.ts';
import type { FilePreflight } from './file-preflight.ts';
import { type FindSenderParts, findSender } from './find-sender.ts';
import { type Draft, parseRequest } from './parse-request.ts';
import { inlineBytes, type NamedFiles } from './read-attachments.ts';
import { type RequestFiles, type StoreAttachmentsParts, storeAttachments } from './store-attachments.ts';

export interface ValidateParts extends StoreAttachmentsParts, FindSenderParts {
  readonly app: AppContext;
  readonly templates: Templates;
}

/** What is the same for all emails of one request. */
export interface RequestContext {
  readonly caller: TenantCaller;
  readonly testMode: boolean;
  readonly submission: SmtpSubmission | undefined;
  /** Stored files that the request names. */
  readonly named: NamedFiles;
  readonly stored: RequestFiles;
  readonly preflight: FilePreflight;
}

/** What a message has beside its draft. */
interface MessageOrigin extends Pick<RequestContext, 'caller' | 'testMode'> {
  readonly sender: SenderDomain;
  readonly id: string;
  readonly bodyId: string;
  readonly now: number;
  readonly template: RenderedEmail['template'];
}

function toMessage(draft: Draft, { caller, testMode, sender, id, bodyId, now, template }: MessageOrigin): DraftMessage {
  const { html, text, headers, replyTo } = draft;
  return {
    id,
    tenantId: caller.tenantId,
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
      updatedAt: now,
    })),
    tags: draft.tags,
    trackOpens: draft.trackOpens ?? sender.openTracking,
    trackClicks: draft.trackClicks ?? sender.clickTracking,
    testMode: testMode || draft.testMode,
    scheduledAt: draft.scheduledAt,
    template,
    body: { id: bodyId, html, text, headers, replyTo, attachments: [] },
    bodyBytes: sizeOf({ html, text, headers }),
  };
}

const seal = (attachment: StoredAttachment): StoredAttachment => ({ ...attachment, isSealed: true });

/** Validates one email: its fields, then its sender's domain; then stores its attachments. Returns the message to accept, or why it is refused. */
export async function validateEmail(
  parts: ValidateParts,
  { id, fields, template, missing }: RenderedEmail,
  { caller, testMode, submission, named, stored, preflight }: RequestContext,
): Promise<ValidatedEmail> {
  const now = parts.app.clock.now();
  // Safe because a schema without codes of its own says nothing but validation_failed, also for what is absent.
  const request = validate(sendRequest, fields, { missing: 'validation_failed' }) as SendRequest | ApiError<'validation_failed'>;
  if (request instanceof ApiError) return { refusal: request };
  const textOf = (html: string) => parts.templates.texts.textOf(html, caller.tenantId);
  const draft = await parseRequest(request, { now, files: named, textOf, submission });
  if (draft instanceof ApiError) return { refusal: withSuggestedField(draft, sendRequest, fields) };
  const sender = await findSender(parts, caller, draft.from.domain);
  const outsideKey = caller.domainId !== null && caller.domainId !== sender?.id;
  if (sender === undefined || outsideKey) return { refusal: new ApiError('from_domain_not_verified', { from: request.from }) };
  const bodyId = parts.app.newId('bod', now);
  const message = toMessage(draft, { caller, testMode, sender, id, bodyId, now, template });
  const bytes = inlineBytes(draft.attachments);
  if (bytes > 0 && !stored.has(id) && !(await preflight.wouldKeep(message, bytes))) return { message, missing, unstored: bytes };
  // Before admission, in transactions of its own: a large file must not delay other tenants.
  const attachments = await storeAttachments(parts, { tenantId: caller.tenantId, messageId: id, attachments: draft.attachments }, stored);
  return { message: { ...message, body: { ...message.body, attachments: draft.isSealed ? attachments.map(seal) : attachments } }, missing };
}
