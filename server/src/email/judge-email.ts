import { type SendRequest, sendRequest } from '@posthorn/contract';
import type { Blobs } from '../blobs/blobs.ts';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import { formatAddress } from '../core/email-address.ts';
import { validate } from '../core/validate.ts';
import type { SenderDomain } from '../domains/index.ts';
import type { DraftMessage, StoredAttachment } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { InlineAttachment } from './inline-attachments.ts';
import { type Draft, parseRequest } from './parse-request.ts';
import type { RenderedEmail } from './render-emails.ts';
import type { FindSender } from './sender-domains.ts';
import type { Verdict } from './submission.ts';

const STORED_NAME = /[^A-Za-z0-9._-]+/g;
const MOST_NAME_LENGTH = 200;
/** A name of dots means a folder to some stores. */
const LEADING_DOTS = /^\.+/;

export interface JudgeParts {
  readonly platform: Platform;
  readonly blobs: Blobs;
  readonly findSender: FindSender;
}

/** Looks at one email; `testMode` is what the request as a whole asks for. */
export type JudgeEmail = (caller: TenantCaller, email: RenderedEmail, testMode: boolean) => Promise<Verdict>;

interface Made {
  readonly caller: TenantCaller;
  readonly sender: SenderDomain;
  readonly id: string;
  readonly bodyId: string;
  readonly now: number;
  readonly attachments: readonly StoredAttachment[];
  readonly template: RenderedEmail['template'];
}

/** A name that no other file of the message has; one that recurs gets a number in front. */
function freeName(taken: ReadonlySet<string>, filename: string): string {
  const plain = filename.replaceAll(STORED_NAME, '_').slice(-MOST_NAME_LENGTH).replace(LEADING_DOTS, '_');
  let name = plain;
  for (let number = 2; taken.has(name); number += 1) name = `${number}-${plain}`;
  return name;
}

/** Gives attachments their names within the message's folder of the store. */
function toStored(folder: string, given: readonly InlineAttachment[]): StoredAttachment[] {
  const taken = new Set<string>();
  return given.map(({ filename, contentType, contentId, content }) => {
    const stored = freeName(taken, filename);
    taken.add(stored);
    return { filename, contentType, contentId, size: content.length, storageKey: `${folder}/${stored}` };
  });
}

function toMessage(draft: Draft, testMode: boolean, { caller, sender, id, bodyId, now, attachments, template }: Made): DraftMessage {
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
    body: { id: bodyId, html, text, headers, replyTo, attachments },
  };
}

/** The recipe of a verdict: the fields, then the sender's domain, then the attachments into the store. */
export function emailJudge({ platform, blobs, findSender }: JudgeParts): JudgeEmail {
  const { clock, newId } = platform;

  // Before the group, in transactions of their own: a large file must not hold up other tenants' answers.
  async function store(tenantId: string, id: string, given: readonly InlineAttachment[]): Promise<StoredAttachment[]> {
    const attachments = toStored(`${tenantId}/${id}`, given);
    for (const [index, { content }] of given.entries()) {
      await blobs.put({ tenantId, key: attachments[index]?.storageKey ?? '', content });
    }
    return attachments;
  }

  return async (caller, { id, fields, template }, testMode) => {
    const now = clock.now();
    // Safe because a schema without codes of its own says nothing but validation_failed, also for what is absent.
    const request = validate(sendRequest, fields, { missing: 'validation_failed' }) as SendRequest | ApiError<'validation_failed'>;
    if (request instanceof ApiError) return { refusal: request };
    const draft = parseRequest(request, now);
    if (draft instanceof ApiError) return { refusal: draft };
    const sender = await findSender(caller, draft.from.domain);
    const outsideKey = caller.domainId !== null && caller.domainId !== sender?.id;
    if (sender === undefined || outsideKey) return { refusal: new ApiError('from_domain_not_verified', { from: request.from }) };
    const attachments = await store(caller.tenantId, id, draft.attachments);
    return { message: toMessage(draft, testMode, { caller, sender, id, bodyId: newId('bod', now), now, attachments, template }) };
  };
}
