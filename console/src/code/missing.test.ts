import { expect, it } from 'vitest';
import { findMissing } from './missing.ts';

const marked = (source: string, paths: readonly string[]) =>
  findMissing(source, paths).map(({ from, to }) => source.slice(from - 2, to + 1));

it('finds what is missing within tags alone, and whole names alone', () => {
  const source = 'user.name {{ user.name }} {{user.names}} {% for item in items %}{{ item.price | upcase }}{% endfor %} {{ a.user.name }}';
  expect(marked(source, ['user.name', 'items', 'item.price'])).toEqual(['{ user.name ', 'n items ', '{ item.price ']);
});

it('finds nothing in what is no tag, and ends', () => {
  expect(findMissing('{{ name', ['name'])).toEqual([]);
  expect(findMissing('{{ a }}'.repeat(2000), ['a', ''])).toHaveLength(500);
  expect(findMissing('{{'.repeat(100_000), ['a'])).toEqual([]);
});
