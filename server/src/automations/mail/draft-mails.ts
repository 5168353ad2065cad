import { limits } from '@posthorn/contract';
import type { Contact } from '../../contacts/index.ts';
import { formatAddress, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { cutText } from '../../core/text/characters.ts';
import { isBlank } from '../../core/text/is-blank.ts';
import { type DraftMessage, htmlBeside, sizeOf } from '../../messages/index.ts';
import { emptySubjectReason } from '../../templates/index.ts';
import { type MailFailure, type MailParts, type MailRequest, type MailTask, modelOf, type Parts, renderInTime } from './render-mails.ts';
import { findSenders, type Sender } from './sender.ts';

export type DraftedMail = DraftMessage | MailFailure;

async function toDraft(
  { app, templates }: MailParts,
  { automation, placed: { step } }: MailRequest,
  { contact, messageId, parts, sender }: DraftInput,
): Promise<DraftedMail> {
  const { subject, html, text, template } = parts;
  if (subject === null) return { failure: 'There is no subject.' };
  if (html === null && text === null) return { failure: 'There is no body.' };
  const shown = cutText(subject, limits.subjectLength);
  const now = app.clock.now();
  const contents = {
    html: htmlBeside(text, html),
    text: text ?? (await templates.texts.textOf(html ?? '', automation.tenantId)),
    headers: {},
  };
  const replyTo = parseAddress(step.reply_to ?? automation.replyTo ?? '');
  return {
    id: messageId,
    tenantId: automation.tenantId,
    stream: 'marketing',
    from: sender.from,
    domainId: sender.domain.id,
    subject: shown,
    recipients: [{ email: contact.email, address: contact.email, name: null, kind: 'to', status: 'pending', detail: null, updatedAt: now }],
    tags: step.tags ?? {},
    trackOpens: sender.domain.openTracking,
    trackClicks: sender.domain.clickTracking,
    testMode: false,
    scheduledAt: null,
    template,
    body: { ...contents, id: app.newId('bod', now), replyTo: replyTo === undefined ? [] : [formatAddress(replyTo)], attachments: [] },
    bodyBytes: sizeOf(contents),
    automationId: automation.id,
    contactId: contact.id,
    unsendable: isBlank(shown) ? emptySubjectReason(parts) : undefined,
  };
}

interface DraftInput {
  readonly contact: Contact;
  readonly messageId: string;
  readonly parts: Parts;
  readonly sender: Sender;
}

async function findSender({ app }: MailParts, { automation, placed: { step } }: MailRequest): Promise<Sender | MailFailure> {
  const senders = await findSenders(app.db.read, automation);
  if (senders instanceof ApiError) return { failure: `${senders.code}: ${senders.detail ?? ''}` };
  const sender = step.from === undefined ? senders.usual : senders.named(step.from);
  return sender ?? { failure: 'from_domain_not_verified: The domain of from is not verified.' };
}

/**
 * Renders a step's mail for contacts, outside of any transaction. Returns a draft or a failure for each, in order; those for whom no
 * time was left are undefined or missing at the end.
 */
export async function draftMails(parts: MailParts, request: MailRequest): Promise<(DraftedMail | undefined)[]> {
  const { app } = parts;
  const sender = await findSender(parts, request);
  if ('failure' in sender) return request.contacts.map(() => sender);
  const mails = request.contacts.map((contact): MailTask => {
    const messageId = app.newId('msg', app.clock.now());
    return { contact, messageId, model: modelOf(parts, request, contact, messageId) };
  });
  const rendered = await renderInTime(parts, request, mails);
  return Promise.all(
    mails.map((mail, place) => {
      const done = rendered[place];
      return done === undefined || 'failure' in done ? done : toDraft(parts, request, { ...mail, parts: done, sender });
    }),
  );
}
