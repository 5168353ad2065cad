import { BlobLengthMismatch } from '../../blobs/create-blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import { Unavailable, unavailableIn } from '../../core/errors/unavailable.ts';
import { networkOf } from '../../core/network-of.ts';
import { takeReport } from '../../feedback/index.ts';
import { isUnread } from '../../mail-reader/mail-reader.ts';
import type { ReadMail } from '../../mail-reader/read-task.ts';
import { findTenant } from '../../tenants/index.ts';
import { unsubscribeByMail } from '../../unsubscribe/index.ts';
import { authenticateMail, UNKNOWN, type Verdicts } from '../authenticate-mail.ts';
import { returnPathIn } from '../find-destinations.ts';
import { placeMail } from '../place-mail.ts';
import { keepForPostmaster } from '../postmaster/keep-for-postmaster.ts';
import type { InboundParts } from '../receive-mail.ts';
import { causeOf, mailUnreadable, type UnreadMail } from '../unreadable/mail-unreadable.ts';
import { releaseReport } from './release-report.ts';
import type { SpooledMail } from './spooled-mail.ts';
import { SHARED } from './write-to-spool.ts';

/** After so many attempts that were begun and never ended, a mail is not read again: it is what ends its readers. */
const MOST_ATTEMPTS = 5;
/** Returns in whose turn a mail is read: in that of the network it came from, or in its own where it came from none. */
export const ownerOf = ({ client, id }: SpooledMail) => (client === null ? id : networkOf(client.ip));

/** How long a mail waits for a machine without room to read it, or for its source to be whole. */
export const BUSY_MS = DAY_MS;

const mayWait = ({ app: { clock } }: InboundParts, { receivedAt }: SpooledMail) => clock.now() < receivedAt + BUSY_MS;

/** Throws where the machine was the reason that a mail was not read, so that it is read later: it may be readable. */
function orLater<T>(parts: InboundParts, mail: SpooledMail, read: T | UnreadMail): T | UnreadMail {
  const isBusy = isUnread(read) && read.unfinished === 'machine';
  if (isBusy && mayWait(parts, mail)) throw new Unavailable(new Error(read.unreadable));
  return read;
}

/** Takes the reports that a mail brings to return paths; returns why there are none where it cannot be read. */
async function readReports(parts: InboundParts, mail: SpooledMail, raw: Buffer): Promise<UnreadMail | undefined> {
  if (mail.destinations.returnPaths.length === 0) return undefined;
  const report = orLater(parts, mail, await parts.reader.read('report', { raw, envelopeFrom: mail.envelopeFrom }, ownerOf(mail)));
  if (isUnread(report)) return report;
  const returnPaths = mail.destinations.returnPaths.flatMap((recipient) => returnPathIn(parts.app, recipient) ?? []);
  for (const returnPath of returnPaths) await takeReport(parts.app, { returnPath, mail: report });
  return undefined;
}

const GIVEN_UP: UnreadMail = { unreadable: 'Reading it was begun several times and never came to an end.' };
const SOURCE_GONE: UnreadMail = { unreadable: 'Its source was lost: the store of files has it no more.', source: 'gone' };
const SOURCE_DAMAGED: UnreadMail = {
  unreadable: 'Its source is not whole: the store of files gives other bytes than it took.',
  source: 'damaged',
};

/** The source of a mail, and why its reports to return paths could not be read, where they could not. */
type SpooledContent =
  | { readonly raw: Buffer; readonly reportFault: UnreadMail | undefined }
  | { readonly raw: undefined; readonly reportFault: UnreadMail };

/** Returns the content of a mail for people. A mail that its readers died of is not read again. */
async function readContent(parts: InboundParts, mail: SpooledMail, { raw, reportFault }: SpooledContent) {
  if (raw === undefined) return reportFault;
  if (reportFault === GIVEN_UP || reportFault?.unfinished === 'mail') return reportFault;
  return orLater(parts, mail, await parts.reader.read('mail', { raw }, ownerOf(mail)));
}

/** Returns the verdicts on who sent a mail; nothing for one that cannot be read. Throws while the machine does not let it be checked, for a day. */
async function authenticate(
  parts: InboundParts,
  mail: SpooledMail,
  { raw, read }: { raw: Buffer | undefined; read: ReadMail | UnreadMail },
): Promise<Verdicts> {
  if (raw === undefined || isUnread(read)) return UNKNOWN;
  try {
    return await authenticateMail(parts, { raw, ...mail, owner: ownerOf(mail) });
  } catch (error) {
    if (unavailableIn(error) === undefined || mayWait(parts, mail)) throw error;
    return UNKNOWN;
  }
}

/** Puts a mail where people see it. Returns whether a log has it, and its source with it. */
async function storeForReaders(parts: InboundParts, mail: SpooledMail, content: SpooledContent): Promise<boolean> {
  const { entries, postmasters } = mail.destinations;
  if (entries.length + postmasters.length === 0) return false;
  const { raw } = content;
  const read = await readContent(parts, mail, content);
  if (postmasters.length > 0) await keepForPostmaster(parts, { mail, raw, read });
  if (entries.length > 0) await placeMail(parts, { mail, raw, read, verdicts: await authenticate(parts, mail, { raw, read }) });
  return entries.length > 0;
}

/** Returns the source of a mail, or why there is none. An incomplete source may be restored, so it is tried again for a day. */
async function readSource(parts: InboundParts, mail: SpooledMail): Promise<Buffer | UnreadMail> {
  const { log, db } = parts.app;
  const { id, source } = mail;
  try {
    const raw = await parts.blobs.read(source);
    if (raw !== undefined) return raw;
    // That of a deleted tenant has to be deleted.
    if (source.tenantId === SHARED || (await findTenant(db.read, source.tenantId)) !== undefined)
      log.error({ inbound_id: id, key: source.key }, 'the source of a mail is gone before it was read');
    return SOURCE_GONE;
  } catch (err) {
    if (!(err instanceof BlobLengthMismatch) || mayWait(parts, mail)) throw err;
    log.error({ err, inbound_id: id, key: source.key }, 'the source of a mail is not whole: it is kept unread, with what there is of it');
    return SOURCE_DAMAGED;
  }
}

/** Handles the reports in a mail to return paths first: handling them twice changes nothing, while a log would contain the mail twice. */
async function beginContent(parts: InboundParts, mail: SpooledMail): Promise<SpooledContent> {
  const raw = await readSource(parts, mail);
  if (isUnread(raw)) return { raw: undefined, reportFault: raw };
  return { raw, reportFault: mail.attempts > MOST_ATTEMPTS ? GIVEN_UP : await readReports(parts, mail, raw) };
}

/** Reads a mail from the spool and acts on it. Whatever the outcome, it is in the logs of its tenants afterwards. */
export async function readSpooled(parts: InboundParts, mail: SpooledMail): Promise<void> {
  const { app, blobs } = parts;
  const { log } = app;
  const content = await beginContent(parts, mail);
  const { reportFault } = content;
  for (const messageId of mail.destinations.unsubscribes) await unsubscribeByMail(app, messageId);
  if (await storeForReaders(parts, mail, content)) return;
  if (reportFault !== undefined) log.warn({ inbound_id: mail.id, reason: reportFault.unreadable }, 'a report could not be read');
  const isKept = await releaseReport(parts, mail, reportFault);
  if (isKept && reportFault !== undefined) await app.hooks.notify(mailUnreadable, causeOf(reportFault));
  else await blobs.delete([mail.source]);
}
