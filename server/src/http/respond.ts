import { API_VERSION, anyMedia, type Media, type Operation } from '@posthorn/contract';
import type { Logger } from 'pino';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import type { ApiError } from '../core/errors/api-error.ts';
import type { Context } from '../core/request/context.ts';
import { jsonPieces } from '../core/text/json-pieces.ts';
import type { LogFault } from './fault-log.ts';

/** Returns the headers of every response, with those that the context sets. */
export const baseHeaders = (ctx: Context): Record<string, string> => ({
  'X-Request-Id': ctx.requestId,
  'X-API-Version': API_VERSION,
  'Cache-Control': 'no-store',
  // Keeps browsers from interpreting stored content as a page or a script.
  'X-Content-Type-Options': 'nosniff',
  ...ctx.headers,
});

const json = (value: unknown, status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify(value), { status, headers: { ...headers, 'Content-Type': 'application/json' } });

/** Text length from which a body is streamed, in characters. */
const LARGE_LENGTH = 128 * 1024;

/** Whether a top-level field is a large text; lists have no large items. */
const hasLargeText = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => typeof value === 'string' && value.length > LARGE_LENGTH);

async function* encode(pieces: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    // Lets other work have the event loop before the next piece is produced.
    await yieldTurns(1);
  }
}

/**
 * Returns a stream that reads its content as fast as the client does. If the client disconnects, the content ends; an error in it ends the
 * connection.
 */
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
        // Not an Error, whose stack the adapter would print.
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

/** Returns the HTTP response for the result of an operation: JSON, or a stream of the declared media type. */
export function writeResponse(
  operation: Operation,
  body: unknown,
  { ctx, log }: { readonly ctx: Context; readonly log: Logger },
): Response {
  const declared = operation.responses[ctx.status];
  const onFault = (fault: unknown) => log.error({ request_id: ctx.requestId, err: fault }, 'an answer broke off');
  if (isMedia(declared)) {
    const type = declared.media === anyMedia.media ? 'application/octet-stream' : declared.media;
    // Safe because Reply<O> gives a media response no other body.
    const stream = streamOf(body as AsyncIterable<Uint8Array>, onFault);
    return new Response(stream, { status: ctx.status, headers: { 'Content-Type': type, ...baseHeaders(ctx) } });
  }
  if (!hasLargeText(body)) return json(body, ctx.status, baseHeaders(ctx));
  const stream = streamOf(encode(jsonPieces(body, { write: JSON.stringify })), onFault);
  return new Response(stream, { status: ctx.status, headers: { ...baseHeaders(ctx), 'Content-Type': 'application/json' } });
}

/** Returns the `WWW-Authenticate` header of a 401 (RFC 6750, section 3), which says what is wrong with the Authorization header. */
function challengeOf({ code, detail }: ApiError): Record<string, string> {
  if (code !== 'unauthorized') return {};
  return { 'WWW-Authenticate': detail === null ? 'Bearer' : `Bearer error="invalid_request", error_description="${detail}"` };
}

/** Returns the HTTP response for an error, in the error envelope, and logs it. The only place that writes that envelope. */
export function writeError(fault: ApiError, ctx: Context, logFault: LogFault): Response {
  logFault(fault, ctx);
  return json(fault.toEnvelope(), fault.status, { ...baseHeaders(ctx), ...challengeOf(fault), ...fault.headers });
}
