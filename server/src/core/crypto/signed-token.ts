import { timingSafeEqual } from 'node:crypto';
import { toBase32 } from '../ids.ts';
import type { SecretBox } from './secret-box.ts';

/** Signs under the key of a purpose, and knows what was signed under those before it. */
export type Signer = Pick<SecretBox, 'mac' | 'macs'>;

const MAC_BYTES = 10;
const SIGNED = /^([A-Za-z0-9_-]+)([0-9a-z]{16})$/;

/** The name within an id, and text of any kind, as they stand in a payload: sources of regular expressions with one group. */
export const NAME = '([0-9a-z]{26})';
export const TEXT = '([A-Za-z0-9_-]+)';

/** Returns the name within an id: what follows its prefix. */
export const nameOf = (id: string): string => id.slice(id.indexOf('_') + 1);
export const encodeText = (text: string): string => Buffer.from(text).toString('base64url');
export const decodeText = (text: string): string => Buffer.from(text, 'base64url').toString();

const shorten = (mac: Buffer) => toBase32(mac.subarray(0, MAC_BYTES));

/** Returns the signature of a payload, 16 characters of base32. */
export const signatureOf = (secrets: Signer, purpose: string, payload: string): string => shorten(secrets.mac(purpose, payload));

/** Whether a signature was made here, under this key or one before it. */
export const isSignature = (secrets: Signer, given: string, { purpose, payload }: { purpose: string; payload: string }): boolean =>
  secrets.macs(purpose, payload).some((mac) => timingSafeEqual(Buffer.from(given), Buffer.from(shorten(mac))));

/** Returns a token: the payload, and its signature. */
export const signToken = (secrets: Signer, purpose: string, payload: string): string =>
  `${payload}${signatureOf(secrets, purpose, payload)}`;

/** Returns the payload of a token that is ours and made for the purpose; undefined for any other. */
export function verifyToken(secrets: Signer, purpose: string, token: string): string | undefined {
  const [, payload = '', given = ''] = SIGNED.exec(token) ?? [];
  return payload !== '' && isSignature(secrets, given, { purpose, payload }) ? payload : undefined;
}
