import { timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../core/crypto/secret-box.ts';

/** Prefix of every bearer; other tokens are not parsed as one. */
const BEARER_PREFIX = 'pt_';

const PURPOSE = 'bearers of people';
const OPERATOR = 'operator';
const FORM = new RegExp(`^${BEARER_PREFIX}([\\w-]{1,160})\\.([\\w-]{43})$`);

/** The content of a bearer: its sign-in, its tenant (null: for `/admin`) and its expiry. Each request checks that it still holds. */
export interface Bearer {
  readonly signInId: string;
  readonly tenantId: string | null;
  readonly expiresAt: number;
}

export function sealBearer(secrets: SecretBox, { signInId, tenantId, expiresAt }: Bearer): string {
  const payload = Buffer.from(`${signInId}:${tenantId ?? OPERATOR}:${expiresAt}`).toString('base64url');
  return `${BEARER_PREFIX}${payload}.${secrets.mac(PURPOSE, payload).toString('base64url')}`;
}

/** Returns the content of a bearer that the service issued; undefined for anything else. */
export function openBearer(secrets: SecretBox, token: string): Bearer | undefined {
  const [, payload = '', given = ''] = FORM.exec(token) ?? [];
  if (payload === '') return undefined;
  const mac = Buffer.from(given, 'base64url');
  if (!secrets.macs(PURPOSE, payload).some((own) => own.length === mac.length && timingSafeEqual(own, mac))) return undefined;
  const [signInId = '', place = '', until = ''] = Buffer.from(payload, 'base64url').toString().split(':');
  return { signInId, tenantId: place === OPERATOR ? null : place, expiresAt: Number(until) };
}
