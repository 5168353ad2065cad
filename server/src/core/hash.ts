import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import type { Random } from './random.ts';

/** Lower-case hex. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex');

/** Keeps secrets at rest: AES-256-GCM and HMAC-SHA256 under keys derived from SECRET_KEY. */
export interface SecretBox {
  seal(text: string): string;
  open(sealed: string): string;
  /** HMAC-SHA256 under a key of its own for each purpose, for what must be told to be ours. */
  mac(purpose: string, text: string): Buffer;
  /** HMAC (lower-case hex) of an address, for lists that must be able to tell it and not to name it. */
  hashAddress(email: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(secretKey: string, random: Random): SecretBox {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));
  const key = derive('posthorn secrets at rest');
  // As a key object, since bytes would be made one for each address, which takes five times as long.
  const addressKey = createSecretKey(derive('posthorn erased addresses'));
  // Purposes are a few words of ours.
  const macKeys = new Map<string, KeyObject>();
  function macKeyOf(purpose: string): KeyObject {
    const key = macKeys.get(purpose) ?? createSecretKey(derive(`posthorn ${purpose}`));
    macKeys.set(purpose, key);
    return key;
  }
  return {
    seal(text) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    mac: (purpose, text) => createHmac('sha256', macKeyOf(purpose)).update(text).digest(),
    hashAddress: (email) => createHmac('sha256', addressKey).update(email).digest('hex'),
  };
}
