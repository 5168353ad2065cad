import { z } from 'zod';

/** Returns the bytes of a text in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Registers fields with free-form content, with the maximum bytes of that as JSON. They are counted before their content is validated. */
export const mostBytes = z.registry<{ readonly max: number }>();

/** Lists and objects nested deeper are not counted. */
const MOST_LEVELS = 100;

function* partsOf(value: object): Generator<[overhead: number, part: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [1, item];
  else for (const name in value) yield [name.length + 4, (value as Record<string, unknown>)[name]];
}

/** Returns a lower bound of the bytes of a value as JSON; counting stops beyond `most`. */
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
