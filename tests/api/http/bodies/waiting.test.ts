import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSystemRandom } from '../../../../server/src/core/crypto/random.ts';
import { createTemporaryFiles } from '../../../../server/src/core/incoming/temporary-file.ts';
import { LARGE, type SampleApi, startSampleApi } from '../../../support/sample-api.ts';

/** A busy machine may take long for anything. */
const PATIENT = { timeout: 300_000 };

let api: SampleApi;
beforeAll(async () => {
  api = await startSampleApi();
});
afterAll(() => api.close());
const call: SampleApi['call'] = (...request) => api.call(...request);

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
  it('is told from a limit of open files', async () => {
    const refused = async (code: string) => {
      const openFile = () => Promise.reject(Object.assign(new Error('no'), { code }));
      const api = await startSampleApi({ openFile });
      const answer = await api.post('/v1/large', { name: 'x'.repeat(400_000) });
      await api.close();
      const { detail } = (await answer.json()) as { detail: string };
      return [answer.status, detail];
    };
    expect(await refused('EMFILE')).toEqual([503, expect.stringContaining('too many open files')]);
    expect(await refused('ENOSPC')).toEqual([503, expect.stringContaining('no room on disk')]);
  });

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
