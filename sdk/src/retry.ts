import { PosthornConnectionError, PosthornError } from './errors.ts';

export interface Try {
  /** Attempts made so far, from 1. */
  readonly tries: number;
  /** Whether the request can be carried out twice without harm. */
  readonly safe: boolean;
  /** Whether the caller waits for as long as it takes: no wait is too long, and none is shorter than the first. */
  readonly patient?: boolean;
  /** The current time, in epoch milliseconds. */
  readonly now: number;
  /** A random number: at least 0, less than 1. */
  readonly random: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Returns whether a retry may help. A request with a 429 was not carried out; any other may have been, or is still under way. With a limit
 * of 0 no wait helps.
 */
function isWorthRetrying(error: unknown, safe: boolean): boolean {
  if (error instanceof PosthornError && error.is('rate_limit_exceeded') && error.fields.limit === 0) return false;
  if (error instanceof PosthornError) return error.status === 429 || (safe && (error.status >= 500 || error.is('idempotency_in_progress')));
  return safe && error instanceof PosthornConnectionError;
}

/** Returns the milliseconds that Retry-After asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(error: unknown, now: number): number | undefined {
  const value = error instanceof PosthornError ? error.headers.get('retry-after') : null;
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Dates begin with the name of the day; `Date.parse` also accepts 1.5 and -1, as dates in the past.
  const at = /^[A-Z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0);
}

/**
 * Returns the milliseconds to wait before a retry; undefined if there should be none, since it would not help or the wait would exceed a
 * minute.
 */
export function retryDelay(error: unknown, { tries, safe, patient = false, now, random }: Try): number | undefined {
  if (!isWorthRetrying(error, safe)) return undefined;
  const asked = retryAfter(error, now);
  if (asked !== undefined && patient) return Math.min(Math.max(asked, FIRST_WAIT_MS), LONGEST_RETRY_AFTER_MS);
  if (asked !== undefined) return asked > LONGEST_RETRY_AFTER_MS ? undefined : asked;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_BACKOFF_MS);
  return backoff * (0.5 + random / 2);
}
