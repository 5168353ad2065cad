import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { createYieldPoint } from '../concurrency/event-loop.ts';
import { sha256 } from '../crypto/hash.ts';
import { isSmall, type JsonWriter, jsonPieces } from './json-pieces.ts';

/** Deeper than anything that is accepted; deeper values would exhaust the recursion. */
const MOST_LEVELS = 200;
const HELD_MS = 5;

const write = configure({ maximumDepth: MOST_LEVELS });

/** Returns the JSON of a value with the fields of each object sorted by name, so that the order in which they were written does not matter. Hashes of it are stored: it must not change. */
export const canonicalJson = (value: unknown): string => write(value) ?? 'null';

const canonical: JsonWriter = { write, order: (fields) => fields.sort(([left], [right]) => (left < right ? -1 : 1)) };

/** Returns the SHA-256 of the canonical JSON of a value, lower-case hex; a large one is written in pieces, between which others have their turn. */
export async function hashCanonicalJson(value: unknown): Promise<string> {
  if (isSmall(value)) return sha256(canonicalJson(value));
  const yieldIfBusy = createYieldPoint(HELD_MS);
  const hash = createHash('sha256');
  for (const piece of jsonPieces(value, canonical)) {
    await yieldIfBusy();
    hash.update(piece);
  }
  return hash.digest('hex');
}
