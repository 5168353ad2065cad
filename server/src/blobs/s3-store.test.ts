import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../tests/support/fakes/s3-server.ts';
import { readConfig } from '../config/config.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { ByteStore } from './blobs.ts';
import { createS3Store } from './s3-store.ts';
import { parseS3Url } from './s3-url.ts';

const MB = 1024 * 1024;
const KEY = 'ten_a/msg_1/a.txt';
const PATH = `/bucket/some/prefix/${KEY}`;

async function* of(...chunks: Buffer[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

describe('the store of blobs in S3', () => {
  let server: S3Server;
  let store: ByteStore;
  beforeEach(async () => {
    server = await startS3Server();
    store = createS3Store(parseS3Url(server.url, readConfig({})));
  });
  afterEach(() => server.close());

  const write = (size = 8) => store.write(KEY, of(Buffer.alloc(size, 'x')));

  it('puts an object under the prefix, signed', async () => {
    await write();
    expect([...server.objects]).toEqual([[PATH, Buffer.alloc(8, 'x')]]);
  });

  it('puts a large object in parts', async () => {
    const posts: string[] = [];
    server.fail(({ method, query }) => {
      posts.push(`${method} ${query.get('partNumber') ?? ''}`);
      return undefined;
    });
    await write(20 * MB);
    expect(posts).toEqual(['POST ', 'PUT 1', 'PUT 2', 'PUT 3', 'POST ']);
    expect([server.objects.get(PATH)?.length, server.uploads.size]).toEqual([20 * MB, 0]);
  });

  it('tries again what the service could not take', async () => {
    let refusals = 2;
    server.fail(() => {
      refusals -= 1;
      return refusals >= 0 ? { status: 503 } : undefined;
    });
    await write();
    expect(server.objects.has(PATH)).toBe(true);
  });

  it('says that it is unavailable when the service stays so, or is not there', async () => {
    server.fail(() => ({ status: 500 }));
    await expect(write()).rejects.toThrow(Unavailable);
    await server.close();
    await expect(store.read(KEY, 0)).rejects.toThrow(Unavailable);
  });

  it("is unavailable while it refuses us, and tells the service's code and no secret", async () => {
    const because = (message: string) => ({ name: 'Unavailable', cause: { message } });
    server.fail(() => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }));
    await expect(write()).rejects.toMatchObject(because('S3 answered 403 (AccessDenied) to PUT ten_a/msg_1/a.txt'));
    const unsigned = createS3Store({ ...parseS3Url(server.url, readConfig({})), region: 'other' });
    server.fail(() => undefined);
    await expect(unsigned.remove([KEY])).rejects.toMatchObject(because(`S3 answered 403 (SignatureDoesNotMatch) to DELETE ${KEY}`));
  });

  it("tells the service's code of what we are to blame for", async () => {
    server.fail(() => ({ status: 400, body: '<Error><Code>InvalidRequest</Code></Error>' }));
    await expect(write()).rejects.toThrow('S3 answered 400 (InvalidRequest) to PUT ten_a/msg_1/a.txt');
  });

  it('takes a bucket that is not there for no answer of what is in it', async () => {
    expect(await store.read(KEY, 0)).toBeUndefined();
    server.fail(() => ({ status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }));
    for (const ask of [() => store.read(KEY, 0), () => store.remove([KEY]), write]) await expect(ask()).rejects.toThrow(Unavailable);
    server.fail(() => ({ status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }));
    await store.remove([KEY]);
  });

  it('is unavailable to whoever reads what breaks off', async () => {
    server.fail(() => ({ status: 200, headers: { 'content-length': '8' }, body: 'xxxx', cut: true }));
    const read = async () => Array.fromAsync((await store.read(KEY, 0)) ?? []);
    await expect(read()).rejects.toThrow(Unavailable);
  });

  it.each([
    ['a part is refused', 'PUT', { status: 403 }],
    ['putting it together fails in a 200', 'POST', { status: 200, body: '<Error><Code>InternalError</Code></Error>' }],
  ])('gives up the parts when %s', async (_case, method, answer) => {
    server.fail((request) => (request.method === method && request.query.has('uploadId') ? answer : undefined));
    await expect(write(9 * MB)).rejects.toThrow();
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });

  it('does not take the whole for a part', async () => {
    await write();
    server.fail(() => ({ status: 200, body: 'xxxxxxxx' }));
    await expect(store.read(KEY, 4)).rejects.toThrow('S3 answered 200');
  });

  it('is asked for one thing at a time while it answers nothing', async () => {
    const short = createS3Store(parseS3Url(server.url, readConfig({})), { answerMs: 300, bareMs: 300 });
    let asked = 0;
    server.fail(() => {
      asked += 1;
      return { status: 200, hang: true };
    });
    expect(short.isUnresponsive?.()).toBe(false);
    await expect(short.read(KEY, 0)).rejects.toThrow(Unavailable);
    expect(short.isUnresponsive?.()).toBe(true);
    const further = [short.read(KEY, 0), short.read(KEY, 0), short.remove([KEY]), short.write(KEY, of(Buffer.from('x')))];
    const outcomes = await Promise.allSettled(further);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Unavailable)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('is unavailable to whoever reads what stops', async () => {
    const short = createS3Store(parseS3Url(server.url, readConfig({})), { answerMs: 100, bareMs: 100 });
    server.fail(() => ({ status: 200, body: 'xxxx', hang: true }));
    const read = async () => Array.fromAsync((await short.read(KEY, 0)) ?? []);
    await expect(read()).rejects.toThrow(Unavailable);
  });
});
