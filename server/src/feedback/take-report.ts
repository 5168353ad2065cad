import type { AppContext } from '../app-context.ts';
import { notification } from '../core/hooks.ts';
import { ERASED } from '../core/text/erased.ts';
import { isReturnPathValid, type Recipient, type ReturnPath } from '../messages/index.ts';
import { applyFeedback, type FeedbackReport } from '../messages/outcomes/index.ts';
import { isByRecipient } from '../reports/read-complaint.ts';
import type { RecipientReport, ReturnedMail } from '../reports/returned-mail.ts';
import { type FoundMessage, findLastAttempt, findMessageById } from './store.ts';

/** A mail that came to a return path. */
export interface MailToReturnPath {
  readonly returnPath: ReturnPath;
  readonly mail: ReturnedMail;
}

/** The outcome of a mail to a return path. */
interface ReceivedReport {
  readonly kind: ReturnedMail['kind'];
  /** False if the return path has expired or names no recipient. */
  readonly believed: boolean;
}

/** Called for each mail to a return path. */
export const reportReceived = notification<[ReceivedReport]>('report received');

/**
 * Returns the recipient that a return path belongs to, whatever addresses a report names: mail may have been forwarded, and everybody who
 * got the same mail knows the other addresses. A path for all recipients is trusted only if there is a single one.
 */
function findMeant(recipients: readonly Recipient[], { place }: ReturnPath): Recipient | undefined {
  const reached = recipients.filter(({ status }) => status !== 'suppressed');
  if (place === undefined) return reached.length === 1 ? reached[0] : undefined;
  const meant = recipients[place];
  return meant?.status === 'suppressed' ? undefined : meant;
}

/**
 * Returns the reports of a mail on its recipient. Where it does not name him, his mail may have been passed on, so only the mildest
 * report is believed.
 */
function findOwn(reports: readonly RecipientReport[], email: string): readonly RecipientReport[] {
  const own = reports.filter(({ names }) => names.includes(email));
  if (own.length > 0) return own;
  const least = reports.find((report) => report.type !== 'bounce' || report.class !== 'hard') ?? reports[0];
  return least === undefined ? [] : [least];
}

/** Returns a report without its text where it is on somebody who was erased: servers quote the address in what they write. */
const withoutErased = (report: RecipientReport, email: string): RecipientReport =>
  email === ERASED ? { ...report, diagnostic: ERASED } : report;

function dataOf({ type, class: cls, code, diagnostic }: RecipientReport): FeedbackReport['data'] {
  if (type === 'bounce') return { class: cls, code, diagnostic };
  return type === 'delivery_delayed' ? { reason: diagnostic } : {};
}

function toFeedback(mail: ReturnedMail, { email }: Recipient): FeedbackReport[] {
  const recipients = [email];
  if (mail.kind === 'complaint') return isByRecipient(mail) ? [{ type: 'complaint', recipients, detail: null, data: {} }] : [];
  if (mail.kind !== 'status') return [];
  const own = findOwn(mail.reports, email).map((report) => withoutErased(report, email));
  return own.map((report) => ({
    type: report.type,
    recipients,
    detail: report.type === 'delivery' || email === ERASED ? null : report.diagnostic,
    data: dataOf(report),
    final: report.final,
  }));
}

/** Returns whether a report on a message is still believed. A path of the release before names no day. */
async function isValid({ db, clock }: AppContext, returnPath: ReturnPath, { attemptedAt }: FoundMessage): Promise<boolean> {
  const lastAt = returnPath.day === undefined ? attemptedAt : await findLastAttempt(db.read, returnPath);
  return isReturnPathValid(returnPath, { attemptedAt: lastAt, now: clock.now() });
}

/**
 * Applies what a mail to a return path reports on its recipient; automatic replies and other mail report nothing. Mail that comes
 * after the return path has run out is counted and not believed.
 */
export async function takeReport(app: AppContext, { returnPath, mail }: MailToReturnPath): Promise<void> {
  const { db, log, hooks } = app;
  const { messageId } = returnPath;
  const message = await findMessageById(db.read, messageId);
  const meant = message !== undefined && (await isValid(app, returnPath, message)) ? findMeant(message.recipients, returnPath) : undefined;
  log.info({ message_id: messageId, kind: mail.kind, believed: meant !== undefined }, 'mail to a return path');
  await hooks.notify(reportReceived, { kind: mail.kind, believed: meant !== undefined });
  if (message === undefined || meant === undefined) return;
  const reports = toFeedback(mail, meant);
  if (reports.length > 0) await db.transact((trx) => applyFeedback(app, trx, [{ tenantId: message.tenantId, messageId, reports }]));
}
