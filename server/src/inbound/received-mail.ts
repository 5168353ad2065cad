import type { ParsedMail } from '../mail-reader/parse-mail.ts';
import type { Verdicts } from './authenticate-mail.ts';

export interface AttachmentNote {
  readonly filename: string | null;
  readonly contentType: string;
  readonly size: number;
}

/** A mail in a tenant's log. */
export interface LoggedMail extends Verdicts, Pick<ParsedMail, 'to' | 'subject' | 'messageId' | 'inReplyTo'> {
  readonly id: string;
  readonly tenantId: string;
  /** Id of the event that announces the mail. */
  readonly eventId: string;
  readonly envelopeFrom: string;
  /** Those of the tenant, in order; one at least. */
  readonly recipients: readonly string[];
  readonly fromAddress: string;
  readonly fromName: string | null;
  readonly size: number;
  readonly attachments: readonly AttachmentNote[];
  /** Why it is not read, and says nothing here; null where it is. */
  readonly unreadable: string | null;
  /** Null once the source was erased. */
  readonly blobKey: string | null;
  readonly createdAt: number;
}
