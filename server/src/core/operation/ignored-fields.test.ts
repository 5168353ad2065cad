import { namedFields, type Operation, op } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ignoredHeader } from './ignored-fields.ts';

const item = z.object({ to: z.string() });

const taken = z.unknown();
namedFields.set(taken, z.array(item));

const operation: Operation = op({
  method: 'POST',
  path: '/things',
  summary: 'Make a thing',
  tags: ['Things'],
  scope: 'full',
  query: z.object({ limit: z.string().optional() }),
  body: z.object({
    name: z.string().optional(),
    parts: z.array(z.object({ size: z.int() })).optional(),
    any: z.looseObject({ a: z.string() }).optional(),
    model: z.record(z.string(), z.unknown()).optional(),
    step: z
      .discriminatedUnion('type', [z.object({ type: z.literal('wait'), seconds: z.int() }), z.object({ type: z.literal('end') })])
      .optional(),
    strict: z.strictObject({ a: z.string() }).optional(),
    get inner() {
      return z.lazy(() => z.object({ name: z.string().optional() })).optional();
    },
    items: z.array(z.unknown()).optional(),
    taken: taken.optional(),
  }),
  eachApart: ['items'],
  item,
  responses: { 200: z.object({}) },
  answers: { 200: 'It is done.' },
  errors: [],
});

const header = (body: unknown, query: unknown = {}) => ignoredHeader(operation, { query, body });

describe('the fields that are ignored', () => {
  it('are those of query and body that the operation does not know', () => {
    expect(header({ name: 'a', colour: 'b' }, { limit: '1', page: '2' })).toBe('page, colour');
    expect(header({ name: 'a' }, { limit: '1' })).toBeUndefined();
  });

  it('are named by their place, of a list once', () => {
    expect(header({ parts: [{ size: 1, color: 1 }, { color: 2 }], inner: { nam: 1 } })).toBe('parts[].color, inner.nam');
    expect(header({ items: [{ to: 'a', text: 'b' }, { text: 'c' }, 'no object'] })).toBe('items[].text');
  });

  it('are named within what is taken as it is, where there is a form for that', () => {
    expect(header({ taken: [{ to: 'a' }, { too: 'b' }] })).toBe('taken[].too');
    expect(header({ taken: { too: 'b' }, model: { too: 'b' } })).toBeUndefined();
  });

  it('are told by the kind that an object is of', () => {
    expect(header({ step: { type: 'wait', seconds: 1, minutes: 2 } })).toBe('step.minutes');
    expect(header({ step: { type: 'end', seconds: 1 } })).toBe('step.seconds');
    expect(header({ step: { type: 'other', seconds: 1 } })).toBeUndefined();
  });

  it('are none where any may be there, or where one too many is refused', () => {
    expect(header({ any: { a: '', b: '' }, model: { c: '' }, strict: { d: '' } })).toBeUndefined();
  });

  it('are at most ten names and 200 bytes', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    expect(header(many)?.split(', ')).toHaveLength(10);
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}${'x'.repeat(45)}`, 1]));
    expect(header(long)?.split(', ')).toHaveLength(4);
    expect(header({ ['x'.repeat(1_000_000)]: 1 })).toBe(`${'x'.repeat(47)}...`);
  });

  it('are letters that a header may have', () => {
    expect(header({ 'a\r\nSet-Cookie: b': 1, 'ü,%': 2, '\ud800': 3 })).toBe('a%0D%0ASet-Cookie:%20b, %C3%BC%2C%25, %EF%BF%BD');
    expect(header({ ['\u{1f600}'.repeat(40)]: 1 })).toMatch(/^[%0-9A-F]{47}\.\.\.$/);
    expect(header(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toBe('__proto__, constructor');
  });

  it('are not looked for without end', () => {
    const parts = Array.from({ length: 100_000 }, () => ({ size: 1 }));
    expect(header({ parts: [...parts, { color: 1 }] })).toBeUndefined();
  });

  it('are not told of a body that could not be read', () => {
    expect(header(new Error('no JSON'))).toBeUndefined();
    expect(header('text')).toBeUndefined();
    expect(header(null, 'text')).toBeUndefined();
  });
});
