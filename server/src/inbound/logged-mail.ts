import type { ParsedMail } from '../mail-reader/parse-mail.ts';
import type { ReadMail } from '../mail-reader/read-task.ts';
import type { Verdicts } from './authenticate-mail.ts';

/** A mail in a tenant's log. */
export interface LoggedMail extends Verdicts, Pick<ParsedMail, 'to' | 'subject' | 'messageId' | 'inReplyTo'> {
  readonly id: string;
  readonly tenantId: string;
  /** Id of the event that announced the mail. */
  readonly eventId: string;
  readonly envelopeFrom: string;
  /** The tenant's recipients, in order; at least one. */
  readonly recipients: readonly string[];
  readonly fromAddress: string;
  readonly fromName: string | null;
  /** Addresses in its headers besides those in To; null if a release logged it that did not store them. */
  readonly others: readonly string[] | null;
  readonly size: number;
  readonly attachments: ReadMail['attachments'];
  /** Why it could not be read, which leaves its content empty; null where it was read. */
  readonly unreadable: string | null;
  /** Null once the source was erased. */
  readonly blobKey: string | null;
  readonly createdAt: number;
}
