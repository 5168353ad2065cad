import { PosthornConnectionError, PosthornError } from '@posthorn/sdk';
import type { Words } from '../text/words.ts';
import { legible } from '../ui/legible.ts';

export const codeOf = (error: unknown): string | undefined => (error instanceof PosthornError ? error.code : undefined);

export const isSignedOut = (error: unknown): boolean => error instanceof PosthornError && error.status === 401;

/** Describes a failure, or the code of one: what happened, and what to do. */
export function describeFailure(error: unknown, words: Words): string {
  const known: Readonly<Record<string, string>> = words.failures.codes;
  if (typeof error === 'string') return known[error] ?? error;
  if (isUnanswered(error)) return words.failures.network;
  if (isPartMissing(error)) return words.broken.older.text;
  if (!(error instanceof PosthornError)) return words.failures.unknown;
  if (error.is('rate_limit_exceeded') && error.fields.limit === 0) return words.failures.noSends;
  if (error.is('last_owner') && error.fields.tenant !== undefined) return words.failures.lastOwnerOf(legible(error.fields.tenant.name));
  return known[error.code] ?? error.detail ?? error.code;
}

/** Returns whether a request got no answer, or a proxy's: what it asked for may have been done all the same. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof PosthornConnectionError || (error instanceof PosthornError && error.is('unexpected_response') && error.status >= 500);

/** Describes a failure to change something that should not be done twice. */
export const describeFailedChange = (error: unknown, words: Words): string =>
  isUnanswered(error) ? words.failures.unanswered : describeFailure(error, words);

/** Messages of Chromium, Firefox and Safari for a script that cannot be loaded. */
const NO_SCRIPT = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Returns whether a part of the page could not be loaded: after an upgrade its file has another name. */
export const isPartMissing = (error: unknown): boolean => error instanceof Error && NO_SCRIPT.test(error.message);

export const requestIdOf = (error: unknown): string | null => (error instanceof PosthornError ? error.requestId : null);
