import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps accepted before and after, for clocks that differ and people who type slowly (RFC 6238, section 5.2). */
const TOLERATED = 1;
const FORM = /^\d{6}$/;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, without padding: the encoding that authenticator apps accept. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (at: number): number => Math.floor(at / STEP_MS);

/** Returns the code of a step (RFC 6238 over RFC 4226, HMAC-SHA-1). */
export function totpOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the step near a time whose code this is; undefined if there is none. */
export function findStep(secret: Buffer, code: string, at: number): number | undefined {
  if (!FORM.test(code)) return undefined;
  const given = Buffer.from(code);
  const now = stepAt(at);
  const near = Array.from({ length: 2 * TOLERATED + 1 }, (_, place) => now - TOLERATED + place).filter((step) => step >= 0);
  return near.find((step) => timingSafeEqual(Buffer.from(totpOf(secret, step)), given));
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(secret: Buffer, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
