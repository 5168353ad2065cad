import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { isUnread } from '../../mail-reader/mail-reader.ts';
import type { ReadMail } from '../../mail-reader/read-task.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import { ALL_TENANTS, findErased } from '../../suppressions/index.ts';
import { headerAddress } from '../erasure-store.ts';
import { findAddresses } from '../read-headers.ts';
import type { InboundParts } from '../receive-mail.ts';
import { retireSource } from '../spool/spool-store.ts';
import type { SpooledMail } from '../spool/spooled-mail.ts';
import { UNNAMED_MS } from '../spool/write-to-spool.ts';
import type { UnreadMail } from '../unreadable/mail-unreadable.ts';
import { KEPT_BYTES, KEPT_MS, POSTMASTER, type PostmasterMail, postmasterWritten } from './postmaster-mail.ts';
import { insertPostmasterMail } from './store.ts';

interface MailToKeep {
  readonly mail: SpooledMail;
  /** Undefined if the source is lost. */
  readonly raw: Buffer | undefined;
  readonly read: ReadMail | UnreadMail;
}

const headsOf = (read: ReadMail | UnreadMail) =>
  isUnread(read) ? { fromAddress: null, subject: '' } : { fromAddress: read.from?.address ?? null, subject: read.subject };

/** A mail to be kept, with the addresses in its headers. */
interface NamingMail {
  readonly kept: PostmasterMail;
  readonly named: readonly string[];
  readonly receivedAt: number;
}

/** Whether somebody whom a mail names was erased by the operator since it was taken. Nobody is erased before the transaction ends. */
async function isErased(app: AppContext, trx: Trx, { kept, named, receivedAt: after }: NamingMail): Promise<boolean> {
  await holdMeters(trx, [ALL_TENANTS]);
  const emails = [...new Set([kept.envelopeFrom, kept.fromAddress ?? '', ...named].map(headerAddress))];
  return (await findErased(app, trx, { tenantId: ALL_TENANTS, emails, after })).size > 0;
}

/** Writes a mail to be kept, and keeps its source as long. Returns the result of `insertPostmasterMail`. */
async function insert(app: AppContext, trx: Trx, mail: NamingMail) {
  const { kept } = mail;
  if (await isErased(app, trx, mail)) return { isNew: false, gone: [] };
  const inserted = await insertPostmasterMail(trx, kept);
  if (inserted.isNew) await retireSource(trx, { source: { tenantId: POSTMASTER, key: kept.blobKey } }, kept.createdAt + KEPT_MS);
  return inserted;
}

/**
 * Keeps a mail to the postmaster for the operator, once: a second call changes nothing. The mail is not forwarded. A mail that names an
 * address erased while it waited to be read is not kept.
 */
export async function keepForPostmaster(parts: InboundParts, given: MailToKeep): Promise<void> {
  const { app, blobs } = parts;
  const { db, clock, log, hooks, newId } = app;
  const { mail, raw, read } = given;
  const now = clock.now();
  const kept: PostmasterMail = {
    ...headsOf(read),
    id: mail.id,
    envelopeFrom: mail.envelopeFrom,
    recipient: mail.destinations.postmasters[0] ?? POSTMASTER,
    clientIp: mail.client?.ip ?? null,
    size: mail.size,
    // A key for this reading alone, as in the logs of tenants.
    blobKey: `${POSTMASTER}/${mail.id}/${newId('inb', now)}`,
    createdAt: now,
  };
  const content = Buffer.from(raw?.subarray(0, KEPT_BYTES) ?? []);
  await blobs.put({ tenantId: POSTMASTER, key: kept.blobKey, content, expiresAt: now + UNNAMED_MS });
  const { isNew, gone } = await db.transact((trx) =>
    insert(app, trx, { kept, named: findAddresses(content), receivedAt: mail.receivedAt }),
  );
  const unneeded = isNew ? gone : [...gone, kept.blobKey];
  await blobs.delete(unneeded.map((key) => ({ tenantId: POSTMASTER, key })));
  if (!isNew) return;
  log.info({ inbound_id: mail.id, size: mail.size }, 'mail to the postmaster; posthorn postmaster show has it');
  await hooks.notify(postmasterWritten);
}
