import { isRecord } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import type { Context } from '../core/request/context.ts';
import { hashCanonicalJson } from '../core/text/canonical-json.ts';
import type { IdempotencyKey, SendRoute } from './intake/admission-request.ts';
import type { IncomingRequest } from './send-emails.ts';

/** The parsed headers of both send operations. */
export interface SendHeaders {
  readonly 'idempotency-key'?: string | undefined;
  readonly 'x-service-test'?: boolean | undefined;
  readonly 'x-batch-validation'?: 'strict' | 'permissive' | undefined;
}

/** What an interface knows of a send beside its headers and body. */
export type SendContext = Pick<Context, 'submission' | 'comparedBody'>;

const isTest = (email: unknown) => isRecord(email) && email.test_mode === true;

async function readIdempotencyKey(headers: SendHeaders, body: unknown, emails: readonly unknown[]): Promise<IdempotencyKey | null> {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  // Asked for by the header alone, test mode is part of what is asked for, as in the body: a real send is no repetition of it.
  const isByHeader = headers['x-service-test'] === true && !emails.every(isTest);
  const isReal = headers['x-service-test'] !== true && !emails.some(isTest);
  if (!isByHeader) return { key, bodyHash: await hashCanonicalJson(body), isReal };
  return { key, bodyHash: await hashCanonicalJson({ body, test: true }), earlierTestHash: await hashCanonicalJson(body), isReal };
}

const faulty = <R extends SendRoute>(route: R, fault: ApiError): IncomingRequest<R> => ({
  route,
  fault,
  idempotency: null,
  strict: false,
  emails: [],
  testMode: false,
});

/**
 * Reads a single send. The email stays unchecked: its faults are answered after an idempotent replay and the quota. Unreadable headers or
 * body become the fault of the request.
 */
export async function readSingle(
  headers: SendHeaders | ApiError,
  body: unknown,
  { submission, comparedBody = body }: SendContext = {},
): Promise<IncomingRequest<'single'>> {
  if (body instanceof ApiError) return faulty('single', body);
  if (headers instanceof ApiError) return faulty('single', headers);
  return {
    route: 'single',
    fault: null,
    idempotency: await readIdempotencyKey(headers, comparedBody, [body]),
    strict: false,
    emails: [body],
    testMode: headers['x-service-test'] ?? false,
    submission,
  };
}

/** Reads a batch. Its items stay unchecked, since each is refused by itself; unreadable headers or body become the fault of the request. */
export async function readBatch(
  headers: SendHeaders | ApiError,
  body: { emails: readonly unknown[] } | ApiError,
  { comparedBody = body }: SendContext = {},
): Promise<IncomingRequest<'batch'>> {
  const syntax = body instanceof ApiError && body.status !== 422;
  if (syntax) return faulty('batch', body);
  if (headers instanceof ApiError) return faulty('batch', headers);
  if (body instanceof ApiError) return faulty('batch', body);
  return {
    route: 'batch',
    fault: null,
    idempotency: await readIdempotencyKey(headers, comparedBody, body.emails),
    strict: headers['x-batch-validation'] === 'strict',
    emails: body.emails,
    testMode: headers['x-service-test'] ?? false,
  };
}
