import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../../core/api-error.ts';
import { LARGE_BYTES } from '../../core/incoming/incoming.ts';
import type { LargeJson } from './large-json.ts';
import type { LargeWork } from './large-work.ts';
import { asJsonObject, parseJson } from './parse-json.ts';
import { type BodySource, type ReceivedBody, receiveBody } from './read-body.ts';
import { readJsonText } from './read-json-text.ts';
import { readUpload } from './read-upload.ts';

export interface BodyParts {
  readonly largeJson: LargeJson;
  readonly largeWork: LargeWork;
}

interface Taking extends BodyParts {
  readonly source: BodySource;
}

/** Of a large body that is handed on piece by piece: a piece, and what is made of it on its way to the store. */
const STREAM_BYTES = 4 * 1024 * 1024;

/** Reads a body that is no text to us; one that is large is handed on in its turn. */
async function takeRaw(request: Request, max: number, { source, largeWork }: Taking): Promise<ReceivedBody> {
  const body = await receiveBody(request, { max }, source);
  if (body.size > LARGE_BYTES) await largeWork.begin(STREAM_BYTES, source);
  return body;
}

/** Reads the body of an operation. Faults are thrown, or handed to the handler that asked for them. */
export async function takeBody(request: Request, operation: Operation, taking: Taking): Promise<unknown> {
  const { source, largeJson } = taking;
  if (operation.body === undefined && operation.bodyType === undefined) return undefined;
  if (operation.bodyType === 'multipart') return readUpload(request, operation.maxBody ?? limits.fileBytes, source);
  if (operation.bodyType === 'raw') return takeRaw(request, operation.maxBody ?? limits.bodyBytes, taking);
  try {
    const text = await readJsonText(request, operation, source);
    if (text.size === 0 && operation.body?.safeParse({}).success === true) return {};
    return asJsonObject(await parseJson(largeJson, text, source), operation.bareArray);
  } catch (error) {
    if (operation.bodyFaults === 'handler' && error instanceof ApiError) return error;
    throw error;
  }
}
