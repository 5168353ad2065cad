import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { POSTMASTER } from './postmaster-mail.ts';
import { deletePostmasterMails, listPostmasterMailsFrom } from './store.ts';

/** Removes mail from an address to the postmaster. It belongs to no tenant, so an erasure within a tenant leaves it. */
export async function erasePostmaster(
  { app: { db }, blobs }: { readonly app: AppContext; readonly blobs: Blobs },
  { tenantId, email }: Erasure,
): Promise<void> {
  if (tenantId !== null) return;
  const mails = await listPostmasterMailsFrom(db.read, email);
  await blobs.delete(mails.map(({ blobKey }) => ({ tenantId: POSTMASTER, key: blobKey })));
  await db.transact((trx) =>
    deletePostmasterMails(
      trx,
      mails.map(({ id }) => id),
    ),
  );
}
