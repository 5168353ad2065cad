import type { AppContext } from '../app-context.ts';
import type { BlobContent, Blobs } from '../blobs/blobs.ts';
import type { MailReader } from '../mail-reader/mail-reader.ts';
import type { MailResolver } from './authenticate-mail.ts';
import { findDestinations } from './find-destinations.ts';
import type { Envelope, SpooledMail } from './spool/spooled-mail.ts';
import { writeToSpool } from './spool/write-to-spool.ts';

export interface InboundParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
  readonly resolver: MailResolver;
  readonly reader: MailReader;
}

/** A mail with its envelope, before it is stored. */
export interface ArrivingMail extends Envelope {
  readonly recipients: readonly string[];
  readonly content: BlobContent;
}

/** Returns whether mail to an address is received here. */
export async function knowsRecipient(app: AppContext, recipient: string): Promise<boolean> {
  return (await findDestinations(app, [recipient])) !== undefined;
}

/** Stores a mail unread, wherever it comes from; it is durable once this resolves. Returns undefined if no recipient is received here. */
export async function receiveMail(
  parts: Pick<InboundParts, 'app' | 'blobs'>,
  { recipients, ...mail }: ArrivingMail,
): Promise<SpooledMail | undefined> {
  const destinations = await findDestinations(parts.app, recipients);
  return destinations && writeToSpool(parts, { ...mail, destinations });
}
