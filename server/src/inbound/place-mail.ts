import type { AppContext } from '../app-context.ts';
import type { BlobRef } from '../blobs/blobs.ts';
import type { Trx } from '../db/dialect.ts';
import { announce } from '../events/index.ts';
import { isUnread } from '../mail-reader/mail-reader.ts';
import type { ReadMail } from '../mail-reader/read-task.ts';
import { lockLogTimes, writeLogTimes } from '../meters/log-time-store.ts';
import { ALL_TENANTS } from '../suppressions/index.ts';
import type { Verdicts } from './authenticate-mail.ts';
import { leaveOutErased } from './leave-out-erased.ts';
import type { LoggedMail } from './logged-mail.ts';
import { presentInbound } from './present.ts';
import { findAddresses, findAddressesInSource } from './read-headers.ts';
import type { InboundParts } from './receive-mail.ts';
import { isNamingErased } from './spool/is-naming-erased.ts';
import { deleteSpooled, markUnreadable, retireSource, UNREADABLE_KEPT_MS } from './spool/spool-store.ts';
import type { SpooledMail } from './spool/spooled-mail.ts';
import { UNNAMED_MS } from './spool/write-to-spool.ts';
import { insertInbound } from './store.ts';
import { causeOf, mailUnreadable, type UnreadMail } from './unreadable/mail-unreadable.ts';

/** A mail and its content. `raw` is undefined if its source is lost or incomplete. */
export interface MailToPlace {
  readonly mail: SpooledMail;
  readonly raw: Buffer | undefined;
  readonly read: ReadMail | UnreadMail;
  readonly verdicts: Verdicts;
}

const isSourceDamaged = (read: ReadMail | UnreadMail): read is UnreadMail => isUnread(read) && read.source === 'damaged';

const LOG = 'last_inbound_at';

const NOTHING = { from: null, to: [], subject: '', messageId: null, inReplyTo: null, attachments: [] };

type LogEntryDraft = Omit<LoggedMail, 'createdAt'> & { readonly source: BlobRef | null };

/** Returns what reads like an address in the headers of a mail that was not read: an erasure looks there. */
async function findNamed({ blobs }: InboundParts, { mail, raw, read }: MailToPlace): Promise<string[]> {
  if (!isUnread(read)) return [];
  if (raw !== undefined) return findAddresses(raw);
  return isSourceDamaged(read) ? findAddressesInSource(blobs, mail.source) : [];
}

/** Returns the entry of a mail in the log of each of its tenants, still without its time there. */
function draftEntries(
  { app: { newId, clock } }: InboundParts,
  { mail, raw, read, verdicts }: MailToPlace,
  named: readonly string[],
): LogEntryDraft[] {
  const parsed = isUnread(read) ? { ...NOTHING, others: named } : read;
  const now = clock.now();
  return mail.destinations.entries.map(({ tenantId, id, recipients }) => {
    // A key for this reading alone: a reading that was overtaken must not overwrite the source that the log has by now.
    const own = mail.source.tenantId === tenantId ? mail.source : { tenantId, key: `${tenantId}/${id}/${newId('inb', now)}` };
    const isThere = raw !== undefined || (own === mail.source && isSourceDamaged(read));
    const source = isThere ? own : null;
    return {
      ...verdicts,
      id,
      tenantId,
      eventId: newId('evt', now),
      envelopeFrom: mail.envelopeFrom,
      recipients,
      fromAddress: parsed.from?.address ?? mail.envelopeFrom,
      fromName: parsed.from?.name ?? null,
      to: parsed.to,
      others: parsed.others,
      subject: parsed.subject,
      messageId: parsed.messageId,
      inReplyTo: parsed.inReplyTo,
      size: mail.size,
      attachments: parsed.attachments,
      unreadable: isUnread(read) ? read.unreadable : null,
      blobKey: source?.key ?? null,
      source,
    };
  });
}

/**
 * Deletes a mail from the spool, or lays it aside with whatever there is of its source, where no log can have that. Returns false
 * where somebody else has done so.
 */
const releaseSpooled = (trx: Trx, { id }: SpooledMail, aside: UnreadMail | undefined): Promise<boolean> =>
  aside === undefined ? deleteSpooled(trx, id) : markUnreadable(trx, { id, ...aside });

