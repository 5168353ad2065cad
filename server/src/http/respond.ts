import { Readable } from 'node:stream';
import { API_VERSION, anyMedia, type Media, type Operation } from '@posthorn/contract';
import type { Logger } from 'pino';
import type { ApiError } from '../core/api-error.ts';
import type { Context } from '../core/context.ts';

/** Headers of every answer. */
export const baseHeaders = (ctx: Context): Record<string, string> => ({
  'X-Request-Id': ctx.requestId,
  'X-API-Version': API_VERSION,
  'Cache-Control': 'no-store',
  ...ctx.headers,
});

const json = (value: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(value), { status, headers: { ...headers, 'Content-Type': 'application/json' } });

const isMedia = (declared: unknown): declared is Media => typeof declared === 'object' && declared !== null && 'media' in declared;

/** Writes what a procedure answered, as JSON or as a stream of the declared media type. */
export function writeAnswer(operation: Operation, body: unknown, ctx: Context): Response {
  const declared = operation.responses[ctx.status];
  if (!isMedia(declared)) return json(body, ctx.status, baseHeaders(ctx));
  // Safe because Reply<O> gives a media answer no other body.
  const stream = Readable.toWeb(Readable.from(body as AsyncIterable<Uint8Array>)) as ReadableStream;
  const type = declared.media === anyMedia.media ? 'application/octet-stream' : declared.media;
  return new Response(stream, { status: ctx.status, headers: { 'Content-Type': type, ...baseHeaders(ctx) } });
}

/** A fault of ours goes into the log, with its cause; a refusal of what was too much is one line. */
export function logFault(fault: ApiError, ctx: Context, log: Logger): void {
  const isRefusal = fault.code === 'service_unavailable' && fault.cause === undefined;
  if (isRefusal) log.warn({ request_id: ctx.requestId, code: fault.code }, fault.detail ?? 'too much at once');
  else if (fault.status >= 500) log.error({ request_id: ctx.requestId, code: fault.code, err: fault.cause ?? fault }, 'request failed');
}

/** Writes the error envelope; the only place that does. */
export function writeError(fault: ApiError, ctx: Context, log: Logger): Response {
  logFault(fault, ctx, log);
  return json(fault.toEnvelope(), fault.status, { ...baseHeaders(ctx), ...fault.headers });
}
