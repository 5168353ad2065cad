import { timingSafeEqual } from 'node:crypto';
import type { Operation } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { Caller, TenantCaller } from '../core/context.ts';
import { sha256 } from '../core/hash.ts';

const BEARER = /^Bearer ([\x21-\x7e]{1,256})$/i;

export interface AuthenticateOptions {
  /** Finds the key with this SHA-256 (hex) among those that may be used. */
  readonly findKey: (keyHash: string) => Promise<TenantCaller | undefined>;
  /** Unset: there is no operator surface. */
  readonly operatorToken: string | undefined;
}

const isSame = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right));

async function identify(
  { findKey, operatorToken }: AuthenticateOptions,
  scope: Operation['scope'],
  token: string,
): Promise<Caller | undefined> {
  if (scope !== 'operator') return findKey(sha256(token));
  return operatorToken !== undefined && isSame(sha256(token), sha256(operatorToken)) ? { kind: 'operator' } : undefined;
}

/** Tells who calls, by the bearer token (RFC 6750). */
export async function authenticate(options: AuthenticateOptions, scope: Operation['scope'], authorization: string | null): Promise<Caller> {
  if (scope === 'public') return { kind: 'anonymous' };
  if (scope === 'operator' && options.operatorToken === undefined) throw new ApiError('not_found');
  const token = BEARER.exec(authorization ?? '')?.[1];
  const caller = token === undefined ? undefined : await identify(options, scope, token);
  if (caller === undefined) throw new ApiError('unauthorized');
  return caller;
}
