import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '../crypto/hash.ts';
import { canonicalJson, hashCanonicalJson } from './canonical-json.ts';

/** As the first hashes that databases hold were written. */
function writeAtFirst(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeAtFirst).join(',')}]`;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${writeAtFirst(item)}`).join(',')}}`;
}

const oddName = fc.constantFrom('__proto__', 'toJSON', 'length', '0', '10', '2', 'a', 'A', '\ud800', '\udc00', 'ÿ', '\u{1f600}');
const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), oddName);
const manyFields = fc
  .array(fc.tuple(name, fc.oneof(fc.double(), fc.string())), { maxLength: 300, size: 'max' })
  .map((entries) => Object.fromEntries(entries));

describe('canonicalJson', () => {
  it('writes every JSON value as the first stored hashes had it', () => {
    const isSame = (value: unknown) => {
      expect(canonicalJson(value)).toBe(writeAtFirst(value));
    };
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), isSame), { numRuns: 1000 });
    fc.assert(fc.property(manyFields, isSame), { numRuns: 50 });
    for (const levels of [2, 100, 200]) isSame(JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`));
  });

  it('does not depend on the order of the fields', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(canonicalJson({ a: true, b: [1, { c: 'x', d: null }] }));
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  });

  it('ends where a value is nested without end', () => {
    const deep = (levels: number) => canonicalJson(JSON.parse('['.repeat(levels) + ']'.repeat(levels)));
    expect(deep(100_000)).toBe(deep(1000));
  });
});

describe('hashCanonicalJson', () => {
  const long = fc
    .tuple(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom('a', 'ÿ"', '\u{1f600}', '\n\ud800'))
    .map(([start, unit]) => start + unit.repeat(150_000));

  it('is the hash of the canonical JSON, however large', async () => {
    const value = fc.array(fc.dictionary(name, fc.oneof(long, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 4 }), { maxLength: 3 });
    const isSame = async (given: unknown) => {
      expect(await hashCanonicalJson(given)).toBe(sha256(canonicalJson(given)));
    };
    await fc.assert(fc.asyncProperty(value, isSame), { numRuns: 50 });
    await isSame({ b: undefined, a: ['x'.repeat(300_000), undefined] });
  });

  it('writes no large text at a stretch', async () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    await hashCanonicalJson({ emails: [{ attachments: [{ content: 'QUJD'.repeat(1_000_000) }] }] });
    const longest = Math.max(...stringify.mock.results.map(({ value }) => String(value).length));
    stringify.mockRestore();
    expect(longest).toBeLessThan(256 * 1024);
  });

  it('ends where large texts are nested without end', async () => {
    const deep = (levels: number) =>
      JSON.parse(`${'["'.concat('x'.repeat(200_000), '",').repeat(3)}${'['.repeat(levels)}${']'.repeat(levels)}]]]`);
    expect(await hashCanonicalJson(deep(20_000))).toMatch(/^[0-9a-f]{64}$/);
  });
});
