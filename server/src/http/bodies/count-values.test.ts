import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createValueCount } from './count-values.ts';

function countOf(text: string, chunkLength = text.length) {
  const count = createValueCount();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkLength) count.read(bytes.subarray(at, at + chunkLength));
  return { values: count.values(), longest: count.longest(), deepest: count.deepest(), nameBytes: count.nameBytes() };
}

/** Containers, and the commas between what they hold. */
function expected(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items = Object.values(value);
  return 1 + Math.max(items.length - 1, 0) + items.reduce((sum: number, item) => sum + expected(item), 0);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function nameBytesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const own = names.reduce((sum, name) => sum + Buffer.byteLength(JSON.stringify(name)) - 2, 0);
  return Object.values(value).reduce((sum: number, item) => sum + nameBytesOf(item), own);
}

describe('createValueCount', () => {
  it('counts what stands outside of strings, however the text is cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 7 }), (text, length) => countOf(text, length).values === expected(JSON.parse(text))),
    );
  });

  it('counts the levels, and the bytes of names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 7 }), (value, length) => {
        const { deepest, nameBytes } = countOf(JSON.stringify(value), length);
        expect({ deepest, nameBytes }).toEqual({ deepest: depthOf(value), nameBytes: nameBytesOf(value) });
      }),
    );
  });

  it.each(['"\\\\","\\\\"', '"\\"",","', '"\\\\\\",",""', '"[{,"'])('is not misled by the string in [%s]', (inner) => {
    const text = `[${inner}]`;
    for (let length = 1; length < text.length; length += 1) expect(countOf(text, length).values).toBe(expected(JSON.parse(text)));
  });

  it('says how long the longest list near the top is', () => {
    expect(countOf('{"emails":[{},{},{}],"x":1}').longest).toBe(3);
    expect(countOf('[[[[1,2,3,4,5,6,7]],1]]').longest).toBe(2);
  });
});
