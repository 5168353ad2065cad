import { z } from 'zod';

/** Fields that hold what callers fill: most bytes as JSON. Counted before any of it is looked at, as far as is cheap. */
export const mostBytes = z.registry<{ readonly max: number }>();

/** Lists and objects that lie deeper are not counted. */
const MOST_LEVELS = 100;

function* partsOf(value: object): Generator<[overhead: number, part: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [1, item];
  else for (const name in value) yield [name.length + 4, (value as Record<string, unknown>)[name]];
}

/** Returns what a value takes as JSON at least, in bytes: counted until they are more than `most`. */
export function leastJsonBytes(value: unknown, most: number, level = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null || level === MOST_LEVELS) return 1;
  let bytes = 1;
  for (const [overhead, part] of partsOf(value)) {
    bytes += overhead + leastJsonBytes(part, most - bytes, level + 1);
    if (bytes > most) break;
  }
  return bytes;
}
