import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { toBase32 } from '../../core/ids.ts';
import type { Trx } from '../../db/dialect.ts';
import type { User } from '../person.ts';
import { replaceRecoveryCodes, takeRecoveryCode, takeStep } from './store.ts';
import { findStep } from './totp.ts';

const CODES = 10;
const CODE_BYTES = 10;
const AUTHENTICATOR_CODE = /^\d{6}$/;

/** Normalizes a code for comparison: apps show `123 456`, and recovery codes have hyphens. */
export const normalized = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();
const hashOf = (code: string) => sha256(`recovery ${normalized(code)}`);

/**
 * Replaces all recovery codes of a person with ten new ones, each of which works once. Only hashes are stored, since each code has 80
 * random bits.
 */
export async function renewRecoveryCodes({ random }: AppContext, trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => (toBase32(random.bytes(CODE_BYTES)).match(/.{4}/g) ?? []).join('-'));
  await replaceRecoveryCodes(trx, userId, codes.map(hashOf));
  return codes;
}

async function isRight({ db, clock, secrets }: AppContext, { id, totpSecret }: User, code: string): Promise<boolean> {
  const given = normalized(code);
  if (!AUTHENTICATOR_CODE.test(given)) return db.transact((trx) => takeRecoveryCode(trx, id, hashOf(given)));
  const secret = Buffer.from(secrets.open(totpSecret ?? ''), 'base64');
  const step = findStep(secret, given, clock.now());
  return step !== undefined && db.transact((trx) => takeStep(trx, id, step));
}

/**
 * Checks the second factor where the account requires one. No code is accepted twice, not even concurrently, nor an app code older than
 * the last one used.
 */
export async function checkSecondFactor(
  app: AppContext,
  user: User,
  code = '',
): Promise<ApiError<'sign_in_failed' | 'code_required'> | undefined> {
  if (user.totpSecret === null) return undefined;
  if (code.trim() === '') return new ApiError('code_required');
  return (await isRight(app, user, code)) ? undefined : new ApiError('sign_in_failed');
}
