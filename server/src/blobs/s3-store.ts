import { AwsClient } from 'aws4fetch';
import pMap from 'p-map';
import pTimeout from 'p-timeout';
import { Unavailable } from '../core/errors/unavailable.ts';
import { createAnswerWatch } from './answer-watch.ts';
import type { ByteStore } from './blobs.ts';
import { inPieces } from './pieces.ts';
import type { S3Settings } from './s3-url.ts';

/** Maximum size of a single request; a larger blob is uploaded in parts, of which S3 accepts 10,000 of at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
const RETRIES = 3;
/** In milliseconds. */
interface Limits {
  /** From a request to the beginning of its answer. */
  readonly answerMs: number;
  /** The same if only the head is sent, and between two pieces of an answer. */
  readonly bareMs: number;
}
const LIMITS: Limits = { answerMs: 60_000, bareMs: 10_000 };
const REMOVED_AT_ONCE = 8;

type Piece = Buffer<ArrayBuffer>;

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Piece | string;
}

/** A multipart upload in progress. */
interface PartedUpload {
  put(part: Piece | string): Promise<void>;
  finish(): Promise<void>;
  giveUp(): Promise<void>;
}

const orUnavailable = (error: unknown): never => {
  throw new Unavailable(error);
};

const textOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Statuses of temporary faults and of faults that an operator fixes; the others are faults of this service. */
const isUnavailable = (status: number) => status >= 500 || [401, 403, 404, 408, 429].includes(status);

/** The bucket exists and has nothing under the key. */
class NoSuchKey extends Error {}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error;
}

/** Sends requests to a bucket; throws unless the answer has an expected status. */
function s3Client({ url, prefix, region, credentials }: S3Settings, { answerMs, bareMs }: Limits) {
  const watch = createAnswerWatch();
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES });

  function fetchAnswer({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const target = new URL(`${url}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const given = { method, headers, ...(body === undefined ? {} : { body }) };
    const isBare = method === 'GET' || method === 'DELETE';
    return watch(isBare ? bareMs : answerMs, (signal) => client.fetch(target, { ...given, signal }));
  }

  /** Returns the answer with its body unread. */
  const send = async (request: S3Request, ...expected: readonly number[]): Promise<Response> => {
    const response = await fetchAnswer(request);
    if (expected.includes(response.status)) return response;
    const code = textOf(await response.text().catch(orUnavailable), 'Code') ?? 'no code';
    const text = `S3 answered ${response.status} (${code}) to ${request.method} ${request.key}`;
    if (response.status === 404 && code === 'NoSuchKey') throw new NoSuchKey(text);
    throw isUnavailable(response.status) ? new Unavailable(new Error(text)) : new Error(text);
  };
  return { send, isUnresponsive: watch.isUnresponsive };
}

/** Stores bytes in a bucket of S3 or a compatible service. */
export function createS3Store(settings: S3Settings, limits: Limits = LIMITS): ByteStore {
  const { send, isUnresponsive } = s3Client(settings, limits);

  /** For answers whose body is irrelevant. */
  async function done(request: S3Request, ...expected: readonly number[]): Promise<Headers> {
    const response = await send(request, ...expected);
    await response.arrayBuffer().catch(orUnavailable);
    return response.headers;
  }

  async function beginParts(key: string): Promise<PartedUpload> {
    const begun = await send({ method: 'POST', key, query: { uploads: '' } }, 200);
    const uploadId = textOf(await begun.text().catch(orUnavailable), 'UploadId') ?? '';
    const tags: string[] = [];
    return {
      async put(body) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        tags.push((await done({ method: 'PUT', key, query, body }, 200)).get('etag') ?? '');
      },
      async finish() {
        const listed = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
        const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
        const finished = await (await send({ method: 'POST', key, query: { uploadId }, body }, 200)).text().catch(orUnavailable);
        // A failure after S3 has begun to answer comes with status 200.
        if (textOf(finished, 'ETag') === undefined) throw new Unavailable(new Error(`S3 did not put ${key} together`));
      },
      giveUp: async () => {
        await done({ method: 'DELETE', key, query: { uploadId } }, 204).catch(() => undefined);
      },
    };
  }

  return {
    isUnresponsive,
    async write(key, content) {
      let held: Piece | undefined;
      let upload: PartedUpload | undefined;
      try {
        for await (const piece of inPieces(content, PART_BYTES)) {
          // A piece that may be the only one is held back, since it is sent in one request.
          if (held !== undefined) {
            upload ??= await beginParts(key);
            await upload.put(held);
          }
          held = piece;
        }
        await (upload === undefined ? done({ method: 'PUT', key, body: held ?? '' }, 200) : upload.put(held ?? ''));
        await upload?.finish();
      } catch (error) {
        await upload?.giveUp();
        throw error;
      }
    },
    async read(key, from) {
      const headers = from === 0 ? {} : { Range: `bytes=${from}-` };
      const response = await send({ method: 'GET', key, headers }, from === 0 ? 200 : 206, 416).catch(unlessMissing);
      if (response?.ok === false) await response.arrayBuffer().catch(orUnavailable);
      return response && bytesOf(response.ok ? response.body : null, limits.bareMs);
    },
    async remove(keys) {
      await pMap(keys, (key) => done({ method: 'DELETE', key }, 200, 204).catch(unlessMissing), { concurrency: REMOVED_AT_ONCE });
    },
  };
}

/** Reads a response body; a stalled or interrupted one is not the reader's fault. */
async function* bytesOf(body: ReadableStream<Uint8Array> | null, limitMs: number): AsyncIterable<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const next = await pTimeout(reader.read(), { milliseconds: limitMs, message: `no more of an answer in ${limitMs} ms` });
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw new Unavailable(error);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
