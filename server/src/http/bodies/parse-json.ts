import { ApiError } from '../../core/api-error.ts';
import type { LargeJson } from './large-json.ts';
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

/** Parses a JSON text of any size, a large one in a thread; throws `invalid_json` for what is none. */
export async function parseJson(largeJson: LargeJson, { size, bytes, byFile }: ReceivedBody, source: BodySource): Promise<unknown> {
  if (byFile === undefined) return parseHere(await bytes());
  const parsed = await largeJson.parse({ size, byFile }, source);
  if (!('value' in parsed)) throw notJson();
  return parsed.value;
}

/** Takes a parsed text for an object; `bareArray`: an array counts as an object that has it in this field. */
export function asJsonObject(value: unknown, bareArray: string | undefined): unknown {
  if (Array.isArray(value) && bareArray !== undefined) return { [bareArray]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
