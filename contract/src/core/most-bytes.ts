import { z } from 'zod';

/** Returns the bytes of a text in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Registers fields whose content callers choose, with the most bytes that it may take as JSON. They are counted before anything in it is checked. */
export const mostBytes = z.registry<{ readonly max: number }>();

/** Lists and objects that lie deeper are not counted. */
const MOST_LEVELS = 100;

function* partsOf(value: object): Generator<[overhead: number, part: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [1, item];
  else for (const name in value) yield [name.length + 4, (value as Record<string, unknown>)[name]];
}

/** Returns a lower bound of the bytes that a value takes as JSON; it stops counting once there are more than `most`. */
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
