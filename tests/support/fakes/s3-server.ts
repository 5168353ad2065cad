import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=test-id\/\d{8}\/test-1\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/;

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
  /** Ends the connection after the body, whatever length was announced. */
  readonly cut?: boolean;
  /** Stops after the body, or never starts without one. */
  readonly hang?: boolean;
}

type Made = Answer | undefined;

/** Returns the fault for a request; undefined for the normal answer. */
export type Fault = (request: { method: string; path: string; query: URLSearchParams }) => Made | Promise<Made>;

export interface S3Server {
  /** For BLOBS_URL. */
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Multipart uploads that were started and neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, ReadonlyMap<number, Buffer>>;
  fail(fault: Fault): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const refused = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

/** The part of S3 that the store of blobs uses, on loopback. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let fault: Fault = () => undefined;
  let begun = 0;

  function put(path: string, query: URLSearchParams, body: Buffer): Answer {
    const upload = query.get('uploadId');
    if (upload === null) objects.set(path, body);
    else if (uploads.get(upload)?.set(Number(query.get('partNumber')), body) === undefined) return refused(404, 'NoSuchUpload');
    return { status: 200, headers: { etag: `"${body.length}"` } };
  }

  function post(path: string, query: URLSearchParams, body: Buffer): Answer {
    const id = query.get('uploadId');
    if (id === null) {
      begun += 1;
      uploads.set(`upload ${begun}`, new Map());
      return { status: 200, body: `<Result><UploadId>upload ${begun}</UploadId></Result>` };
    }
    const parts = [...(uploads.get(id) ?? [])].sort(([left], [right]) => left - right);
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\d+)"<\/ETag>/g)].map(([, number, size]) => [
      Number(number),
      Number(size),
    ]);
    const isWhole = JSON.stringify(named) === JSON.stringify(parts.map(([number, part]) => [number, part.length]));
    const isLargeEnough = parts.slice(0, -1).every(([, part]) => part.length >= 5 * 1024 * 1024);
    if (!isWhole || !isLargeEnough || parts.length === 0) return refused(400, 'InvalidPart');
    objects.set(path, Buffer.concat(parts.map(([, part]) => part)));
    uploads.delete(id);
    return { status: 200, body: '<Result><ETag>"whole"</ETag></Result>' };
  }

  function get(path: string, range: string | undefined): Answer {
    const object = objects.get(path);
    if (object === undefined) return refused(404, 'NoSuchKey');
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (range !== undefined && from >= object.length) return refused(416, 'InvalidRange');
    return { status: range === undefined ? 200 : 206, body: object.subarray(from) };
  }

  function remove(path: string, query: URLSearchParams): Answer {
    const upload = query.get('uploadId');
    if (upload === null) objects.delete(path);
    else uploads.delete(upload);
    return { status: 204 };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await bodyOf(request);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://s3.test');
    const method = request.method ?? '';
    const { authorization = '', 'x-amz-date': date = '', range } = request.headers;
    if (!SIGNED.test(authorization) || !/^\d{8}T\d{6}Z$/.test(String(date))) return refused(403, 'SignatureDoesNotMatch');
    const made = await fault({ method, path, query });
    if (made !== undefined) return made;
    if (method === 'PUT') return put(path, query, body);
    if (method === 'POST') return post(path, query, body);
    return method === 'GET' ? get(path, range) : remove(path, query);
  }

  const server = createServer(async (request, response) => {
    const { status, headers, body = '', cut = false, hang = false } = await answer(request);
    if (hang && body === '') return;
    response.writeHead(status, headers);
    if (cut) response.write(body, () => response.destroy());
    else if (hang) response.write(body);
    else response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Safe because a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://test-id:test-secret@bucket/some/prefix?endpoint=http://127.0.0.1:${port}&region=test-1`,
    objects,
    uploads,
    fail: (next) => {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
