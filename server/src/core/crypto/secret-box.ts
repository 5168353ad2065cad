import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Random } from './random.ts';

/** Keeps secrets at rest: AES-256-GCM and HMAC-SHA256 under keys derived from SECRET_KEY. */
export interface SecretBox {
  seal(text: string): string;
  /** Returns the text that this key or one before it has sealed; throws for anything else. */
  open(sealed: string): string;
  /** Returns whether a sealed text was sealed under this key, and not under one before it. */
  isCurrent(sealed: string): boolean;
  /** Returns the HMAC-SHA256 of a text (32 bytes) under a key of its own for each purpose, to prove that the text is ours. */
  mac(purpose: string, text: string): Buffer;
  /** Returns the `mac` under this key, then those under the keys before it: a text is ours if it comes with one of them. */
  macs(purpose: string, text: string): readonly Buffer[];
  /** Returns the HMAC of an address, in lower-case hex, for lists that must recognise it without naming it. It stays when SECRET_KEY changes. */
  hashAddress(email: string): string;
}

export interface SecretKeys {
  /** Seals and signs from now on. */
  readonly current: string;
  /** Those under which earlier secrets and tokens are. */
  readonly previous: readonly string[];
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const derive = (secretKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));

/** Returns the key of the erasure lists of a database that has none of its own yet, 32 bytes. */
export const firstErasureKey = (secretKey: string): Buffer => derive(secretKey, 'posthorn erased addresses');

/** The operations of one key. */
function ringOf(secretKey: string) {
  const sealing = createSecretKey(derive(secretKey, 'posthorn secrets at rest'));
  // Purposes are a few words of ours.
  const macKeys = new Map<string, KeyObject>();
  function macKeyOf(purpose: string): KeyObject {
    const key = macKeys.get(purpose) ?? createSecretKey(derive(secretKey, `posthorn ${purpose}`));
    macKeys.set(purpose, key);
    return key;
  }
  return {
    seal(text: string, nonce: Buffer): string {
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
    },
    /** Undefined for a value that was sealed with another key, or is invalid. */
    open(sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    mac: (purpose: string, text: string) => createHmac('sha256', macKeyOf(purpose)).update(text).digest(),
  };
}

/** Creates a secret box. `erasureKey`: 32 bytes, the key of `hashAddress`; derived from the current key by default. */
export function createSecretBox({ current, previous }: SecretKeys, random: Random, erasureKey = firstErasureKey(current)): SecretBox {
  const own = ringOf(current);
  const rings = [own, ...previous.map(ringOf)];
  // As a key object: given bytes, one would be created for each address, which takes five times as long.
  const addressKey = createSecretKey(erasureKey);
  return {
    seal: (text) => own.seal(text, random.bytes(NONCE_BYTES)),
    open(sealed) {
      for (const ring of rings) {
        const text = ring.open(sealed);
        if (text !== undefined) return text;
      }
      throw new Error('SECRET_KEY does not open it');
    },
    isCurrent: (sealed) => own.open(sealed) !== undefined,
    mac: own.mac,
    macs: (purpose, text) => rings.map((ring) => ring.mac(purpose, text)),
    hashAddress: (email) => createHmac('sha256', addressKey).update(email).digest('hex'),
  };
}
