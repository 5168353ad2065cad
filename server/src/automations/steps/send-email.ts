import { errors } from '@posthorn/contract';
import { findContactsById } from '../../contacts/index.ts';
import { NOT_AN_ADDRESS, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { EMPTY_BODY, EMPTY_SUBJECT, isBlank } from '../../core/text/is-blank.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import { checkSource, findActiveVersions } from '../../templates/index.ts';
import type { Automation } from '../automation.ts';
import { type DraftedMail, draftMails } from '../mail/draft-mails.ts';
import type { MailParts } from '../mail/render-mails.ts';
import { sendMails } from '../mail/send-mails.ts';
import { findSenders } from '../mail/sender.ts';
import { invalidSteps, type PlacedStep, type StepOf, type StepsFault } from '../program/program.ts';
import {
  type CheckParts,
  type DueBatch,
  failedStep,
  findInexactField,
  type PreparedBatch,
  type SimulatedStep,
  type StepFault,
  type StepKind,
  type Walk,
} from './step-kind.ts';

type Step = StepOf<'send_email'>;
type PlacedSend = PlacedStep<Step>;

function findAddressFault(step: Step): StepFault | undefined {
  const at = (['from', 'reply_to'] as const).find((field) => step[field] !== undefined && parseAddress(step[field]) === undefined);
  return at && { at, detail: NOT_AN_ADDRESS };
}

type Versions = Awaited<ReturnType<typeof findActiveVersions>>;

async function findVersions({ app }: CheckParts, tenantId: string, sends: readonly PlacedSend[]): Promise<Versions> {
  const aliases = [...new Set(sends.flatMap(({ step }) => step.template_alias ?? []))];
  return aliases.length === 0 ? new Map() : findActiveVersions(app.db.read, tenantId, aliases);
}

function findTemplateFault(versions: Versions, sends: readonly PlacedSend[]): StepsFault | undefined {
  for (const { step, path } of sends) {
    if (step.template_alias === undefined) continue;
    const version = versions.get(step.template_alias);
    if (version === undefined) return invalidSteps(`${path}.template_alias`, errors.template_not_found.detail);
    if (step.subject === undefined && version.subject === null)
      return invalidSteps(`${path}.subject`, 'Required, since the template has none.');
  }
  return undefined;
}

/** Returns the body to fill in where both are blank. The body of a step hides that of its template, even where it is blank. */
function findBlankBody(versions: Versions, { template_alias: alias, html_body, text_body }: Step): 'html_body' | 'text_body' | undefined {
  const version = alias === undefined ? undefined : versions.get(alias);
  if (!isBlank(html_body ?? version?.html) || !isBlank(text_body ?? version?.text)) return undefined;
  return html_body === undefined && text_body !== undefined ? 'text_body' : 'html_body';
}

/**
 * Returns what is wrong with the texts of a draft. An automation that has run is not checked again, so that it can continue after a pause.
 */
async function findSourceFault(
  { templates }: CheckParts,
  { automation: { tenantId, status }, versions }: { automation: Automation; versions: Versions },
  sends: readonly PlacedSend[],
): Promise<StepsFault | undefined> {
  if (status !== 'draft') return undefined;
  for (const { step, path } of sends) {
    if (step.subject !== undefined && isBlank(step.subject)) return invalidSteps(`${path}.subject`, EMPTY_SUBJECT);
    const blank = findBlankBody(versions, step);
    if (blank !== undefined) return invalidSteps(`${path}.${blank}`, EMPTY_BODY);
    const source = { subject: step.subject ?? null, html: step.html_body ?? null, text: step.text_body ?? null };
    const fault = await checkSource(templates, { tenantId }, source);
    if (fault !== undefined) return invalidSteps(`${path}.${String(fault.fields.field)}`, fault.detail ?? 'It has a fault.');
  }
  return undefined;
}

async function findSenderFault({ app }: CheckParts, automation: Automation, sends: readonly PlacedSend[]): Promise<StepsFault | undefined> {
  const own = sends.filter(({ step }) => step.from !== undefined);
  const senders = own.length === 0 ? undefined : await findSenders(app.db.read, automation);
  // The activation reports an automation without any sender.
  if (senders === undefined || senders instanceof ApiError) return undefined;
  const unknown = own.find(({ step }) => senders.named(step.from ?? '') === undefined);
  return unknown && invalidSteps(`${unknown.path}.from`, 'Not on a verified domain.');
}

/** Renders the mails to be sent; enrollments whose mail there was no time for stay due. */
async function prepare(parts: MailParts, { automation, version, placed, due }: DueBatch<Step>): Promise<PreparedBatch> {
  const ids = due.map(({ contactId }) => contactId);
  const contacts = await findContactsById(parts.app.db.read, ids);
  const prepared = await draftMails(parts, { automation, version, placed, contacts });
  const mails = new Map<string, DraftedMail>();
  const late = new Set<string>();
  for (const [place, { id }] of contacts.entries()) {
    const mail = prepared[place];
    if (mail === undefined) late.add(id);
    else mails.set(id, mail);
  }
  return { due: due.filter(({ contactId }) => !late.has(contactId)), mails };
}

async function simulate(parts: MailParts, walk: Walk, placed: PlacedSend): Promise<SimulatedStep> {
  const { automation, version } = walk;
  const contact = walk.rehearsal.contact();
  if (contact.status !== 'subscribed') return { outcome: 'cancelled', detail: contact.status, ended: 'cancelled' };
  const { tenantId, email } = contact;
  const suppressed = await walk.rehearsal.read((trx) => findSuppressed(parts.app, trx, [{ tenantId, email, stream: 'marketing' }]));
  if (suppressed.size > 0) return { outcome: 'cancelled', detail: 'suppressed', ended: 'cancelled' };
  const [mail] = await draftMails(parts, { automation, version, placed, contacts: [contact] });
  if (mail === undefined || 'failure' in mail) return failedStep(mail?.failure ?? 'It could not be rendered.');
  if (mail.unsendable !== undefined) return { outcome: 'failed', detail: mail.unsendable, to: placed.next };
  walk.sent.set(placed.id, walk.now);
  return { outcome: 'sent', detail: mail.subject, to: placed.next };
}

/** Sends marketing mail. */
export const sendEmail: StepKind<Step> = {
  validate: (step, rules) => findInexactField('template_model', step.template_model, rules) ?? findAddressFault(step),
  async check(parts, automation, sends) {
    const versions = await findVersions(parts, automation.tenantId, sends);
    return (
      findTemplateFault(versions, sends) ??
      (await findSourceFault(parts, { automation, versions }, sends)) ??
      (await findSenderFault(parts, automation, sends))
    );
  },
  prepare,
  run: (parts, trx, batch) => sendMails(parts, trx, { ...batch, step: batch.placed.id, next: batch.placed.next }),
  simulate,
};
