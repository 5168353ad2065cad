import type { BlobRef } from '../../blobs/blobs.ts';
import type { Client } from '../authenticate-mail.ts';

/** Where a mail goes, as decided when it was taken. */
export interface Destinations {
  /** Recipients that are return paths of messages. */
  readonly returnPaths: readonly string[];
  /** Messages whose address for unsubscribing received it. */
  readonly unsubscribes: readonly string[];
  /** One entry for each tenant that has recipients. */
  readonly entries: readonly { readonly tenantId: string; readonly id: string; readonly recipients: readonly string[] }[];
  /** Recipients that are the operator's postmaster. */
  readonly postmasters: readonly string[];
}

/** The envelope of a mail. */
export interface Envelope {
  /** Empty: the null sender. */
  readonly envelopeFrom: string;
  /** The SMTP client that delivered it; null if there was none. */
  readonly client: Client | null;
}

/** A mail that was taken and is not read yet. */
export interface SpooledMail extends Envelope {
  readonly id: string;
  readonly destinations: Destinations;
  readonly size: number;
  readonly source: BlobRef;
  readonly receivedAt: number;
  /** How often a sweep found it unread and began to read it. */
  readonly attempts: number;
}
