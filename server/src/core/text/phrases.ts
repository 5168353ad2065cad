const MOST_LENGTH = 2000;
const ADDRESS = '@';
/** Codes before and between the lines of a reply: `550`, `550-5.1.1`, `(#5.1.1)`. */
const CODE = /^[("'[#]{0,3}(?:[245]\d\d[- :]?)?(?:#?[245]\.\d{1,3}\.\d{1,3})?[)"'\]:]{0,2}$/;
const MARKS = /\p{M}/gu;
const APOSTROPHES = /['’`´]/g;
const NOT_A_WORD = /[^\p{L}\p{N}@]/gu;
const SPACE = /\s/;
/** Scripts without spaces: each letter is a word. */
const LETTERS_THAT_ARE_WORDS = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;

/** A text in words with one space between each two. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(LETTERS_THAT_ARE_WORDS, ' $1 ')
    .replaceAll(NOT_A_WORD, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');

/** The words of a text in order, and for each distinct word its positions, from 0. */
export interface Words {
  readonly all: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function toWords(tokens: readonly string[]): Words {
  const all = tokens.flatMap((token) => token.split(' ')).filter((word) => word !== '');
  return { all, places: Map.groupBy(all.keys(), (at) => all[at] ?? '') };
}

const isLink = (token: string) => token.includes('://');
/** What a server appends to its reply: `relay=[192.0.2.1]`. */
const isNote = (token: string) => /^(?:relay|id|ip|host|client)=/i.test(token);

/** Returns the words of a text, in lower case and without codes, links, diacritics and punctuation; an address is the word `@`. Reads `mostLength` UTF-16 units at most. */
export function wordsOf(text: string, mostLength = MOST_LENGTH): Words {
  const tokens = text.slice(0, mostLength).split(SPACE);
  return toWords(
    tokens.flatMap((token) => (isLink(token) || isNote(token) || CODE.test(token) ? [] : token.includes('@') ? ADDRESS : fold(token))),
  );
}

/** Returns the words of the links of a text: who refuses may say why in the name of a page alone. */
export const linksOf = (text: string): Words => toWords(text.slice(0, MOST_LENGTH).split(SPACE).filter(isLink).map(fold));

/** One way to say a part of a phrase. */
interface Choice {
  readonly words: readonly string[];
  /** The last word may continue. */
  readonly open: boolean;
}

type Part = 'gap' | 'end' | { readonly choices: readonly Choice[]; readonly optional: boolean };

/** A pattern of words: `(a|b)` one of them, `[a]` perhaps, `..` up to six words, `a*` words that begin so, `$` and nothing more. */
export type Phrase = readonly Part[];

const MOST_SKIPPED = 6;
const PARTS = /\([^()]*\)|\[[^[\]]*\]|[^\s()[\]]+/g;

const toChoices = (text: string): Choice[] =>
  text.split('|').map((choice) => ({ words: fold(choice).split(' '), open: choice.endsWith('*') }));

function toPart(part: string): Part {
  if (part === '..') return 'gap';
  if (part === '$') return 'end';
  const grouped = part.startsWith('(') || part.startsWith('[');
  return { choices: toChoices(grouped ? part.slice(1, -1) : part), optional: part.startsWith('[') };
}

/** Parses the notation of a phrase. */
export const toPhrase = (text: string): Phrase => (text.match(PARTS) ?? []).map(toPart);

function fits({ words, open }: Choice, all: readonly string[], at: number): boolean {
  return words.every((word, index) => {
    const found = all[at + index];
    return found === word || (open && index === words.length - 1 && found?.startsWith(word) === true);
  });
}

function fitsFrom(phrase: Phrase, all: readonly string[], at: number): boolean {
  const [part, ...rest] = phrase;
  if (part === undefined) return true;
  if (part === 'end') return at === all.length;
  if (part === 'gap') {
    for (let skipped = 0; skipped <= MOST_SKIPPED; skipped += 1) if (fitsFrom(rest, all, at + skipped)) return true;
    return false;
  }
  if (part.optional && fitsFrom(rest, all, at)) return true;
  return part.choices.some((choice) => fits(choice, all, at) && fitsFrom(rest, all, at + choice.words.length));
}

function placesOfChoice({ words, open }: Choice, { places }: Words): number[] {
  const [word = ''] = words;
  if (!open || words.length > 1) return [...(places.get(word) ?? [])];
  return [...places].flatMap(([found, at]) => (found.startsWith(word) ? at : []));
}

/** Where a phrase can begin. */
function placesOf([first]: Phrase, words: Words): number[] {
  if (first === undefined || first === 'gap' || first === 'end') return [0];
  return first.optional ? [...words.all.keys()] : first.choices.flatMap((choice) => placesOfChoice(choice, words));
}

/** Returns whether a phrase occurs in words. */
export function containsPhrase(words: Words, phrase: Phrase): boolean {
  return placesOf(phrase, words).some((at) => fitsFrom(phrase, words.all, at));
}
