import { z } from 'zod';
import { absentWhenEmpty } from './filters.ts';
import { limits } from './limits.ts';

function clampLimit(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) return limits.pageDefault;
  return Math.min(Math.max(Number(text), 1), limits.pageMax);
}

const limit = z
  .unknown()
  .optional()
  .transform(clampLimit)
  .meta({
    description:
      'Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they ' +
      'exceed 2 MiB; continue with `next_cursor`.',
    override: { type: 'integer', minimum: 1, maximum: limits.pageMax, default: limits.pageDefault },
  });

/** The same in a body; safe because it reads anything. */
export const bodyLimit = limit as unknown as z.ZodDefault<z.ZodNumber>;

/** A page position by creation time and id. */
export interface KeysetCursor {
  readonly createdAt: number;
  readonly id: string;
}

const CURSOR = /^\d{1,15}:([a-z]{2,3})_[0-9a-z]{26}$/;

/** A cursor of a list whose ids have this prefix: a cursor of another list would be a position in this one, by its time. */
const keysetCursor = (idPrefix: string) =>
  z
    .preprocess(
      absentWhenEmpty,
      z
        .string('invalid_cursor')
        .refine((text) => CURSOR.exec(text)?.[1] === idPrefix, 'invalid_cursor')
        .transform((text): KeysetCursor => {
          const [createdAt = '', id = ''] = text.split(':');
          return { createdAt: Number(createdAt), id };
        })
        .optional(),
    )
    .meta({ description: '`next_cursor` of the page before, unchanged.', override: { type: 'string' } });

/** A tRPC client hands the integer back as one. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : absentWhenEmpty(value));

const integerCursor = z
  .preprocess(
    asText,
    z
      .string('invalid_cursor')
      .refine((text) => /^\d{1,16}$/.test(text), 'invalid_cursor')
      .transform(Number)
      .refine(Number.isSafeInteger, 'invalid_cursor')
      .optional(),
  )
  .meta({
    description: '`next_cursor` of the previous page, unchanged; the page starts with the next older row.',
    override: { type: 'integer' },
  });

/** Query of a list ordered by creation time and id. `idPrefix`: the prefix of the ids, such as `con` for contacts. */
export const keysetQuery = (idPrefix: string) => z.object({ limit, cursor: keysetCursor(idPrefix) });

/** How many rows a page has, for a list with positions of its own. */
export const pageLimit = limit;

/** Query of a log ordered by time alone. */
export const logQuery = z.object({ limit, cursor: integerCursor });

/** Answer of a keyset list; `next_cursor` is null on the last page. */
export const keysetPage = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item).describe('The rows of this page, in list order; empty if there are none.'),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last one.'),
  });

/** Answer of a log; `next_cursor` is null on the last page. */
export const logPage = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item).describe('The rows of this page, in list order; empty if there are none.'),
    next_cursor: z.int().nullable().describe('Cursor of the next page; null on the last one.'),
  });
