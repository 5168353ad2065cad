import { configure } from 'safe-stable-stringify';

/** Deeper than anything that is taken; what lies deeper would end the recursion. */
const MOST_LEVELS = 200;

const write = configure({ maximumDepth: MOST_LEVELS });

/** JSON whose text does not depend on the order in which fields were written. Hashes of it are stored: it must not change. */
export const canonicalJson = (value: unknown): string => write(value) ?? 'null';
