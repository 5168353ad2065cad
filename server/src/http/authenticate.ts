import { timingSafeEqual } from 'node:crypto';
import type { Operation } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { Caller, KeyCaller, SignedInCaller } from '../core/caller.ts';
import { sha256 } from '../core/crypto/hash.ts';
import { isOperators } from '../core/operation/access.ts';

const SCHEME = /^Bearer(?: |$)/i;
const BEARER = /^Bearer ([\x21-\x7e]{1,256})$/i;

/** Finds the key with a SHA-256 (hex) among those that may be used. */
export interface KeyFinder {
  find(keyHash: string): Promise<KeyCaller | undefined>;
  /** As it was found before, for operations that prove the caller by themselves. */
  recall(keyHash: string): Promise<KeyCaller | undefined>;
}

export interface AuthenticateOptions {
  readonly keys: KeyFinder;
  /** Finds whom a person's bearer stands for: somebody in a tenant, or the operator. Nobody, at once, for a token that is none. */
  readonly findByBearer: (token: string) => Promise<Caller | undefined>;
  /** Finds who has a cookie that holds this. */
  readonly findSignedIn: (token: string) => Promise<SignedInCaller | undefined>;
  /** Unset: there is no operator surface. */
  readonly operatorToken: string | undefined;
  /** Opens the metrics, and nothing else. */
  readonly metricsToken?: string | undefined;
}

const isSame = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Tokens that open an operator's scope. */
const tokensOf = ({ operatorToken, metricsToken }: AuthenticateOptions, scope: Operation['scope']): string[] =>
  [operatorToken, scope === 'metrics' ? metricsToken : undefined].filter((token) => token !== undefined);

async function identify(options: AuthenticateOptions, scope: Operation['scope'], token: string): Promise<Caller | undefined> {
  const found = await options.findByBearer(token);
  if (found !== undefined) return found.kind === (isOperators(scope) ? 'operator' : 'tenant') ? found : undefined;
  if (!isOperators(scope)) return options.keys.find(sha256(token));
  const opens = tokensOf(options, scope).filter((each) => isSame(sha256(token), sha256(each)));
  return opens.length > 0 ? { kind: 'operator' } : undefined;
}

/** What is wrong with a header in which no key can be; of a key nothing is ever said. */
function findHeaderFault(authorization: string | null): string {
  const form = '`Authorization: Bearer <key>`';
  if (authorization === null || authorization === '') return `There is no Authorization header; send ${form}.`;
  if (!SCHEME.test(authorization)) return `The Authorization header does not begin with \`Bearer \`; send ${form}.`;
  return `After \`Bearer \` comes the key alone: 1 to 256 visible ASCII characters, without a space; send ${form}.`;
}

/** Tells who calls, by the bearer token (RFC 6750). */
export async function authenticate(options: AuthenticateOptions, scope: Operation['scope'], authorization: string | null): Promise<Caller> {
  if (scope === 'public') return { kind: 'anonymous' };
  if (isOperators(scope) && tokensOf(options, scope).length === 0) throw new ApiError('not_found');
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('unauthorized', {}, { detail: findHeaderFault(authorization) });
  const caller = await identify(options, scope, token);
  if (caller === undefined) throw new ApiError('unauthorized');
  return caller;
}
