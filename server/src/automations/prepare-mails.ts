import { limits } from '@posthorn/contract';
import { type Contact, presentContact } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { formatAddress, parseAddress } from '../core/email-address.ts';
import { htmlToText } from '../email/index.ts';
import type { DraftMessage } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { ContentRenderer, TemplateRenderer } from '../templates/index.ts';
import type { Links } from '../tracking/index.ts';
import type { Automation } from './automation.ts';
import { findSenders, type Sender } from './sender.ts';
import type { SendStep } from './steps.ts';

export interface MailParts {
  readonly platform: Platform;
  readonly renderer: TemplateRenderer;
  readonly content: ContentRenderer;
  readonly links: Pick<Links, 'unsubscribeUrl'>;
}

/** A step that sends, to whom, and as of which version of the tenant's settings. */
export interface MailRequest {
  readonly automation: Automation;
  readonly version: number;
  readonly step: SendStep;
  readonly contacts: readonly Contact[];
}

export interface MailFailure {
  readonly failure: string;
}

export type PreparedMail = DraftMessage | MailFailure;

interface Addressed {
  readonly contact: Contact;
  readonly messageId: string;
  readonly model: Readonly<Record<string, unknown>>;
}

interface Parts {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly template: DraftMessage['template'];
}

/** The same paths as segments have; attributes at the top too, where they hide nothing. */
function modelOf({ platform: _, links }: MailParts, { step }: MailRequest, contact: Contact, messageId: string) {
  const { id, email, status, attributes } = presentContact(contact);
  const unsubscribe_url = links.unsubscribeUrl({ tenantId: contact.tenantId, messageId, email });
  return { ...attributes, ...step.template_model, email, status, attributes, contact_id: id, unsubscribe_url };
}

async function renderTemplates(
  { renderer }: MailParts,
  request: MailRequest,
  mails: readonly Addressed[],
): Promise<(Parts | MailFailure)[]> {
  const alias = request.step.template_alias;
  if (alias === undefined) return mails.map(() => ({ subject: null, html: null, text: null, template: null }));
  const scope = { tenantId: request.automation.tenantId, version: request.version };
  const results = await renderer.renderMany(
    scope,
    mails.map(({ model }) => ({ alias, model })),
  );
  return results.map((result) => {
    if (result instanceof ApiError) return { failure: `${result.code}: ${result.detail ?? ''}` };
    const { subject, html, text, templateVersion } = result;
    return { subject, html, text, template: { alias, version: templateVersion } };
  });
}

async function renderTexts({ content }: MailParts, { automation, step }: MailRequest, mails: readonly Addressed[]) {
  const { subject = null, html_body: html = null, text_body: text = null } = step;
  if (subject === null && html === null && text === null) return mails.map(() => ({ subject, html, text }));
  // An edit has another time, and so another id.
  const source = { id: `${automation.id} ${automation.updatedAt} ${step.id}`, subject, html, text };
  const results = await content.render(
    automation.tenantId,
    mails.map(({ model }) => ({ source, model })),
  );
  return results.map((result) => (result.kind === 'failed' ? { failure: result.detail } : result));
}

async function renderAll(parts: MailParts, request: MailRequest, mails: readonly Addressed[]): Promise<(Parts | MailFailure)[]> {
  const [templates, texts] = await Promise.all([renderTemplates(parts, request, mails), renderTexts(parts, request, mails)]);
  return mails.map((_, place) => {
    const [template, own] = [templates[place], texts[place]];
    if (template === undefined || own === undefined) return { failure: 'It could not be rendered.' };
    if ('failure' in template) return template;
    if ('failure' in own) return own;
    return {
      subject: own.subject ?? template.subject,
      html: own.html ?? template.html,
      text: own.text ?? template.text,
      template: template.template,
    };
  });
}

function toDraft(platform: Platform, { automation, step }: MailRequest, { contact, messageId, parts, sender }: DraftInput): PreparedMail {
  const { subject, html, text, template } = parts;
  if (subject === null || subject.trim() === '') return { failure: 'The subject is empty.' };
  if (html === null && text === null) return { failure: 'There is no body.' };
  const now = platform.clock.now();
  const replyTo = parseAddress(step.reply_to ?? automation.replyTo ?? '');
  return {
    id: messageId,
    tenantId: automation.tenantId,
    stream: 'marketing',
    from: sender.from,
    domainId: sender.domain.id,
    subject: subject.slice(0, limits.subjectLength),
    recipients: [{ email: contact.email, address: contact.email, name: null, kind: 'to', status: 'pending', detail: null, updatedAt: now }],
    tags: step.tags ?? {},
    trackOpens: sender.domain.openTracking,
    trackClicks: sender.domain.clickTracking,
    testMode: false,
    scheduledAt: null,
    template,
    body: {
      id: platform.newId('bod', now),
      html,
      text: text ?? htmlToText(html ?? ''),
      headers: {},
      replyTo: replyTo === undefined ? [] : [formatAddress(replyTo)],
      attachments: [],
    },
    automationId: automation.id,
    contactId: contact.id,
  };
}

interface DraftInput {
  readonly contact: Contact;
  readonly messageId: string;
  readonly parts: Parts;
  readonly sender: Sender;
}

async function findSender({ platform }: MailParts, { automation, step }: MailRequest): Promise<Sender | MailFailure> {
  const senders = await findSenders(platform.db.read, automation);
  if (senders instanceof ApiError) return { failure: `${senders.code}: ${senders.detail ?? ''}` };
  const sender = step.from === undefined ? senders.usual : senders.named(step.from);
  return sender ?? { failure: 'from_domain_not_verified: The domain of from is not verified.' };
}

/** Renders a step's mail for contacts, outside of any transaction. Answers a draft or a failure for each, in order. */
export async function prepareMails(parts: MailParts, request: MailRequest): Promise<PreparedMail[]> {
  const { platform } = parts;
  const sender = await findSender(parts, request);
  if ('failure' in sender) return request.contacts.map(() => sender);
  const mails = request.contacts.map((contact): Addressed => {
    const messageId = platform.newId('msg', platform.clock.now());
    return { contact, messageId, model: modelOf(parts, request, contact, messageId) };
  });
  const rendered = await renderAll(parts, request, mails);
  const drafts: PreparedMail[] = [];
  for (const [place, mail] of mails.entries()) {
    const first = rendered[place] ?? { failure: 'It could not be rendered.' };
    // One that takes long uses up the time of all: what failed is rendered once more by itself.
    const [again] = 'failure' in first && mails.length > 1 ? await renderAll(parts, request, [mail]) : [first];
    const done = again ?? first;
    drafts.push('failure' in done ? done : toDraft(platform, request, { ...mail, parts: done, sender }));
  }
  return drafts;
}
