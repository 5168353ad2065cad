import { parseAddress } from '../core/email-address.ts';
import type { SecretBox } from '../core/hash.ts';
import type { MessageRow } from '../db/schema.ts';
import type { SigningDomain } from '../domains/index.ts';
import { returnPathOf } from '../messages/index.ts';

/** MAIL FROM (RFC 5321, section 4.4): a signed return path where reports to it come back to us, else the sender himself. */
export function envelopeSender(secrets: SecretBox, row: MessageRow, { returnPathDomain }: SigningDomain): string {
  if (returnPathDomain !== null) return `${returnPathOf(secrets, row.id)}@${returnPathDomain}`;
  return parseAddress(row.from_address)?.address ?? row.from_address;
}
