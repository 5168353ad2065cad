import type { AppContext } from '../../app-context.ts';
import { ERASED } from '../../core/text/erased.ts';
import type { Trx } from '../../db/dialect.ts';
import { findMessageById } from '../../feedback/index.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import { ALL_TENANTS, findErased } from '../../suppressions/index.ts';
import { findAddressesInSource } from '../read-headers.ts';
import type { InboundParts } from '../receive-mail.ts';
import { concernedMessages } from '../unreadable/concerned-messages.ts';
import type { UnreadMail } from '../unreadable/mail-unreadable.ts';
import { isNamingErased } from './is-naming-erased.ts';
import { deleteSpooled, markUnreadable, retireSource, UNREADABLE_KEPT_MS } from './spool-store.ts';
import type { SpooledMail } from './spooled-mail.ts';

interface TenantAddresses {
  readonly tenantId: string;
  readonly emails: readonly string[];
}

/**
 * Returns whether somebody that a mail is about was erased, or is named in its envelope or headers and was erased while it waited. Locks
 * their tenants, so that no erasure happens before the transaction ends.
 */
async function isAboutErased(
  app: AppContext,
  trx: Trx,
  { mail, named }: { mail: SpooledMail; named: readonly string[] },
): Promise<boolean> {
  const about: TenantAddresses[] = [];
  for (const { messageId, place } of concernedMessages(app, mail)) {
    const message = await findMessageById(trx, messageId);
    const recipients = message?.recipients.filter((_, at) => (place ?? at) === at) ?? [];
    if (message !== undefined) about.push({ tenantId: message.tenantId, emails: recipients.map(({ email }) => email) });
  }
  const addressed = [...about, ...mail.destinations.entries];
  await holdMeters(trx, [...new Set([ALL_TENANTS, ...addressed.map(({ tenantId }) => tenantId)])]);
  if (await isNamingErased(app, trx, { mail, named })) return true;
  for (const addresses of about) {
    if (addresses.emails.includes(ERASED) || (await findErased(app, trx, addresses)).size > 0) return true;
  }
  return false;
}

/**
 * Takes a mail that is in no tenant's log out of the line of those to be read. One that cannot be read is laid aside, unless somebody that
 * it is about was erased while it waited: an erasure removes what is laid aside, and does not look at what waits. Returns whether its
 * source is kept.
 */
export async function releaseReport(
  { app, blobs }: Pick<InboundParts, 'app' | 'blobs'>,
  mail: SpooledMail,
  fault: UnreadMail | undefined,
): Promise<boolean> {
  const { db, clock } = app;
  const named = fault === undefined ? [] : await findAddressesInSource(blobs, mail.source);
  const { id } = mail;
  return db.transact(async (trx) => {
    const isFirst = await (fault === undefined ? deleteSpooled(trx, id) : markUnreadable(trx, { id, ...fault }));
    if (!isFirst) return fault !== undefined;
    const isKept = fault !== undefined && !(await isAboutErased(app, trx, { mail, named }));
    if (fault !== undefined && !isKept) await deleteSpooled(trx, id);
    await retireSource(trx, mail, clock.now() + (isKept ? UNREADABLE_KEPT_MS : 0));
    return isKept;
  });
}
