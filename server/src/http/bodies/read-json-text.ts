import { limits, type Operation, takesJson } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { createValueCount, type ValueCount } from './count-values.ts';
import { type BodySource, type ReceivedBody, receiveBody } from './read-body.ts';

function tooManyValues(operation: Operation | undefined, longest: number): ApiError {
  const isBatch = operation?.errors.includes('batch_too_large') === true;
  if (isBatch && longest > limits.batch) return new ApiError('batch_too_large', { max: limits.batch });
  const detail = `A body has at most ${limits.bodyValues} values, of all its lists and objects together.`;
  return new ApiError('validation_failed', { max: limits.bodyValues }, { detail });
}

const tooDeep = () =>
  new ApiError(
    'invalid_json',
    {},
    { detail: `A large body has lists and objects at most ${limits.bodyDepth} levels inside of each other.` },
  );

function tooLongNames(): ApiError {
  const max = limits.bodyNameBytes;
  return new ApiError('validation_failed', { max }, { detail: `The names of the fields of a body have at most ${max} bytes together.` });
}

/** Bytes from which nesting is limited here, since such values are passed between threads; for smaller ones the schema decides. */
const DEEP_FROM_BYTES = 256 * 1024;

function refusalOf(count: ValueCount, { operation, size }: { operation: Operation | undefined; size: number }): ApiError | undefined {
  if (count.values() > limits.bodyValues) return tooManyValues(operation, count.longest());
  if (size >= DEEP_FROM_BYTES && count.deepest() > limits.bodyDepth) return tooDeep();
  return count.nameBytes() > limits.bodyNameBytes ? tooLongNames() : undefined;
}

function mostBytesOf(operation: Operation | undefined): number {
  if (operation === undefined) return limits.sendBodyBytes;
  const hasFields = operation.body !== undefined || !takesJson(operation);
  return operation.maxBody ?? (hasFields ? limits.bodyBytes : limits.emptyBodyBytes);
}

/** Receives the JSON text of an operation. Throws before it is parsed where it has too many values, names or levels. */
export function readJsonText(request: Request, operation: Operation | undefined, source: BodySource): Promise<ReceivedBody> {
  const count = createValueCount();
  let size = 0;
  const look = (chunk: Uint8Array) => {
    count.read(chunk);
    size += chunk.byteLength;
    return refusalOf(count, { operation, size });
  };
  return receiveBody(request, { max: mostBytesOf(operation), look }, source);
}
