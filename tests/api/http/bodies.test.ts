import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSystemRandom } from '../../../server/src/core/crypto/random.ts';
import { createTemporaryFiles } from '../../../server/src/core/incoming/temporary-file.ts';
import { LARGE, MAX_BODY, MAX_FILE, type SampleApi, startSampleApi } from '../../support/sample-api.ts';

/** A busy machine may take long for anything. */
const PATIENT = { timeout: 300_000 };

let api: SampleApi;
beforeAll(async () => {
  api = await startSampleApi();
});
afterAll(() => api.close());
const call: SampleApi['call'] = (...request) => api.call(...request);
const post: SampleApi['post'] = (...request) => api.post(...request);

describe('400', () => {
  it.each(['{', '', '[]', '1', 'null', '"text"', '{"name":"\u00ff'])('refuses %j', async (body) => {
    const answer = await call('POST', '/v1/things', { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_json', detail: expect.any(String) });
  });

  it('refuses bytes that are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await call('POST', '/v1/things', { body })).status).toBe(400);
  });

  it('says of a compressed body that it is not taken as such', async () => {
    const body = gzipSync('{"name":"a"}');
    const answer = await call('POST', '/v1/things', { body, headers: { 'content-encoding': 'gzip' } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_json', detail: expect.stringContaining('without Content-Encoding') });
    const plain = await call('POST', '/v1/things', { body: '{"name":"a"}', headers: { 'content-encoding': 'identity' } });
    expect(plain.status).toBe(201);
  });

  it('takes an empty body as {} where every field is optional', async () => {
    const answer = await call('POST', '/v1/things/touch');
    expect(await answer.json()).toEqual({ note: null });
  });

  it('is handed to the handler that asked for it', async () => {
    expect(await (await call('POST', '/v1/send', { body: '{' })).json()).toEqual({ verdict: 'invalid_json' });
    expect(await (await post('/v1/send', { to: 1 })).json()).toEqual({ verdict: 'validation_failed' });
    expect(await (await post('/v1/send', { to: 'x'.repeat(MAX_BODY) })).json()).toEqual({ verdict: 'request_too_large' });
  });
});

describe('413', () => {
  it('refuses a declared length without taking the body in', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(api.port, '127.0.0.1', () => {
        socket.write(`POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Length: 1000000\r\n\r\n{`);
      });
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain(`"max_bytes":${MAX_BODY}`);
  });

  it('refuses a chunked body once it is too long', async () => {
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(400, ' ')),
    });
    const answer = await call('POST', '/v1/things', { body: chunks, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'request_too_large', max_bytes: MAX_BODY });
  });

  it('takes a body of exactly the limit', async () => {
    const body = '{"name":"a"}'.padEnd(MAX_BODY, ' ');
    expect((await call('POST', '/v1/things', { body })).status).toBe(201);
  });
});

describe('408', () => {
  let hasty: SampleApi;
  beforeAll(async () => {
    hasty = await startSampleApi({ minRate: { graceMs: 50, bytesPerSecond: 1_000_000 } });
  });
  afterAll(() => hasty.close());

  /** Sends the beginning of a body and nothing more, and returns the answer once the server has ended the connection. */
  const stall = (path: string, head: readonly string[], beginning: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(hasty.port, '127.0.0.1');
      socket.on('data', (data) => {
        answer += data.toString();
      });
      // A server that has not read all ends it so, after the answer.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
      socket.write([`POST ${path} HTTP/1.1`, 'Host: x', 'Authorization: Bearer full', ...head, '', beginning].join('\r\n'));
    });

  it.each([
    ['a small body', '/v1/things', ['Content-Length: 900'], '{"name":'],
    ['a large one', '/v1/large', [`Content-Length: ${LARGE}`], '{"name":"'.padEnd(100_000, 'x')],
    ['one of unknown length', '/v1/large', ['Transfer-Encoding: chunked'], '1\r\n{\r\n'],
    [
      'a file',
      '/v1/things/upload',
      ['Content-Length: 5000', 'Content-Type: multipart/form-data; boundary=b'],
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
  ])('ends the connection of a client that stalls: %s', async (_case, path, head, beginning) => {
    const answer = await stall(path, head, beginning);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"error":"request_timeout"');
  });
});

describe('values', () => {
  const many = (count: number) => `{"name":"a","rest":[${'0,'.repeat(count)}0]}`;

  it('takes 50,000 of them', async () => {
    expect((await call('POST', '/v1/large', { body: many(49_995) })).status).toBe(201);
  });

  it('refuses more before they become objects', async () => {
    const answer = await call('POST', '/v1/large', { body: many(50_000) });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: 'validation_failed', max: 50_000 });
  });

  it('does not count what stands in strings', async () => {
    expect((await call('POST', '/v1/large', { body: JSON.stringify({ name: '{},\\"'.repeat(50_000) }) })).status).toBe(201);
  });
});

describe('multipart', () => {
  const form = (field: string, size: number) => {
    const data = new FormData();
    data.append('other', 'ignored');
    data.append(field, new Blob([Buffer.alloc(size, 'x')], { type: 'text/plain' }), 'a.txt');
    return { body: data };
  };

  it('hands the file on', async () => {
    const answer = await call('POST', '/v1/things/upload', form('file', MAX_FILE));
    expect(await answer.json()).toEqual({ filename: 'a.txt', content_type: 'text/plain', size: MAX_FILE });
  });

  it('refuses a longer file, however long the request is', async () => {
    const answer = await call('POST', '/v1/things/upload', form('file', MAX_FILE + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'file_too_large', max_bytes: MAX_FILE });
  });

  it('refuses a form without the file, and a body that is no form', async () => {
    for (const init of [
      form('document', 10),
      { body: '{"file":1}' },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      {},
    ]) {
      const answer = await call('POST', '/v1/things/upload', init);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'missing_file' });
    }
  });
});

