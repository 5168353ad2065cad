import { ApiError } from '../core/api-error.ts';
import type { LargeJson } from './large-json.ts';
import { type BodyBlocks, joinBlocks, type Sender } from './read-body.ts';

/** Longer texts are parsed in a thread: 24 MB of attachments would hold the event loop for a second. */
const LARGE_BYTES = 256 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

const notJson = () => new ApiError('invalid_json', {}, { detail: 'The body is not valid JSON.' });

function parseHere(body: BodyBlocks): unknown {
  try {
    return JSON.parse(decoder.decode(joinBlocks(body)));
  } catch {
    throw notJson();
  }
}

/** Parses a JSON text of any size; throws `invalid_json` for what is none. */
export async function parseJson(largeJson: LargeJson, body: BodyBlocks, sender: Sender): Promise<unknown> {
  if (body.size <= LARGE_BYTES) return parseHere(body);
  const parsed = await largeJson.parse(body, sender);
  if (!('value' in parsed)) throw notJson();
  return parsed.value;
}

/** Takes a parsed text for an object; `bareArray`: an array counts as an object that has it in this field. */
export function asJsonObject(value: unknown, bareArray: string | undefined): unknown {
  if (Array.isArray(value) && bareArray !== undefined) return { [bareArray]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
