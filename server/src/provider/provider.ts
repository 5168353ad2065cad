import type { ProviderFault } from '@posthorn/contract';

/** A mail to send, complete and signed. */
export interface OutgoingMail {
  readonly tenantId: string;
  readonly messageId: string;
  /** The From header as text: `Name <address>` or an address. */
  readonly from: string;
  readonly subject: string;
  /** SMTP envelope (RFC 5321, section 2.3.1). */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
  /** Whether it is bulk mail, which leaves some connections to other mail. */
  readonly bulk?: boolean;
}

/** The provider's result for one recipient of the envelope. */
export type RecipientReply =
  | { readonly email: string; readonly outcome: 'accepted' }
  | {
      readonly email: string;
      /** `deferred`: a temporary failure, to be retried. `refused`: a permanent one. */
      readonly outcome: 'deferred' | 'refused';
      /** Whether the reply was about this recipient (RCPT) or the whole mail. */
      readonly about: 'recipient' | 'mail';
      /** Whether the mail was refused after its content. */
      readonly afterContent?: boolean;
      /** SMTP reply code; null if the server never answered. */
      readonly code: number | null;
      /** The server's reply, or the error. */
      readonly reply: string;
    };

/** The result of one transmission. */
export interface HandOver {
  /** One per recipient of the envelope. */
  readonly replies: readonly RecipientReply[];
  /** The provider's id of the mail, if it gave one. */
  readonly providerMessageId: string | null;
  /** The whole mail was transmitted without a final reply: it may or may not have been accepted. */
  readonly inDoubt: boolean;
  /** Aborted by this process before the first byte of the content, as it is closing, or `beforeData` returned false. */
  readonly brokenOff: boolean;
  /** What is wrong with the provider or the connection to it, if the mail was deferred for that reason. */
  readonly fault?: ProviderFault;
  /** Sent unencrypted, since STARTTLS failed. */
  readonly inClearText?: true;
}

export interface SendOptions {
  /**
   * Called right before the first byte of the content is sent, again if it moves to another connection. Unless it resolves with true,
   * nothing is transmitted.
   */
  beforeData(): Promise<boolean>;
}

/** Sends finished mail. `send` returns errors of the network or the server, and does not throw for them. */
export interface Provider {
  send(mail: OutgoingMail, options?: SendOptions): Promise<HandOver>;
  /** Connects to see whether mail could be sent, and returns what is wrong. Does not throw. Absent in providers that cannot fail. */
  greet?(): Promise<ProviderFault | undefined>;
  /** Accepts no more mail, aborts mails whose content was not begun, and waits some seconds for the others. */
  close(): Promise<void>;
}
