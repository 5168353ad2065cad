import { z } from 'zod';

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);

/** A query parameter that need not be given; an empty one is not. */
export const filter = <T extends z.ZodType>(schema: T) => z.preprocess(absentWhenEmpty, schema.optional());

/** tRPC clients give a number, queries have text. */
const asNumber = (value: unknown) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : absentWhenEmpty(value));

/** The same for whole numbers. */
export const integerFilter = (description: string) =>
  z.preprocess(asNumber, z.int().min(0).max(8_640_000_000_000_000).optional()).meta({ description, override: { type: 'integer' } });
