import {
  decodeText,
  encodeText,
  isSignature,
  NAME,
  nameOf,
  type Signer,
  signatureOf,
  signToken,
  TEXT,
  verifyToken,
} from '../core/crypto/signed-token.ts';

/** The address that a link unsubscribes, and the sender it unsubscribes from. */
export interface UnsubscribeGrant {
  readonly tenantId: string;
  readonly messageId: string;
  /** Bare and in lower case. */
  readonly email: string;
}

const LINKS = 'unsubscribe links';
const ADDRESSES = 'unsubscribe addresses';
const GRANT = new RegExp(`^${NAME}${NAME}${TEXT}$`);
const LOCAL_PART = /^unsubscribe-([0-9a-z]{26})-([0-9a-z]{16})$/;

/**
 * Contains the address as well as the message, so that it works as long as the mail is kept, and not only as long as the service keeps
 * the message.
 */
export const unsubscribeToken = (secrets: Signer, { tenantId, messageId, email }: UnsubscribeGrant): string =>
  signToken(secrets, LINKS, `${nameOf(tenantId)}${nameOf(messageId)}${encodeText(email)}`);

export function readUnsubscribeToken(secrets: Signer, token: string): UnsubscribeGrant | undefined {
  const [, tenant, message, email] = GRANT.exec(verifyToken(secrets, LINKS, token) ?? '') ?? [];
  if (tenant === undefined || message === undefined || email === undefined) return undefined;
  return { tenantId: `ten_${tenant}`, messageId: `msg_${message}`, email: decodeText(email) };
}

/** Returns the local part, of 55 characters, of the address that ends marketing mail to the one recipient of a message. */
export function unsubscribeLocalPart(secrets: Signer, messageId: string): string {
  const name = nameOf(messageId);
  return `unsubscribe-${name}-${signatureOf(secrets, ADDRESSES, name)}`;
}

/** Returns the message of a local part, ignoring case; undefined for one that is not ours. */
export function messageOfUnsubscribeAddress(secrets: Signer, localPart: string): string | undefined {
  const [, name = '', given = ''] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
  return name !== '' && isSignature(secrets, given, { purpose: ADDRESSES, payload: name }) ? `msg_${name}` : undefined;
}
