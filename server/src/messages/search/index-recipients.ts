import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { waitForLogCursors } from '../follow/cursor-store.ts';
import { parseRecipients } from '../store.ts';
import { deleteIndexRows, deleteRecipients, findErasedHashes, type HashedRecipient, insertRecipients } from './recipient-store.ts';

/** A message as the log has it, with its recipients as they are stored. */
export interface FollowedMessage {
  readonly tenantId: string;
  readonly position: number;
  readonly recipients: string;
}

const addressesOf = ({ recipients }: Pick<FollowedMessage, 'recipients'>): string[] => [
  ...new Set(parseRecipients(recipients).map(({ email }) => email)),
];

const hashed = (secrets: AppContext['secrets'], entries: readonly FollowedMessage[]): HashedRecipient[] =>
  entries.flatMap(({ tenantId, position, recipients }) =>
    addressesOf({ recipients }).map((email) => ({ tenantId, position, hash: secrets.hashAddress(email) })),
  );

/** Adds the recipients of messages to the search index, but for addresses that were erased since the log was read. It follows the log, so that sends need not wait for it. */
export async function indexRecipients({ secrets }: AppContext, trx: Trx, entries: readonly FollowedMessage[]): Promise<void> {
  const recipients = hashed(secrets, entries);
  if (recipients.length === 0) return;
  const erased = await findErasedHashes(trx, recipients);
  const isErased = ({ tenantId, hash }: HashedRecipient) => erased.has(hash) || erased.has(`${tenantId} ${hash}`);
  await insertRecipients(
    trx,
    recipients.filter((recipient) => !isErased(recipient)),
  );
}

/** Removes messages from the index, before they are deleted. */
export async function removeFromIndex({ secrets }: AppContext, trx: Trx, entries: readonly FollowedMessage[]): Promise<void> {
  await deleteIndexRows(trx, hashed(secrets, entries));
}

/** Removes an address from the index for messages in which it is erased. Waits for the lock on the cursors, so that no process adds it again. */
export async function eraseFromIndex(
  { secrets }: AppContext,
  trx: Trx,
  page: { readonly messageIds: readonly string[]; readonly email: string },
) {
  await waitForLogCursors(trx);
  await deleteRecipients(trx, { messageIds: page.messageIds, hash: secrets.hashAddress(page.email) });
}
