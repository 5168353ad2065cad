import { API_VERSION, anyMedia, type Media, type Operation } from '@posthorn/contract';
import type { Logger } from 'pino';
import type { ApiError } from '../core/api-error.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import type { Context } from '../core/context.ts';
import { jsonPieces } from '../core/text/json-pieces.ts';
import { ThreadLost } from '../core/workers/ask-thread.ts';

/** Headers of every answer. */
export const baseHeaders = (ctx: Context): Record<string, string> => ({
  'X-Request-Id': ctx.requestId,
  'X-API-Version': API_VERSION,
  'Cache-Control': 'no-store',
  // No browser takes what somebody has stored for a page or a script.
  'X-Content-Type-Options': 'nosniff',
  ...ctx.headers,
});

const json = (value: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(value), { status, headers: { ...headers, 'Content-Type': 'application/json' } });

/** Longer ones are written in pieces. */
const LARGE_LENGTH = 128 * 1024;

/** Looks at the outermost fields, since lists have no large items. */
const hasLargeText = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => typeof value === 'string' && value.length > LARGE_LENGTH);

async function* encode(pieces: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    // The next one is written when this one is on its way, and not before others had their turn.
    await yieldTurns(1);
  }
}

/** A body that is asked for as the client takes it. A client that goes away ends it; a fault of ours cuts the connection. */
function streamOf(content: AsyncIterable<Uint8Array>, onFault: (fault: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  let isGone = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (isGone) return;
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (isGone) return;
        onFault(error);
        // No Error, of which the adapter would print the stack.
        controller.error('an answer broke off');
      }
    },
    async cancel() {
      isGone = true;
      await iterator.return?.();
    },
  });
}

const isMedia = (declared: unknown): declared is Media => typeof declared === 'object' && declared !== null && 'media' in declared;

/** Writes what a procedure answered, as JSON or as a stream of the declared media type. */
export function writeAnswer(operation: Operation, body: unknown, { ctx, log }: { readonly ctx: Context; readonly log: Logger }): Response {
  const declared = operation.responses[ctx.status];
  const onFault = (fault: unknown) => log.error({ request_id: ctx.requestId, err: fault }, 'an answer broke off');
  if (isMedia(declared)) {
    const type = declared.media === anyMedia.media ? 'application/octet-stream' : declared.media;
    // Safe because Reply<O> gives a media answer no other body.
    const stream = streamOf(body as AsyncIterable<Uint8Array>, onFault);
    return new Response(stream, { status: ctx.status, headers: { 'Content-Type': type, ...baseHeaders(ctx) } });
  }
  if (!hasLargeText(body)) return json(body, ctx.status, baseHeaders(ctx));
  const stream = streamOf(encode(jsonPieces(body, { write: JSON.stringify })), onFault);
  return new Response(stream, { status: ctx.status, headers: { ...baseHeaders(ctx), 'Content-Type': 'application/json' } });
}

/** A fault of ours goes into the log, with its cause; a refusal of what was too much is a warning. */
export function logFault(fault: ApiError, ctx: Context, log: Logger): void {
  const { cause } = fault;
  const isRefusal = fault.code === 'service_unavailable' && (cause === undefined || cause instanceof ThreadLost);
  if (isRefusal) log.warn({ request_id: ctx.requestId, code: fault.code, err: cause }, fault.detail ?? 'too much at once');
  else if (fault.status >= 500) log.error({ request_id: ctx.requestId, code: fault.code, err: fault.cause ?? fault }, 'request failed');
}

/** What is wrong with the header that names the caller, where the envelope has no room for it (RFC 6750, section 3). */
function challengeOf({ code, detail }: ApiError): Record<string, string> {
  if (code !== 'unauthorized') return {};
  return { 'WWW-Authenticate': detail === null ? 'Bearer' : `Bearer error="invalid_request", error_description="${detail}"` };
}

/** Writes the error envelope; the only place that does. */
export function writeError(fault: ApiError, ctx: Context, log: Logger): Response {
  logFault(fault, ctx, log);
  return json(fault.toEnvelope(), fault.status, { ...baseHeaders(ctx), ...challengeOf(fault), ...fault.headers });
}
