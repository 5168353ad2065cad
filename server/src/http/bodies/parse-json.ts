import { ApiError } from '../../core/errors/api-error.ts';
import type { LargeJsonParser } from './large-json-parser.ts';
import type { BodySource, ReceivedBody } from './read-body.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

const notJson = () => new ApiError('invalid_json', {}, { detail: 'The body is not valid JSON.' });

function parseHere(text: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(text));
  } catch {
    throw notJson();
  }
}

/** Parses a JSON text of any size, large ones in a thread. Throws `invalid_json`. */
export async function parseJson(largeJson: LargeJsonParser, { size, bytes, byFile }: ReceivedBody, source: BodySource): Promise<unknown> {
  if (byFile === undefined) return parseHere(await bytes());
  const parsed = await largeJson.parse({ size, byFile }, source);
  if (!('value' in parsed)) throw notJson();
  return parsed.value;
}

/**
 * Returns a parsed JSON text that is an object; throws `invalid_json` for other values. `bareArray`: the field that a top-level array
 * becomes.
 */
export function asJsonObject(value: unknown, bareArray: string | undefined): unknown {
  if (Array.isArray(value) && bareArray !== undefined) return { [bareArray]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
