import type { SecretBox } from '../core/crypto/secret-box.ts';
import { parseAddress } from '../core/email-address.ts';
import { type Recipient, returnPathOf } from '../messages/index.ts';
import type { OutgoingMail } from '../provider/provider.ts';
import type { ReadyMessage } from './compose-message.ts';

/** The recipients of an attempt, and when it is made. */
interface AttemptTarget {
  readonly to: readonly Recipient[];
  readonly at: number;
}

/** An SMTP envelope. */
export interface Envelope extends Pick<OutgoingMail['envelope'], 'from' | 'to'> {
  /** Index, among the message's recipients, of the only one that it is for; null where it is for all. */
  readonly recipient: number | null;
}

/**
 * Returns the envelopes of an attempt. Where reports come back to us, there is one for each recipient, with a signed return path of its
 * own; otherwise one for all, from the sender (RFC 5321, section 4.4).
 */
export function envelopesOf(secrets: SecretBox, { message, domain }: Omit<ReadyMessage, 'body'>, { to, at }: AttemptTarget): Envelope[] {
  const { returnPathDomain } = domain;
  if (returnPathDomain === null) {
    const from = parseAddress(message.from)?.address ?? message.from;
    return [{ from, to: to.map(({ address }) => address), recipient: null }];
  }
  return to.map((recipient) => {
    const place = message.recipients.indexOf(recipient);
    return {
      from: `${returnPathOf(secrets, { messageId: message.id, place, at })}@${returnPathDomain}`,
      to: [recipient.address],
      recipient: place,
    };
  });
}
