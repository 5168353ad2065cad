import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { type Contact, presentContact } from '../../contacts/index.ts';
import { systemClock } from '../../core/clock.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { DraftMessage } from '../../messages/index.ts';
import { renderContents, renderTemplates, type Templates } from '../../templates/index.ts';
import { unsubscribeUrl } from '../../unsubscribe/index.ts';
import type { Automation } from '../automation.ts';
import type { PlacedStep, StepOf } from '../program/program.ts';

/** Mails rendered together: as many as fit into the time for templates of one request, even if each uses its full time. */
const GROUP = Math.floor(limits.renderRequestMs / limits.renderMs);
/** Milliseconds after which no further mail is begun. */
const RENDER_MS = 1000;

export interface MailParts {
  readonly app: AppContext;
  readonly templates: Templates;
  /** The system clock by default. */
  readonly monotonic?: () => number;
}

/** A step that sends, its contacts, and the version of the tenant's settings that it is rendered with. */
export interface MailRequest {
  readonly automation: Automation;
  readonly version: number;
  readonly placed: PlacedStep<StepOf<'send_email'>>;
  readonly contacts: readonly Contact[];
}

export interface MailFailure {
  readonly failure: string;
}

/** A mail to be rendered. */
export interface MailTask {
  readonly contact: Contact;
  readonly messageId: string;
  readonly model: Readonly<Record<string, unknown>>;
}

export interface Parts {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly template: DraftMessage['template'];
  /** Variables of the subject that are empty. */
  readonly blankInSubject: readonly string[];
}

/** Returns the variables of a mail, by the same paths as in segments. Attributes are also at the top, where they hide no other variable. */
export function modelOf({ app }: MailParts, { placed: { step } }: MailRequest, contact: Contact, messageId: string) {
  const { id, email, status, attributes } = presentContact(contact);
  const unsubscribe_url = unsubscribeUrl(app, { tenantId: contact.tenantId, messageId, email });
  return { ...attributes, ...step.template_model, email, status, attributes, contact_id: id, unsubscribe_url };
}

const NO_PARTS = { subject: null, html: null, text: null, blankInSubject: [] };

async function renderNamed({ templates }: MailParts, request: MailRequest, mails: readonly MailTask[]): Promise<(Parts | MailFailure)[]> {
  const alias = request.placed.step.template_alias;
  if (alias === undefined) return mails.map(() => ({ ...NO_PARTS, template: null }));
  const scope = { tenantId: request.automation.tenantId, version: request.version };
  const results = await renderTemplates(
    templates,
    scope,
    mails.map(({ model }) => ({ alias, model })),
  );
  return results.map((result) => {
    if (result instanceof ApiError) return { failure: `${result.code}: ${result.detail ?? ''}` };
    const { subject, html, text, blankInSubject, templateVersion } = result;
    return { subject, html, text, blankInSubject, template: { alias, version: templateVersion } };
  });
}

async function renderTexts({ templates }: MailParts, { automation, placed: { id, step } }: MailRequest, mails: readonly MailTask[]) {
  const { subject = null, html_body: html = null, text_body: text = null } = step;
  if (subject === null && html === null && text === null) return mails.map(() => NO_PARTS);
  // An edit changes the time, and thus the id.
  const source = { id: `${automation.id} ${automation.updatedAt} ${id}`, subject, html, text };
  const results = await renderContents(
    templates,
    { tenantId: automation.tenantId },
    mails.map(({ model }) => ({ source, model })),
  );
  return results.map((result) => (result.kind === 'failed' ? { failure: result.detail } : result));
}

/** Renders some mails together. */
async function renderAll(parts: MailParts, request: MailRequest, mails: readonly MailTask[]): Promise<(Parts | MailFailure)[]> {
  const [named, texts] = await Promise.all([renderNamed(parts, request, mails), renderTexts(parts, request, mails)]);
  return mails.map((_, place) => {
    const [template, own] = [named[place], texts[place]];
    if (template === undefined || own === undefined) return { failure: 'It could not be rendered.' };
    if ('failure' in template) return template;
    if ('failure' in own) return own;
    return {
      subject: own.subject ?? template.subject,
      html: own.html ?? template.html,
      text: own.text ?? template.text,
      template: template.template,
      blankInSubject: (own.subject === null ? template : own).blankInSubject,
    };
  });
}

/** Renders as many mails as there is time for, and at least one group. */
export async function renderInTime(parts: MailParts, request: MailRequest, mails: readonly MailTask[]): Promise<(Parts | MailFailure)[]> {
  const { monotonic = systemClock.monotonic } = parts;
  const until = monotonic() + RENDER_MS;
  const rendered: (Parts | MailFailure)[] = [];
  do rendered.push(...(await renderAll(parts, request, mails.slice(rendered.length, rendered.length + GROUP))));
  while (rendered.length < mails.length && monotonic() < until);
  return rendered;
}
