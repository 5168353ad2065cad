import { describe, expect, it } from 'vitest';
import { ApiError } from '../core/errors/api-error.ts';
import { mergeAttributes, readAttributes } from './attributes.ts';

const faultOf = (value: unknown) => (value instanceof ApiError ? { error: value.code, ...value.fields } : value);

describe('readAttributes', () => {
  it('takes strings, finite numbers, booleans and null', () => {
    const attributes = { s: 'x'.repeat(4096), n: -1.5, zero: 0, b: false, none: null, '': undefined };
    const { '': _, ...given } = attributes;
    expect(readAttributes(given)).toEqual(given);
    expect(readAttributes(undefined)).toEqual({});
  });

  it.each([
    ['an array', { a: [1] }, 'a'],
    ['an object', { a: {} }, 'a'],
    ['a number that is none', { a: Number.NaN }, 'a'],
    ['a number that JSON cannot hold', { a: 1 / 0 }, 'a'],
    ['a long string', { a: 'x'.repeat(4097) }, 'a'],
    ['an empty name', { '': 1 }, ''],
    ['a long name', { ['n'.repeat(101)]: 1 }, 'n'.repeat(101)],
    ['a name with a control character', { 'a\tb': 1 }, 'a\tb'],
    ['a list for attributes', [1], 'attributes'],
    ['a text for attributes', 'x', 'attributes'],
    ['a number for attributes', 5, 'attributes'],
  ])('refuses %s', (_what, given, field) => {
    expect(faultOf(readAttributes(given))).toEqual({ error: 'invalid_attribute_value', field });
  });

  it('takes names of 100 characters, of other scripts too', () => {
    const given = { ['n'.repeat(100)]: 1, Größe: 'L', 名: 'x', constructor: 'x', 'a.b': 1 };
    expect(readAttributes(given)).toEqual(given);
  });

  it('is not fooled by a name that JavaScript takes for something else', () => {
    expect(faultOf(readAttributes(JSON.parse('{"__proto__":"x"}')))).toEqual({ error: 'invalid_attribute_value', field: '__proto__' });
  });
});

describe('mergeAttributes', () => {
  const many = (count: number, from = 0) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, 1]));

  it('overwrites what is given, also by null, and keeps the rest', () => {
    expect(mergeAttributes({ a: 1, b: 'x', c: true }, { b: null, d: 2 })).toEqual({ a: 1, b: null, c: true, d: 2 });
  });

  it('counts names after merging', () => {
    expect(mergeAttributes(many(60), many(100))).toEqual(many(100));
    expect(faultOf(mergeAttributes(many(60), many(41, 60)))).toEqual({ error: 'too_many_attribute_keys', max: 100 });
  });

  it('counts bytes of UTF-8 after merging', () => {
    const texts = (bytes: number) => ({ a: 'x'.repeat(4096), b: 'x'.repeat(4096), c: 'x'.repeat(4096), d: 'ä'.repeat(bytes / 2) });
    const frame = JSON.stringify({ a: '', b: '', c: '', d: '' }).length;
    const room = 16384 - 3 * 4096 - frame;
    expect(room % 2).toBe(1);
    expect(mergeAttributes({}, texts(room - 1))).toEqual(texts(room - 1));
    expect(faultOf(mergeAttributes(texts(room - 1), { e: 1 }))).toEqual({ error: 'attributes_too_large', max_bytes: 16384 });
  });
});
