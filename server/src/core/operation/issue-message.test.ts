import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueMessage } from './issue-message.ts';

const worded = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: issueMessage }).error?.issues[0]?.message;

describe('what a caller is told of a value', () => {
  it.each([
    ['an absent one', z.string(), undefined, 'Required.'],
    ['a number for text', z.string(), 7, 'Must be a string, not 7.'],
    ['null for a list', z.array(z.string()), null, 'Must be a list, not null.'],
    ['a list for an object', z.object({}), [], 'Must be an object, not a list.'],
    ['text for a free object', z.record(z.string(), z.unknown()), 'x', 'Must be an object, not a string.'],
    ['text for a flag', z.boolean(), 'yes', 'Must be true or false, not a string.'],
    ['a fraction', z.int(), 1.5, 'Must be a whole number, not 1.5.'],
    ['a number that JSON can write and nobody can count to', z.number(), Number.POSITIVE_INFINITY, 'Must be a number, not Infinity.'],
    ['one of a choice', z.enum(['a', 'b', 'c']), 'd', 'Must be one of a, b or c.'],
    ['the only one', z.literal(true), false, 'Must be true.'],
    ['too long a text', z.string().max(3), 'four', 'Must have at most 3 characters.'],
    ['an empty text', z.string().min(1), '', 'Must not be empty.'],
    ['too many items', z.array(z.int()).max(1), [1, 2], 'Must have at most 1 item.'],
    ['too few', z.array(z.int()).min(2), [1], 'Must have at least 2 items.'],
    ['too large a number', z.int().max(5), 6, 'Must be at most 5.'],
    ['too small a one', z.int().min(0), -1, 'Must be at least 0.'],
    ['another form of text', z.email(), 'x', 'Must be an email address.'],
    ['a field that is not known', z.strictObject({}), { b: 1, c: 2 }, 'There is no field b or c here.'],
    ['none of several types', z.union([z.string(), z.array(z.string())]), 5, 'Must be a string or a list, not 5.'],
    ['none of several forms', z.discriminatedUnion('op', [z.object({ op: z.enum(['x', 'y']) })]), { op: 'z' }, 'Must be one of x or y.'],
    ['a name', z.record(z.string().regex(/^a$/, 'Names are a.'), z.string()), { b: '' }, 'Names are a.'],
    ['what a schema has words for', z.string().min(1, 'Say something.'), '', 'Say something.'],
  ])('%s', (_what, schema, value, words) => {
    expect(worded(schema, value)).toBe(words);
  });
});
