const MOST_LENGTH = 2000;
const ADDRESS = '@';
/** Codes before and between the lines of a reply: `550`, `550-5.1.1`, `(#5.1.1)`. */
const CODE = /^[("'[#]{0,3}(?:[245]\d\d[- :]?)?(?:#?[245]\.\d{1,3}\.\d{1,3})?[)"'\]:]{0,2}$/;
const MARKS = /\p{M}+/gu;
const APOSTROPHES = /['’`´]/g;
const NOT_A_WORD = /[^\p{L}\p{N}@]+/gu;
/** Scripts without spaces: each letter is a word. */
const LETTERS_THAT_ARE_WORDS = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(LETTERS_THAT_ARE_WORDS, ' $1 ')
    .replaceAll(NOT_A_WORD, ' ')
    .trim();

/** What a server says, as words with a space around each: without codes, links, case, marks and punctuation; an address is `@`. */
export function wordsOf(text: string): string {
  const tokens = text.slice(0, MOST_LENGTH).split(/\s+/);
  const told = tokens.flatMap((token) => {
    if (token.includes('://') || CODE.test(token)) return [];
    return token.includes('@') ? ADDRESS : fold(token);
  });
  return ` ${told.filter((token) => token !== '').join(' ')} `;
}

/** Links of a text, as words: who refuses may say why in the name of a page alone. */
export function linksOf(text: string): string {
  const tokens = text.slice(0, MOST_LENGTH).split(/\s+/);
  return ` ${tokens
    .filter((token) => token.includes('://'))
    .map(fold)
    .join(' ')} `;
}

const oneOf = (choices: string) =>
  choices
    .split('|')
    .map((choice) => fold(choice) + (choice.endsWith('*') ? '\\S*' : ''))
    .join('|');

function patternOf(part: string): string {
  if (part === '..') return '(?:\\S+ ){0,6}';
  if (part === '$') return '$';
  if (part.startsWith('[')) return `(?:(?:${oneOf(part.slice(1, -1))}) )?`;
  return part.startsWith('(') ? `(?:${oneOf(part.slice(1, -1))}) ` : `${oneOf(part)} `;
}

/** The pattern of a phrase, for words as `wordsOf` gives them; see Meaning for what it may hold. Linear: no word is tried twice from one place. */
export function toPattern(phrase: string): RegExp {
  const parts = phrase.match(/\([^)]*\)|\[[^\]]*\]|\S+/g) ?? [];
  return new RegExp(` ${parts.map(patternOf).join('')}`, 'u');
}
