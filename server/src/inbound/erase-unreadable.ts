import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { walkPages } from '../core/walk-pages.ts';
import { findRecipients } from '../messages/index.ts';
import type { Erasure } from '../suppressions/index.ts';
import { concernedMessages } from './concerned-messages.ts';
import { deleteSpooled, findUnreadable, listUnreadable } from './spool/spool-store.ts';
import type { SpooledMail } from './spool/spooled-mail.ts';

/** How many mails one step looks at or removes. */
const PAGE = 100;
const OLDEST = { id: '', receivedAt: 0 };

interface EraseParts {
  readonly app: AppContext;
  readonly blobs: Pick<Blobs, 'delete'>;
}

async function remove({ app: { db }, blobs }: EraseParts, mails: readonly SpooledMail[]): Promise<void> {
  // The source first: a run that breaks off finds the row again.
  await blobs.delete(mails.map(({ source }) => source));
  await db.transact(async (trx) => {
    for (const { id } of mails) await deleteSpooled(trx, id);
  });
}

/** Removes the mails of a page that report on an address in a message: they name no tenant, and their envelope mostly names nobody. */
async function eraseReports(parts: EraseParts, page: readonly SpooledMail[], { tenantId, email }: Erasure): Promise<void> {
  const { app } = parts;
  const about = page.map((mail) => ({ mail, messages: concernedMessages(app, mail) }));
  const ids = about.flatMap(({ messages }) => messages.map(({ messageId }) => messageId));
  if (ids.length === 0) return;
  const recipients = await findRecipients(app.db.read, { tenantId, ids });
  const isOf = (messageId: string, place: number | undefined) =>
    recipients.get(messageId)?.some((recipient, at) => recipient.email === email && (place ?? at) === at);
  const found = about.filter(({ messages }) => messages.some(({ messageId, place }) => isOf(messageId, place)));
  if (found.length > 0)
    await remove(
      parts,
      found.map(({ mail }) => mail),
    );
}

/** Removes unreadable mail from the spool, with whatever there is of its source, where its envelope names an address or it reports on it. */
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
  for await (const page of pages) await eraseReports(parts, page, erasure);
}
