import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { ERASED } from '../core/text/erased.ts';
import { walkPages } from '../core/walk-pages.ts';
import { lockInOrder } from '../db/dialect.ts';
import { BEFORE_ALL } from '../db/keyset.ts';
import { updateAnnouncedData } from '../events/index.ts';
import type { Erasure } from '../suppressions/index.ts';
import { findMailNaming, headerAddress, lockMails, updateErased } from './erasure-store.ts';
import { presentInbound } from './present.ts';
import type { LoggedMail } from './received-mail.ts';

/** How many mails one step looks at. */
const PAGE = 100;

/** Returns what is left of a mail that names addresses: that it came, and to whom else. In one pass, however many they are. */
export function withoutAddresses(mail: LoggedMail, emails: ReadonlySet<string>): LoggedMail {
  const blank = (address: string) => (emails.has(headerAddress(address)) ? ERASED : address);
  return {
    ...mail,
    envelopeFrom: blank(mail.envelopeFrom),
    recipients: mail.recipients.map(blank),
    fromAddress: blank(mail.fromAddress),
    fromName: blank(mail.fromAddress) === ERASED ? null : mail.fromName,
    to: mail.to.map(blank),
    subject: ERASED,
    messageId: null,
    inReplyTo: null,
    attachments: [],
    blobKey: null,
  };
}

/** Erases an address in mails as they are now: of two erasures in one mail, the second must see what the first has written. */
async function eraseIn(db: AppContext['db'], ids: readonly string[], email: string): Promise<void> {
  await db.transact(async (trx) => {
    const erased = (await lockMails(trx, ids)).map((mail) => withoutAddresses(mail, new Set([email])));
    if (erased.length === 0) return;
    await updateErased(trx, erased);
    await lockInOrder(
      trx,
      'events',
      erased.map(({ eventId }) => eventId),
    );
    const updates = erased.map((mail) => ({ id: mail.eventId, data: { inbound: presentInbound(mail) } }));
    await updateAnnouncedData(trx, updates);
  });
}

/** Erases an address in received mail. The content is removed as a whole, since no text tells where it speaks of somebody. */
export async function eraseInbound(
  { app: { db }, blobs }: { readonly app: AppContext; readonly blobs: Pick<Blobs, 'delete'> },
  erasure: Erasure,
): Promise<void> {
  for await (const page of walkPages({ first: BEFORE_ALL, limit: PAGE }, (asked) => findMailNaming(db.read, erasure, asked))) {
    const naming = page.filter(({ named }) => named);
    // The source first: a run that breaks off finds the row again.
    await blobs.delete(naming.flatMap(({ tenantId, blobKey }) => (blobKey === null ? [] : [{ tenantId, key: blobKey }])));
    const ids = naming.map(({ id }) => id);
    if (ids.length > 0) await eraseIn(db, ids, erasure.email);
  }
}
