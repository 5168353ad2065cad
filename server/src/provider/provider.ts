import type { ProviderFault } from '@posthorn/contract';

/** One mail to hand over, complete and signed. */
export interface OutgoingMail {
  readonly tenantId: string;
  readonly messageId: string;
  readonly subject: string;
  /** SMTP envelope (RFC 5321, section 2.3.1). */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
  /** One of many: leaves connections to those that are not. */
  readonly bulk?: boolean;
}

/** What became of one recipient of the envelope. */
export type RecipientReply =
  | { readonly email: string; readonly outcome: 'accepted' }
  | {
      readonly email: string;
      /** `deferred`: worth another try. `refused`: for good. */
      readonly outcome: 'deferred' | 'refused';
      /** Whether the server spoke of this recipient (RCPT) or of the whole mail. */
      readonly about: 'recipient' | 'mail';
      /** Of the mail: said once the server had seen all of it. */
      readonly afterContent?: boolean;
      /** SMTP reply code, null where the server never answered. */
      readonly code: number | null;
      /** The server's reply, or what went wrong on the way. */
      readonly reply: string;
    };

export interface HandOver {
  /** One for each recipient of the envelope. */
  readonly replies: readonly RecipientReply[];
  /** The provider's id of the mail, where it gave one. */
  readonly providerMessageId: string | null;
  /** The whole mail was transmitted and no final reply came: it may or may not have been taken. */
  readonly inDoubt: boolean;
  /** We gave it up ourselves before the first byte of its content: closing, or told not to begin. */
  readonly brokenOff: boolean;
  /** Why the mail was put off, where it is no matter of this mail. */
  readonly fault?: ProviderFault;
  /** STARTTLS broke, and it went in clear text. */
  readonly inClearText?: true;
}

export interface SendOptions {
  /**
   * Called right before the first byte of the content goes out, again if it has to go over another
   * connection. Unless it resolves with true, nothing is transmitted.
   */
  beforeData(): Promise<boolean>;
}

/** Where finished mail goes. `send` does not throw for what the network or the server does. */
export interface Provider {
  send(mail: OutgoingMail, options?: SendOptions): Promise<HandOver>;
  /** Looks whether mail could be handed over, and returns what is wrong; absent where nothing can be. Does not throw. */
  greet?(): Promise<ProviderFault | undefined>;
  /** Breaks off what has not begun with its content, lets the rest end for some seconds, and takes no more. */
  close(): Promise<void>;
}
