import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../app-context.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;

type Parts = Pick<AppContext, 'secrets' | 'clock' | 'random'>;

/** The purpose of a token. `about`: must be given again when it is read. */
interface Use {
  readonly purpose: string;
  readonly about?: string;
}

const signedText = (head: Buffer, { about }: Use) => `${head.toString('hex')}${about === undefined ? '' : ` ${about}`}`;

/** Returns a token authenticated by a MAC, so that nothing is stored however many are requested. */
export function makeExpiringToken({ secrets, clock, random }: Parts, { lastsMs, ...use }: Use & { readonly lastsMs: number }) {
  const expiresAt = clock.now() + lastsMs;
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  random.bytes(RANDOM_BYTES).copy(head);
  head.writeBigUInt64BE(BigInt(expiresAt), RANDOM_BYTES);
  return { token: Buffer.concat([head, secrets.mac(use.purpose, signedText(head, use))]), expiresAt };
}

/** Returns when a token expires; undefined for one that is not ours, has another purpose or is too old. */
export function readExpiringToken({ secrets, clock }: Omit<Parts, 'random'>, token: Buffer, use: Use): number | undefined {
  if (token.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  const [head, mac] = [token.subarray(0, -MAC_BYTES), token.subarray(-MAC_BYTES)];
  if (!secrets.macs(use.purpose, signedText(head, use)).some((own) => timingSafeEqual(own, mac))) return undefined;
  const expiresAt = Number(head.readBigUInt64BE(RANDOM_BYTES));
  return expiresAt > clock.now() ? expiresAt : undefined;
}
