import { limits } from '@posthorn/contract';
import { decodeWords } from 'postal-mime';
import { z } from 'zod';
import { ApiError } from '../core/errors/api-error.ts';
import { toStorable } from '../core/text/storable.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';

export type MailFault = ApiError<'validation_failed'>;

/** Returns the refusal of a header, which it names. */
export const invalid = (field: string, sentence: string): MailFault =>
  new ApiError('validation_failed', { field }, { detail: `${field}: ${sentence}` });

const ASKING = /^x-posthorn-/i;
const TAG = /^x-posthorn-tag-/i;
/** With all that encoding adds to it. */
const LONGEST_TAG = 20 * limits.tagLength;

const instant = z.iso.datetime({ offset: true });

function readTime(text: string): number | MailFault {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  const parsed = instant.safeParse(text);
  if (parsed.success) return Date.parse(parsed.data);
  return invalid('X-Posthorn-Scheduled-At', 'Takes ISO 8601 with an offset, such as 2030-01-31T08:00:00Z, or ms since 1970.');
}

function readFlag(text: string): boolean | MailFault {
  const value = text.toLowerCase();
  return value === 'true' || value === 'false' ? value === 'true' : invalid('X-Posthorn-Test-Mode', 'Takes true or false.');
}

/** Clients write what is not ASCII in encoded words (RFC 2047); a longer one is refused in any case. */
const readTag = (text: string): string =>
  (text.length > LONGEST_TAG ? text : toStorable(decodeWords(text)).replaceAll(/[\r\n\u0000]+/g, ' ')).trim();

/** Options that can be given as headers, by their field. */
const OPTIONS: Readonly<Record<string, readonly [field: string, read: (text: string) => unknown]>> = {
  'x-posthorn-stream': ['stream', (text) => text.toLowerCase()],
  'x-posthorn-test-mode': ['test_mode', readFlag],
  'x-posthorn-scheduled-at': ['scheduled_at', readTime],
};

/** Returns the fields of `POST /v1/email` that headers `X-Posthorn-…` ask for. */
export function readOptions({ headers }: SubmittedMail): Record<string, unknown> | MailFault {
  const fields: Record<string, unknown> = {};
  const tags = new Map<string, string>();
  for (const { name, value } of headers.filter((header) => ASKING.test(header.name))) {
    if (TAG.test(name)) {
      const tag = name.replace(TAG, '').toLowerCase();
      if (tags.has(tag)) return invalid(name, 'Named twice.');
      tags.set(tag, readTag(value));
      continue;
    }
    const option = OPTIONS[name.toLowerCase()];
    // Whoever set it expects an effect.
    if (option === undefined) return invalid(name, 'There is no such header.');
    const [field, read] = option;
    if (field in fields) return invalid(name, 'Named twice.');
    const found = read(value.trim());
    if (found instanceof ApiError) return found;
    fields[field] = found;
  }
  return tags.size === 0 ? fields : { ...fields, tags: Object.fromEntries(tags) };
}
