import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { createYieldPoint } from './concurrency/event-loop.ts';
import { sha256 } from './hash.ts';

/** Deeper than anything that is taken; what lies deeper would end the recursion. */
const MOST_LEVELS = 200;
/** Of a text that is written and hashed at a stretch. */
const PIECE_LENGTH = 128 * 1024;
const HELD_MS = 5;

const write = configure({ maximumDepth: MOST_LEVELS });

/** JSON whose text does not depend on the order in which fields were written. Hashes of it are stored: it must not change. */
export const canonicalJson = (value: unknown): string => write(value) ?? 'null';

/** Characters of the texts in a value, counted no further than that they are more than `most`. */
function lengthOfTexts(value: unknown, most: number, level = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return 1;
  let length = 1;
  for (const name in value) {
    length += name.length + lengthOfTexts((value as Record<string, unknown>)[name], most, level + 1);
    if (length > most) return length;
  }
  return length;
}

/** A long text in pieces that lead to the same JSON as the whole: between the halves of a character there is no cut. */
function* cutText(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_LENGTH;
    const isInside = text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff;
    const cut = isInside ? end + 1 : end;
    yield text.slice(start, cut);
    start = cut;
  }
}

function* writeText(text: string): Generator<string> {
  yield '"';
  for (const piece of cutText(text)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

function* writeEach<T>(items: readonly T[], [open, close]: string, writeItem: (item: T) => Generator<string>): Generator<string> {
  let sign = open ?? '';
  for (const item of items) {
    yield sign;
    yield* writeItem(item);
    sign = ',';
  }
  yield close ?? '';
}

/** The canonical JSON in pieces. What is small in it is written at once. */
function* writeLarge(value: unknown, level = 0): Generator<string> {
  if (level > MOST_LEVELS || lengthOfTexts(value, PIECE_LENGTH) <= PIECE_LENGTH) yield canonicalJson(value);
  else if (typeof value === 'string') yield* writeText(value);
  else if (Array.isArray(value)) yield* writeEach(value, '[]', (item) => writeLarge(item, level + 1));
  else {
    // Safe because what is neither text nor list and long is an object.
    const fields = Object.entries(value as object).filter(([, item]) => item !== undefined);
    fields.sort(([left], [right]) => (left < right ? -1 : 1));
    yield* writeEach(fields, '{}', function* ([name, item]) {
      yield `${JSON.stringify(name)}:`;
      yield* writeLarge(item, level + 1);
    });
  }
}

/** Returns the SHA-256 of the canonical JSON of a value, lower-case hex; a large one is written in pieces, between which others have their turn. */
export async function hashCanonicalJson(value: unknown): Promise<string> {
  if (lengthOfTexts(value, PIECE_LENGTH) <= PIECE_LENGTH) return sha256(canonicalJson(value));
  const breathe = createYieldPoint(HELD_MS);
  const hash = createHash('sha256');
  for (const piece of writeLarge(value)) {
    await breathe();
    hash.update(piece);
  }
  return hash.digest('hex');
}
