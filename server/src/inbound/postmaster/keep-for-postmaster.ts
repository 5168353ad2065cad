import { isUnread } from '../../mail-reader/mail-reader.ts';
import type { ReadMail } from '../../mail-reader/read-task.ts';
import type { UnreadMail } from '../mail-unreadable.ts';
import type { InboundParts } from '../receive-mail.ts';
import type { SpooledMail } from '../spool/spooled-mail.ts';
import { KEPT_BYTES, KEPT_MS, POSTMASTER, type PostmasterMail, postmasterWritten } from './postmaster-mail.ts';
import { insertPostmasterMail } from './store.ts';

interface MailToKeep {
  readonly mail: SpooledMail;
  /** Undefined where the source is gone. */
  readonly raw: Buffer | undefined;
  readonly read: ReadMail | UnreadMail;
}

const headsOf = (read: ReadMail | UnreadMail) =>
  isUnread(read) ? { fromAddress: null, subject: '' } : { fromAddress: read.from?.address ?? null, subject: read.subject };

/** Keeps a mail to the postmaster for the operator, once: a second call changes nothing. The mail is passed on to nobody. */
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
  await blobs.put({ tenantId: POSTMASTER, key: kept.blobKey, content, expiresAt: now + KEPT_MS });
  const { isNew, gone } = await db.transact((trx) => insertPostmasterMail(trx, kept));
  const unneeded = isNew ? gone : [...gone, kept.blobKey];
  await blobs.delete(unneeded.map((key) => ({ tenantId: POSTMASTER, key })));
  if (!isNew) return;
  log.info({ inbound_id: mail.id, size: mail.size }, 'mail to the postmaster; posthorn postmaster show has it');
  await hooks.notify(postmasterWritten);
}
