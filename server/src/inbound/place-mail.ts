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
import { presentInbound } from './present.ts';
import { findAddresses, findAddressesInSource } from './read-headers.ts';
import type { InboundParts } from './receive-mail.ts';
import type { LoggedMail } from './received-mail.ts';
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

function describe(
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

/** Writes a mail to the logs of its tenants and removes it from the spool, once: a second call changes nothing. */
export async function placeMail(parts: InboundParts, given: MailToPlace): Promise<void> {
  const { app, blobs } = parts;
  const { db, clock } = app;
  const { mail, raw, read } = given;
  const named = await findNamed(parts, given);
  const unplaced = describe(parts, given, named);
  const expiresAt = clock.now() + UNNAMED_MS;
  const isKept = unplaced.some(({ source }) => source?.key === mail.source.key);
  const copies = isKept ? [] : unplaced.flatMap(({ source }) => source ?? []);
  for (const copy of copies) await blobs.put({ ...copy, content: Buffer.from(raw ?? []), expiresAt });
  const aside = !isKept && isSourceDamaged(read) ? read : undefined;
  let unneeded: readonly BlobRef[] = [];
  const isFirst = await db.transact(async (trx) => {
    if (!(await releaseSpooled(trx, mail, aside))) return false;
    const tenantIds = unplaced.map(({ tenantId }) => tenantId);
    const lastAt = await lockLogTimes(trx, { log: LOG, tenantIds: aside === undefined ? tenantIds : [ALL_TENANTS, ...tenantIds] });
    const mails = unplaced.flatMap(({ source: _, ...entry }): LoggedMail[] => {
      const last = lastAt.get(entry.tenantId);
      return last === undefined ? [] : [{ ...entry, createdAt: Math.max(clock.now(), last + 1) }];
    });
    const placed = await leaveOutErased(app, trx, { mails, receivedAt: mail.receivedAt });
    await insertInbound(trx, placed);
    const keptKeys = new Set(placed.map(({ blobKey }) => blobKey));
    const unnamed = unplaced.flatMap(({ source }) => (source === null || keptKeys.has(source.key) ? [] : [source]));
    const isAside = aside !== undefined && (await keepAside(app, trx, { mail, named }));
    unneeded = isKept || isAside ? unnamed : [...unnamed, mail.source];
    for (const source of unneeded) await retireSource(trx, { source }, clock.now());
    if (isAside) await retireSource(trx, mail, clock.now() + UNREADABLE_KEPT_MS);
    await writeLogTimes(trx, { log: LOG, times: new Map(placed.map(({ tenantId, createdAt }) => [tenantId, createdAt])) });
    await announce(
      app,
      trx,
      placed.map((entry) => ({
        id: entry.eventId,
        tenantId: entry.tenantId,
        type: 'inbound.received',
        contactId: null,
        data: { inbound: presentInbound(entry) },
        at: entry.createdAt,
      })),
    );
    return true;
  });
  await blobs.delete(isFirst ? unneeded : copies);
  if (isFirst && isUnread(read)) await app.hooks.notify(mailUnreadable, causeOf(read));
}
