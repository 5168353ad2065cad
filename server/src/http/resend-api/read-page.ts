import { limits } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';

/** The requested part of a list. */
export interface WantedPage {
  readonly limit: number;
  /** Id of the item before or after the part. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

export type PageFault = ApiError<'validation_failed'>;

const PAGE_DEFAULT = 20;

const invalid = (field: string, sentence: string): PageFault =>
  new ApiError('validation_failed', { field }, { detail: `${field}: ${sentence}` });

/** Returns the fault of a cursor that names no item of the list. */
export const noSuchItem = (field: 'after' | 'before'): PageFault => invalid(field, 'There is no such item in this list.');

/** Reads the list options of Resend's clients. */
export function readPage(query: Readonly<Record<string, string>>): WantedPage | PageFault {
  const { limit = String(PAGE_DEFAULT), after, before } = query;
  const wanted = /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (wanted < 1 || wanted > limits.pageMax) return invalid('limit', `A number from 1 to ${limits.pageMax}.`);
  if (after !== undefined && before !== undefined) return invalid('before', 'Either `after` or `before`.');
  return { limit: wanted, after, before };
}
