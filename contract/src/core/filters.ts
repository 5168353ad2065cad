import { z } from 'zod';
import { givenTime } from './times.ts';

/** Returns undefined for an empty parameter, which counts as absent. */
export const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);

/** The same for a case-insensitive word. */
export const lowerCased = (value: unknown) => (typeof value === 'string' ? absentWhenEmpty(value.toLowerCase()) : value);

/** An optional query parameter; an empty one counts as absent. */
export const filter = <T extends z.ZodType>(schema: T) => z.preprocess(absentWhenEmpty, schema.optional());

/** A list filter by one of several values; an unknown one is ignored, as in all lists. */
export const knownFilter = <const V extends readonly [string, ...string[]]>(values: V, description: string) =>
  z
    .preprocess((value) => values.find((known) => known === value), z.enum(values).optional())
    .meta({ description: `${description}; an unknown value is ignored.`, override: { type: 'string', enum: [...values] } });

/** A list filter by several of some values, separated by commas, with or without spaces; unknown ones are ignored, and a list of only unknown ones is no filter. */
export const knownFilters = <const V extends readonly [string, ...string[]]>(values: V, description: string) =>
  z
    .unknown()
    .optional()
    .transform((given): V[number][] | undefined => {
      const named: readonly string[] = typeof given === 'string' ? given.split(',').map((one) => one.trim()) : [];
      const found = values.filter((known) => named.includes(known));
      return found.length === 0 ? undefined : found;
    })
    .meta({ description: `${description}; unknown ones are ignored.`, override: { type: 'string' } });

const givenText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

/** A list filter by one whole address, which the handler normalises; a blank one counts as absent. */
export const addressFilter = (description: string) =>
  z.preprocess(givenText, z.string().optional()).meta({ description, override: { type: 'string' } });

/** tRPC clients send a number, queries are text. */
const asNumber = (value: unknown) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : absentWhenEmpty(value));

/** tRPC clients send a boolean, queries are text. */
const asBoolean = (value: unknown) => (value === 'true' || value === 'false' ? value === 'true' : absentWhenEmpty(value));

/** A query parameter that is `true` or `false`; any other value is an error, since ignoring it would go unnoticed. */
export const flag = (description: string) =>
  z.preprocess(asBoolean, z.boolean('Takes true or false.').optional()).meta({ description, override: { type: 'boolean' } });

/** The last time that a JavaScript Date can hold. */
const LAST_DATE = 8_640_000_000_000_000;

/** An optional time in a query. */
export const timeFilter = (description: string) =>
  z.preprocess(asNumber, givenTime(LAST_DATE).optional()).meta({ description, override: { type: 'integer' } });
