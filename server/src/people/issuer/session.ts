import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;
const LASTS_MS = 15 * 60 * 1000;

type Parts = Pick<AppContext, 'secrets' | 'clock' | 'random'>;

/** What a tab keeps between its way to the issuer and back. */
export interface IssuerSession {
  readonly token: string;
  readonly expiresAt: number;
}

/** Returns one of our own by a MAC, so that whoever begins many has us keep none. */
export function makeSession({ secrets, clock, random }: Parts): IssuerSession {
  const expiresAt = clock.now() + LASTS_MS;
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  random.bytes(RANDOM_BYTES).copy(head);
  head.writeBigUInt64BE(BigInt(expiresAt), RANDOM_BYTES);
  return { token: Buffer.concat([head, secrets.mac('issuer sessions', head.toString('hex'))]).toString('base64url'), expiresAt };
}

/** Whether it is ours and not too old. */
export function isSession({ secrets, clock }: Omit<Parts, 'random'>, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return false;
  const [head, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  if (!secrets.macs('issuer sessions', head.toString('hex')).some((own) => timingSafeEqual(own, mac))) return false;
  return Number(head.readBigUInt64BE(RANDOM_BYTES)) > clock.now();
}

/** What the issuer is given and has to give back, or to be shown. Of the session, which nobody has but the tab. */
export function secretsOf({ secrets }: Pick<Parts, 'secrets'>, token: string) {
  const derive = (purpose: string) => secrets.mac(purpose, token).toString('base64url');
  return { state: derive('issuer states'), nonce: derive('issuer nonces'), verifier: derive('issuer verifiers') };
}
