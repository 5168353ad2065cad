import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { waitForFollowing } from '../follow/cursor-store.ts';
import { parseRecipients } from '../store.ts';
import { deletePlaces, deleteRecipients, findErasedHashes, type HashedRecipient, insertRecipients } from './recipient-store.ts';

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

/** Adds whom messages went to, as the log is followed: accepting and fan-out write nothing for it. Not those who were erased since the log was read. */
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

/** Takes messages that are removed out of the index. */
export async function removeFromIndex({ secrets }: AppContext, trx: Trx, entries: readonly FollowedMessage[]): Promise<void> {
  await deletePlaces(trx, hashed(secrets, entries));
}

/** Takes an address out of the index for messages in which it is being erased, after whoever adds to it. */
export async function eraseFromIndex(
  { secrets }: AppContext,
  trx: Trx,
  page: { readonly messageIds: readonly string[]; readonly email: string },
) {
  await waitForFollowing(trx);
  await deleteRecipients(trx, { messageIds: page.messageIds, hash: secrets.hashAddress(page.email) });
}
