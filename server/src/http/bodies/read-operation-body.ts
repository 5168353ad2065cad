import { limits, type Operation, takesJson } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { LARGE_BYTES } from '../../core/incoming/incoming.ts';
import type { LargeJsonParser } from './large-json-parser.ts';
import type { LargeRequestLimiter } from './large-request-limiter.ts';
import { asJsonObject, parseJson } from './parse-json.ts';
import { type BodySource, type ReceivedBody, receiveBody } from './read-body.ts';
import { readJsonText } from './read-json-text.ts';
import { readUpload } from './read-upload.ts';

export interface BodyParts {
  readonly largeJson: LargeJsonParser;
  readonly largeRequests: LargeRequestLimiter;
}

interface ReadBodyParts extends BodyParts {
  readonly source: BodySource;
}

/** Memory that a large body takes while it is streamed to a store, in bytes. */
const STREAM_BYTES = 4 * 1024 * 1024;

/** Reads a body of any media type; a large one once the limiter admits it. */
async function readRaw(request: Request, max: number, { source, largeRequests }: ReadBodyParts): Promise<ReceivedBody> {
  const body = await receiveBody(request, { max }, source);
  if (body.size > LARGE_BYTES) await largeRequests.begin(STREAM_BYTES, source);
  return body;
}

/** Returns the fault of a body, in other words where it is compressed: nobody would look for that in the JSON. */
function faultOf(error: unknown, request: Request): unknown {
  const coding = request.headers.get('content-encoding');
  const isCoded = coding !== null && !/^(?:identity)?$/i.test(coding.trim());
  if (!isCoded || !(error instanceof ApiError) || error.code !== 'invalid_json') return error;
  return new ApiError('invalid_json', {}, { detail: 'The body is not JSON as it came: send it without Content-Encoding.' });
}

/**
 * Reads the body of a request as its operation declares it: JSON, an uploaded file, raw bytes, or nothing. Throws ApiError for what cannot
 * be read; where the operation has its handler answer such faults (`bodyFaults`), returns it instead.
 */
export async function readOperationBody(request: Request, operation: Operation, parts: ReadBodyParts): Promise<unknown> {
  const { source, largeJson } = parts;
  if (operation.bodyType === 'multipart') return readUpload(request, operation.maxBody ?? limits.fileBytes, source);
  if (operation.bodyType === 'raw') return readRaw(request, operation.maxBody ?? limits.bodyBytes, parts);
  if (!takesJson(operation)) return undefined;
  try {
    const text = await readJsonText(request, operation, source);
    if (text.size === 0 && operation.body?.safeParse({}).success !== false) return {};
    return asJsonObject(await parseJson(largeJson, text, source), operation.bareArray);
  } catch (thrown) {
    const error = faultOf(thrown, request);
    if (operation.bodyFaults === 'handler' && error instanceof ApiError) return error;
    throw error;
  }
}
