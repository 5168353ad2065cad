import type { AppContext } from '../app-context.ts';
import { applyFeedback, type FeedbackReport, type Recipient } from '../messages/index.ts';
import { isByRecipient } from './read-complaint.ts';
import { readReport } from './read-report.ts';
import type { RecipientReport, ReturnedMail } from './returned-mail.ts';
import { findMessageById } from './store.ts';

/** A mail that came to the return path of a message. */
export interface MailToReturnPath {
  readonly messageId: string;
  readonly raw: Buffer;
  /** Empty: the null sender, as reports should have. */
  readonly envelopeFrom: string;
}

/** Whom a report means. One that names nobody we know means the only recipient there is: his mail was passed on under another name. */
function findMeant(recipients: readonly Recipient[], names: readonly string[]): string[] {
  const reached = recipients.filter(({ status }) => status !== 'suppressed').map(({ email }) => email);
  const named = names.find((name) => reached.includes(name));
  if (named !== undefined) return [named];
  return reached.length === 1 ? reached : [];
}

/**
 * What a mail says of the recipients that it names. Where it names none of them, it may be about him whose mail was
 * passed on, and of all that it says the least is believed.
 */
function findOurs(reports: readonly RecipientReport[], recipients: readonly Recipient[]): readonly RecipientReport[] {
  const known = new Set(recipients.map(({ email }) => email));
  const ours = reports.filter(({ names }) => names.some((name) => known.has(name)));
  if (ours.length > 0) return ours;
  const least = reports.find((report) => report.type !== 'bounce' || report.class !== 'hard') ?? reports[0];
  return least === undefined ? [] : [least];
}

function dataOf({ type, class: cls, code, diagnostic }: RecipientReport): FeedbackReport['data'] {
  if (type === 'bounce') return { class: cls, code, diagnostic };
  return type === 'delivery_delayed' ? { reason: diagnostic } : {};
}

function toFeedback(mail: ReturnedMail, recipients: readonly Recipient[]): FeedbackReport[] {
  if (mail.kind === 'complaint') {
    if (!isByRecipient(mail)) return [];
    return [{ type: 'complaint', recipients: findMeant(recipients, mail.names), detail: null, data: {} }];
  }
  if (mail.kind !== 'status') return [];
  return findOurs(mail.reports, recipients).map((report) => ({
    type: report.type,
    recipients: findMeant(recipients, report.names),
    detail: report.type === 'delivery' ? null : report.diagnostic,
    data: dataOf(report),
    final: report.final,
  }));
}

/** Takes mail at return paths for what it says of their messages; automatic replies and whatever else comes there say nothing. */
export async function takeReport(app: AppContext, { messageId, raw, envelopeFrom }: MailToReturnPath): Promise<void> {
  const { db, log } = app;
  const message = await findMessageById(db.read, messageId);
  const mail = await readReport(raw, envelopeFrom);
  log.info({ message_id: messageId, kind: mail.kind }, 'mail to a return path');
  if (message === undefined) return;
  const reports = toFeedback(mail, message.recipients).filter(({ recipients }) => recipients.length > 0);
  if (reports.length > 0) await db.transact((trx) => applyFeedback(app, trx, [{ tenantId: message.tenantId, messageId, reports }]));
}