/** Takes what was laid aside out of the spool after all where it names somebody who was erased meanwhile. Returns whether it stays. */
async function keepAside(app: AppContext, trx: Trx, { mail, named }: { mail: SpooledMail; named: readonly string[] }): Promise<boolean> {
  if (!(await isNamingErased(app, trx, { mail, named }))) return true;
  await deleteSpooled(trx, mail.id);
  return false;
}

/** A mail that is about to be written to the logs of its tenants. */
interface Placement {
  readonly mail: SpooledMail;
  /** What reads like an address in it, where it was not read. */
  readonly named: readonly string[];
  readonly entries: readonly LogEntryDraft[];
  /** Whether an entry names the source of the mail. */
  readonly isKept: boolean;
  /** Why it is laid aside, where it is. */
  readonly aside: UnreadMail | undefined;
}

/** Inserts a mail into the logs of those of its tenants that still exist, without what names somebody who was erased. Returns the entries. */
async function insertIntoLogs(app: AppContext, trx: Trx, { mail, entries, aside }: Placement): Promise<LoggedMail[]> {
  const tenantIds = entries.map(({ tenantId }) => tenantId);
  const lastAt = await lockLogTimes(trx, { log: LOG, tenantIds: aside === undefined ? tenantIds : [ALL_TENANTS, ...tenantIds] });
  const mails = entries.flatMap(({ source: _, ...entry }): LoggedMail[] => {
    const last = lastAt.get(entry.tenantId);
    return last === undefined ? [] : [{ ...entry, createdAt: Math.max(app.clock.now(), last + 1) }];
  });
  const placed = await leaveOutErased(app, trx, { mails, receivedAt: mail.receivedAt });
  await insertInbound(trx, placed);
  await writeLogTimes(trx, { log: LOG, times: new Map(placed.map(({ tenantId, createdAt }) => [tenantId, createdAt])) });
  return placed;
}

/** Has the sources that nothing names after this transaction expire, and returns them. */
async function retireUnnamed(
  app: AppContext,
  trx: Trx,
  { mail, named, entries, isKept, aside, placed }: Placement & { readonly placed: readonly LoggedMail[] },
): Promise<BlobRef[]> {
  const keptKeys = new Set(placed.map(({ blobKey }) => blobKey));
  const unnamed = entries.flatMap(({ source }) => (source === null || keptKeys.has(source.key) ? [] : [source]));
  const isAside = aside !== undefined && (await keepAside(app, trx, { mail, named }));
  const unneeded = isKept || isAside ? unnamed : [...unnamed, mail.source];
  for (const source of unneeded) await retireSource(trx, { source }, app.clock.now());
  if (isAside) await retireSource(trx, mail, app.clock.now() + UNREADABLE_KEPT_MS);
  return unneeded;
}

const toAnnouncement = (entry: LoggedMail) => ({
  id: entry.eventId,
  tenantId: entry.tenantId,
  type: 'inbound.received' as const,
  contactId: null,
  data: { inbound: presentInbound(entry) },
  at: entry.createdAt,
});

/** Places a mail and returns the sources that are not needed any more; undefined where somebody else has placed it. */
async function place(app: AppContext, trx: Trx, placement: Placement): Promise<BlobRef[] | undefined> {
  if (!(await releaseSpooled(trx, placement.mail, placement.aside))) return undefined;
  const placed = await insertIntoLogs(app, trx, placement);
  const unneeded = await retireUnnamed(app, trx, { ...placement, placed });
  await announce(app, trx, placed.map(toAnnouncement));
  return unneeded;
}

/** Writes a mail to the logs of its tenants and removes it from the spool, once: a second call changes nothing. */
export async function placeMail(parts: InboundParts, given: MailToPlace): Promise<void> {
  const { app, blobs } = parts;
  const { db, clock } = app;
  const { mail, raw, read } = given;
  const named = await findNamed(parts, given);
  const entries = draftEntries(parts, given, named);
  const isKept = entries.some(({ source }) => source?.key === mail.source.key);
  const copies = isKept ? [] : entries.flatMap(({ source }) => source ?? []);
  const expiresAt = clock.now() + UNNAMED_MS;
  for (const copy of copies) await blobs.put({ ...copy, content: Buffer.from(raw ?? []), expiresAt });
  const aside = !isKept && isSourceDamaged(read) ? read : undefined;
  const unneeded = await db.transact((trx) => place(app, trx, { mail, named, entries, isKept, aside }));
  await blobs.delete(unneeded ?? copies);
  if (unneeded !== undefined && isUnread(read)) await app.hooks.notify(mailUnreadable, causeOf(read));
}
