import type { ProviderEvent } from '@posthorn/contract';

/** An event of a provider, with what names its message. */
export interface GivenEvent extends Pick<ProviderEvent, 'message_id' | 'provider_message_id' | 'type' | 'recipients' | 'data'> {
  /** The action of the receiving server of a bounce (RFC 3464, section 2.3.3). */
  readonly action?: unknown;
}
