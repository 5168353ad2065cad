import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGE, MAX_BODY, MAX_FILE, type SampleApi, startSampleApi } from '../../../support/sample-api.ts';

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
    expect(await answer.json()).toEqual({ filename: 'a.txt', content_type: 'text/plain', size: MAX_FILE, label: null });
  });

  it('hands on the text fields, before the file and behind it, and refuses one that is given twice', async () => {
    const { body } = form('file', 10);
    body.append('label', 'a'.repeat(1024));
    const answer = await call('POST', '/v1/things/upload', { body });
    expect(await answer.json()).toMatchObject({ size: 10, label: 'a'.repeat(1024) });
    expect(answer.headers.get('x-ignored-fields')).toBe('other');
    body.append('label', 'b');
    const twice = await call('POST', '/v1/things/upload', { body });
    expect(await twice.json()).toMatchObject({ error: 'validation_failed', field: 'label' });
  });

  it('refuses a form that ends behind its file', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=B' };
    const part = (name: string) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
    const file = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n';
    for (const rest of ['--B', part('label'), `${part('label')}a`]) {
      const answer = await call('POST', '/v1/things/upload', { body: `${file}${rest}`, headers });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'missing_file', detail: expect.stringContaining('broke off') });
    }
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
