import { PosthornConnectionError, PosthornError } from '@posthorn/sdk';
import type { Words } from '../text/words.ts';

export const codeOf = (error: unknown): string | undefined => (error instanceof PosthornError ? error.code : undefined);

export const isSignedOut = (error: unknown): boolean => error instanceof PosthornError && error.status === 401;

/** What somebody is told of a failure: what happened, and what to do. */
export function describeFailure(error: unknown, words: Words): string {
  if (error instanceof PosthornConnectionError) return words.failures.network;
  if (!(error instanceof PosthornError)) return words.failures.unknown;
  const known: Readonly<Record<string, string>> = words.failures.codes;
  const said = known[error.code];
  if (said !== undefined) return said;
  return error.detail ?? error.code;
}

export const requestIdOf = (error: unknown): string | null => (error instanceof PosthornError ? error.requestId : null);
