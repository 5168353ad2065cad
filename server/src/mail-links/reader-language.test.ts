import { expect, it } from 'vitest';
import { readerLanguage } from './reader-language.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['en;q=0.5, DE ; q=0.7', 'de'],
  ['fr-FR,fr;q=0.9,de;q=0.4', 'de'],
  ['fr,ja', 'en'],
  ['de;q=0,en;q=0.1', 'en'],
  ['*', 'en'],
  [';;q=,,de;q=x', 'de'],
])('of %j is %s', (given, language) => {
  expect(readerLanguage(new Headers(given === undefined ? {} : { 'Accept-Language': given }))).toBe(language);
});