describe('503', () => {
  const over = (size: number) => call('POST', '/v1/large', { body: JSON.stringify({ name: 'x'.repeat(size) }) });

  it('is the answer while too much is being read, and not to what is only announced', async () => {
    const slow = Array.from({ length: 20 }, () => {
      const socket = connect(api.port, '127.0.0.1');
      socket.write(`POST /v1/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Length: ${LARGE}\r\n\r\n{`);
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect((await over(100_000)).status).toBe(201);
    const answer = await over(LARGE - 100);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await over(100_000)).status).toBe(201);
    for (const socket of slow) socket.destroy();
  });
});

describe('a large body that waits for others', () => {
  let waiting: SampleApi;
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  beforeAll(async () => {
    const onLarge = (tenantId: string) => {
      begun.push(tenantId);
      return gate.promise;
    };
    waiting = await startSampleApi({ turns: 1, largeBytes: 500_000, onLarge });
  });
  afterAll(() => waiting.close());
  const large = (key: string) => waiting.post('/v1/large', { name: 'x'.repeat(400_000) }, key);

  it("waits on disk, and keeps neither its tenant's turn nor the requests of others", async () => {
    const first = large('other');
    await vi.waitUntil(() => begun.length === 1, PATIENT);
    const second = large('full');
    await vi.waitUntil(() => waiting.filed() > 0, PATIENT);
    for (const key of ['full', 'full']) expect((await waiting.post('/v1/things/touch', {}, key)).status).toBe(200);
    expect(begun).toEqual(['ten_2']);
    await expect.poll(() => [waiting.filed(), waiting.inMemory()]).toEqual([400_011, 0]);
    gate.resolve();
    expect((await first).status).toBe(201);
    expect((await second).status).toBe(201);
    expect(begun).toEqual(['ten_2', 'ten_1']);
    await expect.poll(() => [waiting.filed(), waiting.inMemory()]).toEqual([0, 0]);
  });
});

describe('bytes that are no text to us', () => {
  const given = (size: number) => 'abcdefgh'.repeat(size / 8);

  it.each([0, 8, 200_000, 400_000])('come as they were, of %d bytes', async (size) => {
    const answer = await call('POST', '/v1/raw', { body: given(size) });
    expect(answer.status).toBe(201);
    expect((await answer.json()) as unknown).toEqual({ size, text: given(size) });
  });

  it('are refused past their limit', async () => {
    const answer = await call('POST', '/v1/raw', { body: given(LARGE + 8) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'request_too_large', max_bytes: LARGE });
  });

  it('wait for their turn on disk where they are large, and stay there while they are handed on', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const onLarge = async () => {
      begun += 1;
      await gates[begun - 1]?.promise;
    };
    const waiting = await startSampleApi({ largeBytes: 500_000, onLarge });
    const first = waiting.post('/v1/large', { name: 'x'.repeat(400_000) }, 'other');
    await vi.waitUntil(() => begun === 1, PATIENT);
    const second = waiting.call('POST', '/v1/raw', { body: given(400_000) });
    await vi.waitUntil(() => waiting.filed() === 400_000, PATIENT);
    expect((await waiting.post('/v1/things/touch', {})).status).toBe(200);
    await expect.poll(() => [begun, waiting.inMemory()]).toEqual([1, 0]);
    gates[0]?.resolve();
    await vi.waitUntil(() => begun === 2, PATIENT);
    await expect.poll(() => [waiting.filed(), waiting.inMemory()]).toEqual([400_000, 0]);
    gates[1]?.resolve();
    expect((await first).status).toBe(201);
    expect((await second).status).toBe(201);
    await expect.poll(() => [waiting.filed(), waiting.inMemory()]).toEqual([0, 0]);
    await waiting.close();
  });
});

describe('a disk that is short', () => {
  it('refuses large bodies before it is full, says so in the log, and takes small ones', async () => {
    const findSpace = async () => ({ size: 100 * 2 ** 30, free: 300 * 2 ** 20 });
    const openFile = createTemporaryFiles({ directory: tmpdir(), random: createSystemRandom(), findSpace }).open;
    const short = await startSampleApi({ openFile });
    const answer = await short.post('/v1/large', { name: 'x'.repeat(400_000) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: 'service_unavailable', detail: expect.stringContaining('no room on disk') });
    expect(short.logged).toEqual([expect.stringMatching(/"level":50.*has only 300 MiB free/)]);
    expect((await short.post('/v1/large', { name: 'x'.repeat(200_000) })).status).toBe(201);
    await expect.poll(() => [short.filed(), short.inMemory()]).toEqual([0, 0]);
    await short.close();
  });
});

describe('a full disk', () => {
  it('refuses large bodies, says so in the log, and takes small ones', async () => {
    const full = await startSampleApi({ openFile: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })) });
    const answer = await full.post('/v1/large', { name: 'x'.repeat(400_000) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: 'service_unavailable', detail: expect.stringContaining('disk') });
    expect(full.logged).toEqual([expect.stringMatching(/"level":50.*no space left/)]);
    expect((await full.post('/v1/large', { name: 'x'.repeat(200_000) })).status).toBe(201);
    await expect.poll(() => [full.filed(), full.inMemory()]).toEqual([0, 0]);
    await full.close();
  });
});
