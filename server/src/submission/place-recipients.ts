import { formatAddress, parseAddress } from '../core/email-address.ts';
import type { SubmittedMail, SubmittedMailbox } from '../mime/read-submitted.ts';

/** A mailbox as a header of ours may have it. */
export const showMailbox = ({ address, name }: SubmittedMailbox): string => {
  const clean = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return formatAddress({ address, name: clean === '' ? null : clean });
};

/** `hidesTo`: whoever is in `to` is to stand in no header. */
export interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly hidesTo: boolean;
}

/**
 * Returns the envelope's recipients in the fields that the headers put them in; nobody else gets the mail or is shown. If no envelope
 * recipient is in To, those in no header are put there, hidden from the others.
 */
export function placeRecipients({ to, cc }: SubmittedMail, envelope: readonly string[]): Recipients {
  const open = new Map(envelope.map((address) => [parseAddress(address)?.email ?? address, address]));
  const take = (mailboxes: readonly SubmittedMailbox[]) =>
    mailboxes.flatMap((mailbox) => (open.delete(parseAddress(mailbox.address)?.email ?? '') ? [showMailbox(mailbox)] : []));
  const [inTo, inCc] = [take(to), take(cc)];
  const others = [...open.values()];
  if (inTo.length > 0) return { to: inTo, cc: inCc, bcc: others, hidesTo: false };
  if (others.length > 0) return { to: others, cc: inCc, bcc: [], hidesTo: others.length + inCc.length > 1 };
  return { to: inCc, cc: [], bcc: [], hidesTo: false };
}
