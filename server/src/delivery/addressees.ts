import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Schema } from '../db/schema.ts';
import { isOpen, isSendable, type Message, type Recipient } from '../messages/index.ts';
import { findSuppressed } from '../suppressions/index.ts';

/** A message, and who of its recipients must not get it. */
export interface AddressedMail {
  readonly message: Message;
  /** Bare addresses of open recipients that are suppressed by now. */
  readonly suppressed: readonly string[];
}

/** Looks up again who is suppressed: much may have happened since the messages were accepted, or last tried. Returns bare addresses of open recipients by message id. */
export async function findSuppressedNow(app: AppContext, db: Kysely<Schema>, messages: readonly Message[]): Promise<Map<string, string[]>> {
  const open = messages.flatMap(({ id, tenantId, stream, recipients }) =>
    recipients.filter(isOpen).map(({ email }) => ({ id, tenantId, email, stream })),
  );
  const suppressed = await findSuppressed(app, db, open);
  const byMessage = Map.groupBy(suppressed, ({ id }) => id);
  return new Map([...byMessage].map(([id, found]) => [id, found.map(({ email }) => email)]));
}

/** Returns the recipients whose mail is still to go out. */
export const openRecipients = ({ message }: Pick<AddressedMail, 'message'>): Recipient[] => message.recipients.filter(isOpen);

/**
 * Returns the recipients of an attempt; none if nobody is left in `to`. `givenUp`: bare addresses that may have received the mail already,
 * and are not tried again.
 */
export function addressees({ message, suppressed }: AddressedMail, givenUp: readonly string[] = []): Recipient[] {
  const isSuppressed = (recipient: Recipient) => isOpen(recipient) && suppressed.includes(recipient.email);
  const now = message.recipients.map(
    (recipient): Recipient => (isSuppressed(recipient) ? { ...recipient, status: 'suppressed' } : recipient),
  );
  return isSendable(now) ? now.filter((recipient) => isOpen(recipient) && !givenUp.includes(recipient.email)) : [];
}
