import { z } from 'zod';

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);

/** A query parameter that need not be given; an empty one is not. */
export const filter = <T extends z.ZodType>(schema: T) => z.preprocess(absentWhenEmpty, schema.optional());

/** tRPC clients give a number, queries have text. */
const asNumber = (value: unknown) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : absentWhenEmpty(value));

/** Seconds of the years 2001 to 5138, which as milliseconds are all before 1973: what is asked of that time would be nothing, without a word. */
const isSeconds = (at: number) => at >= 1e9 && at < 1e11;

const time = z
  .int({ error: 'Takes milliseconds since 1970-01-01T00:00:00Z, such as 1767225600000.' })
  .min(0)
  .max(8_640_000_000_000_000)
  .refine((at) => !isSeconds(at), {
    error: ({ input }) => `These are seconds; in milliseconds since 1970-01-01T00:00:00Z it is ${Number(input) * 1000}.`,
  });

/** The same for times. */
export const timeFilter = (description: string) =>
  z.preprocess(asNumber, time.optional()).meta({ description, override: { type: 'integer' } });
