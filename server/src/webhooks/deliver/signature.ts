import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Random } from '../../core/crypto/random.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new signing secret: `whsec_` and base64. */
export const createSecret = (random: Random): string => `${PREFIX}${random.bytes(SECRET_BYTES).toString('base64')}`;

/** A signing secret. Its keys are created once, since that takes several times as long as a signature. */
export interface SigningSecret {
  /** The whole secret as text. */
  readonly whole: KeyObject;
  /** The decoded bytes behind the prefix. */
  readonly decoded: KeyObject;
}

/** Returns a secret as it signs. */
export const readSecret = (secret: string): SigningSecret => ({
  whole: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
});

/** Returns `sha256=` and the HMAC of the body under the whole secret, in hex. */
const signBody = ({ whole }: SigningSecret, body: string) => `sha256=${createHmac('sha256', whole).update(body).digest('hex')}`;

/** Returns a signature of Standard Webhooks. */
const signStandard = ({ decoded }: SigningSecret, content: string) =>
  `v1,${createHmac('sha256', decoded).update(content).digest('base64')}`;

/** The data to sign, and the secrets. */
export interface SignatureInput {
  /** The secret in force, and those before it that still sign, newest first. */
  readonly secrets: readonly [SigningSecret, ...SigningSecret[]];
  /** Stable over attempts and replays. */
  readonly id: string;
  /** When the attempt is made, epoch ms. */
  readonly at: number;
  readonly body: string;
}

/** Returns the headers by which a receiver verifies who sent a body, and when. */
export function signatureHeaders({ secrets, id, at, body }: SignatureInput): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const content = `${id}.${seconds}.${body}`;
  const [secret, previous] = secrets;
  return {
    'x-webhook-signature': signBody(secret, body),
    ...(previous === undefined ? {} : { 'x-webhook-signature-previous': signBody(previous, body) }),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((one) => signStandard(one, content)).join(' '),
  };
}
