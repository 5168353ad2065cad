import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export interface KeyPair {
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  /** Base64 of the SubjectPublicKeyInfo, as a DKIM record's `p=` has it (RFC 6376, section 3.6.1). */
  readonly publicKey: string;
}

/** Makes the key pair of a sending domain. */
export type NewKeyPair = () => Promise<KeyPair>;

/** Returns a new RSA-2048 key pair, the size that every receiver accepts (RFC 8301, section 3.2); generated off the main thread. */
export async function newRsaKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey: publicKey.toString('base64') };
}
