import { timingSafeEqual } from 'node:crypto';
import { toBase32 } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';

type Signer = Pick<SecretBox, 'mac' | 'macs'>;

const MAC_BYTES = 10;
const ID_PREFIX = 'msg_';
const FORM = /^bounce-([0-9a-z]{26})-([0-9a-z]{16})$/;

const PURPOSE = 'return paths';

const shorten = (mac: Buffer) => toBase32(mac.subarray(0, MAC_BYTES));

/**
 * Local part of the envelope sender of a message: 50 characters that stand for it and that nobody else can
 * make. It names no recipient, since all of them share one envelope; reports do.
 */
export function returnPathOf(secrets: Signer, messageId: string): string {
  const name = messageId.slice(ID_PREFIX.length);
  return `bounce-${name}-${shorten(secrets.mac(PURPOSE, name))}`;
}

/** The message that a local part stands for, in any case of its letters; undefined for one that is not ours. */
export function messageOfReturnPath(secrets: Signer, localPart: string): string | undefined {
  const [, name = '', given = ''] = FORM.exec(localPart.toLowerCase()) ?? [];
  const isOurs = name !== '' && secrets.macs(PURPOSE, name).some((mac) => timingSafeEqual(Buffer.from(given), Buffer.from(shorten(mac))));
  return isOurs ? `${ID_PREFIX}${name}` : undefined;
}
