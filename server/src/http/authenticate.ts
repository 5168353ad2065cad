import { timingSafeEqual } from 'node:crypto';
import type { Operation } from '@posthorn/contract';
import { sha256 } from '../core/crypto/hash.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { isOperatorScope } from '../core/operation/access.ts';
import type { Caller, KeyCaller, SignedInCaller } from '../core/request/caller.ts';

const SCHEME = /^Bearer(?: |$)/i;
const BEARER = /^Bearer ([\x21-\x7e]{1,256})$/i;

/** Looks up API keys by their SHA-256 (lower-case hex). */
export interface KeyFinder {
  /** Returns the caller of a key that is valid now. */
  find(keyHash: string): Promise<KeyCaller | undefined>;
  /** The same from a cache, which may be stale: for operations that check the caller again in their transaction. */
  recall(keyHash: string): Promise<KeyCaller | undefined>;
}

export interface AuthenticateOptions {
  readonly keys: KeyFinder;
  /**
   * Returns the caller of a person's bearer token, a member of a tenant or the operator; undefined, without a look-up, for any other token.
   */
  readonly findByBearer: (token: string) => Promise<Caller | undefined>;
  /** Returns the person whose session cookie holds the token. */
  readonly findSignedIn: (token: string) => Promise<SignedInCaller | undefined>;
  /** Undefined: the operator's operations are not served. */
  readonly operatorToken: string | undefined;
  /** Accepted only for the scope `metrics`. */
  readonly metricsToken?: string | undefined;
}

const isSame = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Returns the configured tokens that are accepted for a scope of the operator. */
const tokensOf = ({ operatorToken, metricsToken }: AuthenticateOptions, scope: Operation['scope']): string[] =>
  [operatorToken, scope === 'metrics' ? metricsToken : undefined].filter((token) => token !== undefined);

async function identify(options: AuthenticateOptions, scope: Operation['scope'], token: string): Promise<Caller | undefined> {
  const found = await options.findByBearer(token);
  if (found !== undefined) return found.kind === (isOperatorScope(scope) ? 'operator' : 'tenant') ? found : undefined;
  if (!isOperatorScope(scope)) return options.keys.find(sha256(token));
  const opens = tokensOf(options, scope).filter((each) => isSame(sha256(token), sha256(each)));
  return opens.length > 0 ? { kind: 'operator' } : undefined;
}

/** Returns what is wrong with an Authorization header that holds no token. Nothing is said about a token itself. */
function findHeaderFault(authorization: string | null): string {
  const form = '`Authorization: Bearer <key>`';
  if (authorization === null || authorization === '') return `There is no Authorization header; send ${form}.`;
  if (!SCHEME.test(authorization)) return `The Authorization header does not begin with \`Bearer \`; send ${form}.`;
  return `After \`Bearer \` comes the key alone: 1 to 256 visible ASCII characters, without a space; send ${form}.`;
}

/** Returns the caller of a request by its bearer token (RFC 6750). Throws `unauthorized`, and `not_found` where the operator has no token. */
export async function authenticate(options: AuthenticateOptions, scope: Operation['scope'], authorization: string | null): Promise<Caller> {
  if (scope === 'public') return { kind: 'anonymous' };
  if (isOperatorScope(scope) && tokensOf(options, scope).length === 0) throw new ApiError('not_found');
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('unauthorized', {}, { detail: findHeaderFault(authorization) });
  const caller = await identify(options, scope, token);
  if (caller === undefined) throw new ApiError('unauthorized');
  return caller;
}
