import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;
const LASTS_MS = 5 * 60 * 1000;
const PURPOSE = 'passkey challenges';

type Parts = Pick<AppContext, 'secrets' | 'clock' | 'random'>;

/** Who is asked: whoever signs in, or the user that adds a passkey. */
export type Asked = 'anybody' | { readonly userId: string };

const said = (head: Buffer, asked: Asked) => `${head.toString('hex')} ${asked === 'anybody' ? '' : asked.userId}`;

/** Returns what a device is to sign: ours by a MAC, so that whoever asks for many has us keep none. */
export function makeChallenge({ secrets, clock, random }: Parts, asked: Asked): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  random.bytes(RANDOM_BYTES).copy(head);
  head.writeBigUInt64BE(BigInt(clock.now() + LASTS_MS), RANDOM_BYTES);
  return new Uint8Array(Buffer.concat([head, secrets.mac(PURPOSE, said(head, asked))]));
}

/** Returns until when it may be answered; undefined for one that is not ours, was for somebody else or is too old. */
export function readChallenge({ secrets, clock }: Omit<Parts, 'random'>, challenge: string, asked: Asked): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  const [head, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  if (!secrets.macs(PURPOSE, said(head, asked)).some((own) => timingSafeEqual(own, mac))) return undefined;
  const expiresAt = Number(head.readBigUInt64BE(RANDOM_BYTES));
  return expiresAt > clock.now() ? expiresAt : undefined;
}
