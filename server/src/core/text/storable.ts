/** Deeper values would end the recursions that read and write them. */
const MOST_LEVELS = 100;

export interface Unstorable {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
  /** The fault is in the name that the path ends with, and not in its value. */
  readonly inName?: true;
}

/** Returns whether both engines store a text as it is: it has neither U+0000 nor a lone surrogate. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Characters of a text in which something is replaced at a stretch. */
const PIECE_LENGTH = 64 * 1024;

/** In pieces: all at once, each U+0000 of millions costs so much memory that the process ends, and not the thread alone. */
function replaceNulls(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    // By an expression, for then the result is one flat string, and no tree of what was found.
    pieces.push(text.slice(at, at + PIECE_LENGTH).replaceAll(/\u0000/g, '\ufffd'));
  }
  return pieces.join('');
}

/** Returns a text that both engines store: U+0000 and lone surrogates become U+FFFD. */
export const toStorable = (text: string): string => (text.includes('\u0000') ? replaceNulls(text.toWellFormed()) : text.toWellFormed());

const badText: Unstorable = { path: [], detail: 'Text must be Unicode without U+0000.' };
const noName: Unstorable = { path: [], detail: 'No name that JavaScript takes for something else.' };
const tooDeep: Unstorable = { path: [], detail: `At most ${MOST_LEVELS} levels of nesting.` };

const under = (key: PropertyKey, found: Unstorable): Unstorable => ({ ...found, path: [key, ...found.path] });

function findBadKey(key: PropertyKey): Unstorable | undefined {
  if (typeof key !== 'string') return undefined;
  // It would be dropped on the way, and what was asked for with it.
  if (key === '__proto__') return noName;
  return isStorable(key) ? undefined : badText;
}

/**
 * Finds what no database may be given. PostgreSQL cannot store U+0000, and neither engine a lone
 * surrogate: one such string would fail a whole group.
 */
export function findUnstorable(value: unknown, level = 0): Unstorable | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : badText;
  if (typeof value !== 'object' || value === null) return undefined;
  if (level === MOST_LEVELS) return tooDeep;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const badKey = findBadKey(key);
    if (badKey !== undefined) return { ...badKey, path: [key], inName: true };
    const found = findUnstorable(item, level + 1);
    if (found !== undefined) return under(key, found);
  }
  return undefined;
}
