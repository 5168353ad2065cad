import type { ProviderEvent } from '@posthorn/contract';

/** An event of a provider, with what names its message. */
export interface GivenEvent extends Pick<ProviderEvent, 'message_id' | 'provider_message_id' | 'type' | 'recipients' | 'data'> {
  /** What the receiving server of a bounce said that it did (RFC 3464, section 2.3.3). */
  readonly action?: unknown;
}
