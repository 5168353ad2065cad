import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { chunk } from '../core/chunk.ts';
import { ERASED } from '../core/text/erased.ts';
import { walkPages } from '../core/walk-pages.ts';
import { lockInOrder } from '../db/dialect.ts';
import { BEFORE_ALL } from '../db/keyset.ts';
import { updateAnnouncedData } from '../events/index.ts';
import { isUnread } from '../mail-reader/mail-reader.ts';
import type { Erasure } from '../suppressions/index.ts';
import { findMailNaming, headerAddress, lockMails, updateErased, updateOthers } from './erasure-store.ts';
import type { LoggedMail } from './logged-mail.ts';
import { presentInbound } from './present.ts';
import { findAddresses, readHeaders } from './read-headers.ts';
import type { InboundParts } from './receive-mail.ts';

/** How many mails one step looks at. */
const PAGE = 100;
/** How many sources one step reads the headers of. */
const SOURCES = 20;

/**
 * Returns what remains of a mail that names erased addresses: that it was received, and its other recipients. A single pass, however many
 * addresses there are.
 */
export function withoutAddresses(mail: LoggedMail, emails: ReadonlySet<string>): LoggedMail {
  const blank = (address: string) => (emails.has(headerAddress(address)) ? ERASED : address);
  return {
    ...mail,
    envelopeFrom: blank(mail.envelopeFrom),
    recipients: mail.recipients.map(blank),
    fromAddress: blank(mail.fromAddress),
    fromName: blank(mail.fromAddress) === ERASED ? null : mail.fromName,
    to: mail.to.map(blank),
    others: (mail.others ?? []).map(blank),
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

interface EraseParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly blobs: Pick<Blobs, 'delete' | 'open'>;
  readonly reader: Pick<InboundParts['reader'], 'read'>;
}

/** Returns the addresses in the headers of a logged mail; undefined if its source is lost or cannot be read now. */
async function readOthers({ blobs, reader }: EraseParts, { tenantId, blobKey }: LoggedMail): Promise<readonly string[] | undefined> {
  const source = blobKey === null ? undefined : await blobs.open({ tenantId, key: blobKey });
  if (source === undefined) return undefined;
  const raw = await readHeaders(source.content);
  const headers = await reader.read('mail', { raw }, tenantId);
  if (!isUnread(headers)) return headers.others;
  return headers.unfinished === 'machine' ? undefined : findAddresses(raw);
}

/** Looks up in their sources whom mails name that a release logged which did not keep it, once for each; returns those that name an address. */
async function findInSources(parts: EraseParts, mails: readonly LoggedMail[], email: string): Promise<LoggedMail[]> {
  const unknown = mails.filter(({ others, blobKey }) => others === null && blobKey !== null);
  const found: LoggedMail[] = [];
  for (const some of chunk(unknown, SOURCES)) {
    const read = await Promise.all(some.map(async (mail) => ({ mail, others: await readOthers(parts, mail) })));
    const known = read.flatMap(({ mail, others }) => (others === undefined ? [] : [{ ...mail, others }]));
    if (known.length > 0) await parts.app.db.transact((trx) => updateOthers(trx, known));
    found.push(...known.filter(({ others }) => others.map(headerAddress).includes(email)));
  }
  return found;
}

/** Erases an address in received mail. The content is removed as a whole, since no text tells where it speaks of somebody. */
export async function eraseInbound(parts: EraseParts, erasure: Erasure): Promise<void> {
  const { db } = parts.app;
  for await (const page of walkPages({ first: BEFORE_ALL, limit: PAGE }, (asked) => findMailNaming(db.read, erasure, asked))) {
    const unnamed = page.filter(({ named }) => !named);
    const naming = [...page.filter(({ named }) => named), ...(await findInSources(parts, unnamed, erasure.email))];
    // The source first: a run that breaks off finds the row again.
    await parts.blobs.delete(naming.flatMap(({ tenantId, blobKey }) => (blobKey === null ? [] : [{ tenantId, key: blobKey }])));
    const ids = naming.map(({ id }) => id);
    if (ids.length > 0) await eraseIn(db, ids, erasure.email);
  }
}
