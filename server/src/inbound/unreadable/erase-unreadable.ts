import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { chunk } from '../../core/chunk.ts';
import { walkPages } from '../../core/walk-pages.ts';
import { findRecipients } from '../../messages/index.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { isInHeaders } from '../read-headers.ts';
import { deleteSpooled, findUnreadable, listUnreadable } from '../spool/spool-store.ts';
import type { SpooledMail } from '../spool/spooled-mail.ts';
import { concernedByEach } from './concerned-messages.ts';

/** How many mails one step looks at or removes. */
const PAGE = 100;
/** How many sources one step reads the headers of. */
const SOURCES = 20;
const OLDEST = { id: '', receivedAt: 0 };

interface EraseParts {
  readonly app: AppContext;
  readonly blobs: Pick<Blobs, 'delete' | 'open'>;
}

async function remove({ app: { db }, blobs }: EraseParts, mails: readonly SpooledMail[]): Promise<void> {
  // The source first: a run that breaks off finds the row again.
  await blobs.delete(mails.map(({ source }) => source));
  await db.transact(async (trx) => {
    for (const { id } of mails) await deleteSpooled(trx, id);
  });
}

/** Returns the mails of a page whose headers name an address: those to one tenant, or to all. */
async function findNaming({ blobs }: EraseParts, page: readonly SpooledMail[], { tenantId, email }: Erasure): Promise<SpooledMail[]> {
  const own = page.filter(({ destinations }) => tenantId === null || destinations.entries.some((entry) => entry.tenantId === tenantId));
  const found: SpooledMail[] = [];
  const isNaming = async ({ source }: SpooledMail) => {
    const blob = await blobs.open(source);
    return blob !== undefined && isInHeaders(blob.content, email);
  };
  for (const some of chunk(own, SOURCES)) {
    const named = await Promise.all(some.map(isNaming));
    found.push(...some.filter((_, place) => named[place]));
  }
  return found;
}

/**
 * Returns the mails of a page that report on an address in a message: they belong to no tenant, and usually have an empty envelope sender.
 */
async function findReports(parts: EraseParts, page: readonly SpooledMail[], { tenantId, email }: Erasure): Promise<SpooledMail[]> {
  const { app } = parts;
  const concerned = await concernedByEach(app, page);
  const about = page.map((mail, at) => ({ mail, messages: concerned[at] ?? [] }));
  const ids = about.flatMap(({ messages }) => messages.map(({ messageId }) => messageId));
  if (ids.length === 0) return [];
  const recipients = await findRecipients(app.db.read, { tenantId, ids });
  const isOf = (messageId: string, place: number | undefined) =>
    recipients.get(messageId)?.some((recipient, at) => recipient.email === email && (place ?? at) === at);
  const found = about.filter(({ messages }) => messages.some(({ messageId, place }) => isOf(messageId, place)));
  return found.map(({ mail }) => mail);
}

/** Removes unreadable mail from the spool, with whatever there is of its source, where its envelope or its headers name an address or it reports on it. */
export async function eraseUnreadable(parts: EraseParts, erasure: Erasure): Promise<void> {
  const { read } = parts.app.db;
  for (let found = PAGE; found === PAGE; ) {
    const page = await findUnreadable(read, erasure, PAGE);
    await remove(parts, page);
    found = page.length;
  }
  // This runs before the messages are erased, since their recipients tell whom a report is about.
  const pages = walkPages<Pick<SpooledMail, 'id' | 'receivedAt'>, SpooledMail>({ first: OLDEST, limit: PAGE }, (asked) =>
    listUnreadable(read, asked),
  );
  for await (const page of pages) {
    const reports = await findReports(parts, page, erasure);
    const others = page.filter((mail) => !reports.includes(mail));
    const found = [...reports, ...(await findNaming(parts, others, erasure))];
    if (found.length > 0) await remove(parts, found);
  }
}
