import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { LargeJson } from './large-json.ts';
import { asJsonObject, parseJson } from './parse-json.ts';
import { readBody, readJsonText, type Sender } from './read-body.ts';
import { readUpload } from './read-upload.ts';

/** Reads the body of an operation. Faults are thrown, or handed to the handler that asked for them. */
export async function takeBody(
  request: Request,
  operation: Operation,
  { sender, largeJson }: { readonly sender: Sender; readonly largeJson: LargeJson },
): Promise<unknown> {
  if (operation.body === undefined && operation.bodyType === undefined) return undefined;
  if (operation.bodyType === 'multipart') return readUpload(request, operation.maxBody ?? limits.fileBytes, sender);
  if (operation.bodyType === 'raw') return readBody(request, { max: operation.maxBody ?? limits.bodyBytes }, sender);
  try {
    const text = await readJsonText(request, operation, sender);
    if (text.size === 0 && operation.body?.safeParse({}).success === true) return {};
    return asJsonObject(await parseJson(largeJson, text, sender), operation.bareArray);
  } catch (error) {
    if (operation.bodyFaults === 'handler' && error instanceof ApiError) return error;
    throw error;
  }
}
