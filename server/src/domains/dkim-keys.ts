import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type Random, randomText } from '../core/random.ts';

const generate = promisify(generateKeyPair);

export interface DkimKeys {
  readonly selector: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  /** Base64 of the SubjectPublicKeyInfo, as the record's `p=` has it (RFC 6376, section 3.6.1). */
  readonly publicKey: string;
}

/** RSA-2048, the size that every receiver takes (RFC 8301, section 3.2); made off the main thread. */
export async function createDkimKeys(random: Random): Promise<DkimKeys> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { selector: `ph${randomText(random, 'abcdefghijklmnopqrstuvwxyz', 6)}`, privateKey, publicKey: publicKey.toString('base64') };
}
