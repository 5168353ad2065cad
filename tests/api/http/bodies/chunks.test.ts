import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../support/posthorn.ts';

const FORM_TYPE = 'multipart/form-data; boundary=B';
const uploadOf = (length: number) =>
  `--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(length)}\r\n--B--\r\n`;

interface Posting {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of a chunk. */
  readonly size: number;
  /** What is sent in front of it. */
  readonly first?: string;
}

/** Says what came of a request, and whether its connection was good for another. */
const outcome = (heard: string) => ({
  status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]),
  goesOn: heard.includes('"status":"ok"'),
  says: /chunks \(Transfer-Encoding\)/.test(heard),
});
const TAKEN = { goesOn: true, says: false };

describe.each(engines)('a body in chunks on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const mailOf = (length: number) =>
    JSON.stringify({ from: tenant.from, to: ['ann@example.net'], subject: 'Hello', text_body: 'x'.repeat(length) });

  /** Sends a body chunk by chunk and another request behind it, and resolves with all that was answered. */
  const post = async ({ path, headers = {}, body, size, first = '' }: Posting) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString();
      if (outcome(heard).goesOn) socket.destroy();
    });
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    const lines = Object.entries({ Host: 'x', 'Transfer-Encoding': 'chunked', ...headers }).map((header) => header.join(': '));
    const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.slice(index * size, (index + 1) * size));
    const coded = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    socket.write(`${first}POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${coded}0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n`);
    await ended;
    return outcome(heard);
  };
  const own = (type = 'application/json') => ({ Authorization: `Bearer ${tenant.key}`, 'Content-Type': type });
  const send = (body: string, size: number) => post({ path: '/v1/email', headers: own(), body, size });
  const countMessages = async () => (await tenant.call('GET', '/v1/messages')).body.data.length;
  const upload = (body: string, size: number) => post({ path: '/v1/attachments', headers: own(FORM_TYPE), body, size });

  it('is taken however small they are, while they are few', async () => {
    expect(await send(mailOf(5000), 1)).toEqual({ status: 202, ...TAKEN });
    expect(await upload(uploadOf(5000), 1)).toEqual({ status: 201, ...TAKEN });
  });

  it('is taken however many they are, while they are not small', async () => {
    expect(await send(mailOf(900_000), 50)).toEqual({ status: 202, ...TAKEN });
    expect(await upload(uploadOf(2_000_000), 50)).toEqual({ status: 201, ...TAKEN });
  });

  it('is refused where there are many small ones, and the connection ends', async () => {
    const refused = { status: 413, goesOn: false, says: true };
    const before = await countMessages();
    expect(await send(mailOf(20_000), 1)).toEqual(refused);
    expect(await send(mailOf(900_000), 16)).toEqual(refused);
    expect(await upload(uploadOf(20_000), 1)).toEqual(refused);
    expect(await post({ path: '/trpc/email.send', headers: own(), body: `{"body":${mailOf(20_000)}}`, size: 1 })).toEqual(refused);
    expect(await countMessages()).toBe(before);
  });

  it('is refused, and the connection ends, also where it has come behind another request', async () => {
    const first = 'GET /v1/messages HTTP/1.1\r\nHost: x\r\n\r\n';
    const refused = { status: 401, goesOn: false, says: true };
    expect(await post({ path: '/v1/email', headers: own(), body: mailOf(9000), size: 1, first })).toEqual(refused);
    expect(await post({ path: '/v1/email', headers: own(), body: mailOf(20_000), size: 1, first })).toEqual(refused);
  });

  it.each([
    ['a caller without a key', 401, '/v1/email'],
    ['a path that is not there', 404, '/nothing'],
    ['a method that is not taken', 405, '/health'],
    ['a door of the provider that is closed', 404, '/provider-events/ses'],
  ])('ends the connection where it is refused before it is read, as for %s', async (_what, status, path) => {
    const headers = { 'Content-Type': 'application/json' };
    expect(await post({ path, headers, body: mailOf(500_000), size: 1 })).toEqual({ status, goesOn: false, says: false });
    expect(await post({ path, headers, body: mailOf(5000), size: 1 })).toMatchObject({ status, goesOn: true });
  });
});
