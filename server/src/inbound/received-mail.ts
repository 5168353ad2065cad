import type { Client, Verdicts } from './authenticate-mail.ts';
import type { ParsedMail } from './parse-mail.ts';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly raw: Buffer;
  /** Empty: the null sender. */
  readonly envelopeFrom: string;
  readonly recipients: readonly string[];
  /** Who handed it in over SMTP, null where nobody did. */
  readonly client: Client | null;
}

export interface AttachmentNote {
  readonly filename: string | null;
  readonly contentType: string;
  readonly size: number;
}

/** A mail in a tenant's log. */
export interface LoggedMail extends Verdicts, Pick<ParsedMail, 'to' | 'subject' | 'messageId' | 'inReplyTo'> {
  readonly id: string;
  readonly tenantId: string;
  /** Of the announcement. */
  readonly eventId: string;
  readonly envelopeFrom: string;
  /** Those of the tenant, in order; one at least. */
  readonly recipients: readonly string[];
  readonly fromAddress: string;
  readonly fromName: string | null;
  readonly size: number;
  readonly attachments: readonly AttachmentNote[];
  /** Null once the source was erased. */
  readonly blobKey: string | null;
  readonly createdAt: number;
}
