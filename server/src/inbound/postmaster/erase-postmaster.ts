import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { chunk } from '../../core/chunk.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { headerAddress } from '../erasure-store.ts';
import { isInHeaders } from '../read-headers.ts';
import { POSTMASTER, type PostmasterMail } from './postmaster-mail.ts';
import { deletePostmasterMails, listAllPostmasterMails } from './store.ts';

/** How many sources one step reads the headers of. */
const SOURCES = 20;

interface EraseParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly blobs: Pick<Blobs, 'delete' | 'open'>;
}

const refOf = ({ blobKey }: PostmasterMail) => ({ tenantId: POSTMASTER, key: blobKey });

async function isNaming({ blobs }: EraseParts, mail: PostmasterMail, email: string): Promise<boolean> {
  if ([mail.envelopeFrom, mail.fromAddress ?? ''].map(headerAddress).includes(email)) return true;
  const blob = await blobs.open(refOf(mail));
  return blob !== undefined && isInHeaders(blob.content, email);
}

/** Removes mail to the postmaster from an address, and what names it in its headers. It belongs to no tenant, so an erasure within a tenant leaves it. */
export async function erasePostmaster(parts: EraseParts, { tenantId, email }: Erasure): Promise<void> {
  if (tenantId !== null) return;
  const { app, blobs } = parts;
  const mails = await listAllPostmasterMails(app.db.read);
  for (const some of chunk(mails, SOURCES)) {
    const named = await Promise.all(some.map((mail) => isNaming(parts, mail, email)));
    const found = some.filter((_, place) => named[place]);
    if (found.length === 0) continue;
    await blobs.delete(found.map(refOf));
    const ids = found.map(({ id }) => id);
    await app.db.transact((trx) => deletePostmasterMails(trx, ids));
  }
}
