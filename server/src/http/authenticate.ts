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

export type Authenticate = (scope: Operation['scope'], authorization: string | null) => Promise<Caller>;

const isSame = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Tells who calls, by the bearer token (RFC 6750). */
export function authenticator({ findKey, operatorToken }: AuthenticateOptions): Authenticate {
  const operatorHash = operatorToken === undefined ? undefined : sha256(operatorToken);

  async function identify(scope: Operation['scope'], tokenHash: string): Promise<Caller | undefined> {
    if (scope !== 'operator') return findKey(tokenHash);
    return operatorHash !== undefined && isSame(tokenHash, operatorHash) ? { kind: 'operator' } : undefined;
  }

  return async (scope, authorization) => {
    if (scope === 'public') return { kind: 'anonymous' };
    if (scope === 'operator' && operatorHash === undefined) throw new ApiError('not_found');
    const token = BEARER.exec(authorization ?? '')?.[1];
    const caller = token === undefined ? undefined : await identify(scope, sha256(token));
    if (caller === undefined) throw new ApiError('unauthorized');
    return caller;
  };
}
