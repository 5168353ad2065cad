import type { ProviderFault } from '@posthorn/contract';

/** A mail to send, complete and signed. */
export interface OutgoingMail {
  readonly tenantId: string;
  readonly messageId: string;
  /** Text of the From header, as it was given: `Name <address>` or an address. */
  readonly from: string;
  readonly subject: string;
  /** SMTP envelope (RFC 5321, section 2.3.1). */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
  /** Whether it is bulk mail, which leaves a part of the connections to other mail. */
  readonly bulk?: boolean;
}

/** The provider's answer for one recipient of the envelope. */
export type RecipientReply =
  | { readonly email: string; readonly outcome: 'accepted' }
  | {
      readonly email: string;
      /** `deferred`: a temporary failure, to be tried again. `refused`: a permanent one. */
      readonly outcome: 'deferred' | 'refused';
      /** Whether the server spoke of this recipient (RCPT) or of the whole mail. */
      readonly about: 'recipient' | 'mail';
      /** Whether a refusal of the mail came after its content. */
      readonly afterContent?: boolean;
      /** SMTP reply code, null where the server never answered. */
      readonly code: number | null;
      /** The server's reply, or what went wrong on the way. */
      readonly reply: string;
    };

/** The result of one transmission. */
export interface HandOver {
  /** One for each recipient of the envelope. */
  readonly replies: readonly RecipientReply[];
  /** The provider's id of the mail, where it gave one. */
  readonly providerMessageId: string | null;
  /** The whole mail was transmitted and no final reply came: it may or may not have been taken. */
  readonly inDoubt: boolean;
  /** Aborted by this process before the first byte of the content: it is closing, or `beforeData` said no. */
  readonly brokenOff: boolean;
  /** What is wrong with the provider or the way to it, where that is why the mail was deferred. */
  readonly fault?: ProviderFault;
  /** Sent in clear text, since STARTTLS failed. */
  readonly inClearText?: true;
}

export interface SendOptions {
  /**
   * Called right before the first byte of the content goes out, again if it has to go over another
   * connection. Unless it resolves with true, nothing is transmitted.
   */
  beforeData(): Promise<boolean>;
}

/** Sends finished mail. `send` returns what the network or the server does wrong, and does not throw for it. */
export interface Provider {
  send(mail: OutgoingMail, options?: SendOptions): Promise<HandOver>;
  /** Connects to see whether mail could be sent, and returns what is wrong. Does not throw. Absent in providers that cannot fail. */
  greet?(): Promise<ProviderFault | undefined>;
  /** Accepts no more mail, aborts mails whose content was not begun, and waits some seconds for the others. */
  close(): Promise<void>;
}
