import { ApiError } from '../core/api-error.ts';
import type { Submitted } from '../core/context.ts';
import { hashCanonicalJson } from '../core/text/canonical-json.ts';
import type { IdempotencyClaim, SendRoute } from './intake/submission.ts';
import type { IncomingRequest } from './send-emails.ts';

/** The headers of both send operations, read. */
export interface SendHeaders {
  readonly 'idempotency-key'?: string | undefined;
  readonly 'x-service-test'?: boolean | undefined;
  readonly 'x-batch-validation'?: 'strict' | 'permissive' | undefined;
}

async function readClaim(headers: SendHeaders, body: unknown): Promise<IdempotencyClaim | null> {
  const key = headers['idempotency-key'];
  return key === undefined ? null : { key, bodyHash: await hashCanonicalJson(body) };
}

const faulty = <R extends SendRoute>(route: R, fault: ApiError): IncomingRequest<R> => ({
  route,
  fault,
  claim: null,
  strict: false,
  emails: [],
  testMode: false,
});

/** Reads a single send. What is wrong with its fields is said after an earlier answer to its key, and after the quota. */
export async function readSingle(
  headers: SendHeaders | ApiError,
  body: unknown,
  submitted?: Submitted,
): Promise<IncomingRequest<'single'>> {
  if (body instanceof ApiError) return faulty('single', body);
  if (headers instanceof ApiError) return faulty('single', headers);
  return {
    route: 'single',
    fault: null,
    claim: await readClaim(headers, body),
    strict: false,
    emails: [body],
    testMode: headers['x-service-test'] ?? false,
    submitted,
  };
}

/** Reads a batch; each item is wrong by itself. */
export async function readBatch(
  headers: SendHeaders | ApiError,
  body: { emails: readonly unknown[] } | ApiError,
): Promise<IncomingRequest<'batch'>> {
  const syntax = body instanceof ApiError && body.status !== 422;
  if (syntax) return faulty('batch', body);
  if (headers instanceof ApiError) return faulty('batch', headers);
  if (body instanceof ApiError) return faulty('batch', body);
  return {
    route: 'batch',
    fault: null,
    claim: await readClaim(headers, body),
    strict: headers['x-batch-validation'] === 'strict',
    emails: body.emails,
    testMode: headers['x-service-test'] ?? false,
  };
}
