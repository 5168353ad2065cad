import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../../../../tests/support/fakes/webhook-receiver.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { createWebhookClient } from './webhook-client.ts';

/** Past this an endpoint stops by itself: a client that has taken as much would take more. */
const ENOUGH_BYTES = 16 * 1024 * 1024;
const ENOUGH_HANDSHAKES = 1000;

/** An endpoint that answers each request as it is told. */
async function startEndpoint(answer: (socket: TLSSocket) => void) {
  const { certificate, close } = await startWebhookReceiver();
  const server = createServer({ key: certificate.key, cert: certificate.cert, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = createWebhookClient({ names: createNameService(undefined), allowPrivate: true });
  onTestFinished(async () => {
    await client.close();
    await new Promise((resolve) => server.close(resolve));
    await close();
  });
  // Safe because a server that listens on a port has an address of this form.
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  return () => client.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
}

/** Says something first, and something else as long as it is read. */
const endless = (first: string, then: string) => (socket: TLSSocket) => {
  const piece = Buffer.from(then.repeat(Math.ceil(16_384 / then.length)));
  const go = () => {
    while (socket.writable && socket.bytesWritten < ENOUGH_BYTES) if (!socket.write(piece)) return;
    socket.end();
  };
  socket.on('drain', go).write(first);
  go();
};

const tooLarge = { status: null, error: 'answer_too_large' };
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('an answer without an end', () => {
  it.each([
    ['of early hints', endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['that says that it is at work', endless('', 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['of empty lines', endless('', '\r\n')],
  ])('%s is given up as too large', async (_what, answer) => {
    const post = await startEndpoint(answer);
    expect(await post()).toMatchObject(tooLarge);
  });

  it('whose handshakes begin anew is given up as too large', async () => {
    let handshakes = 0;
    const post = await startEndpoint((socket) => {
      const again = () => {
        handshakes += 1;
        if (handshakes === ENOUGH_HANDSHAKES) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        else socket.renegotiate({ rejectUnauthorized: false }, (error) => error ?? again());
      };
      again();
    });
    expect(await post()).toMatchObject(tooLarge);
    expect(handshakes).toBeLessThan(ENOUGH_HANDSHAKES);
  });

  it.each([
    ['extensions of a chunk', endless(`${CHUNKED}1;`, 'a=b;')],
    ['chunks of a byte', endless(CHUNKED, '1\r\na\r\n')],
    ['body', endless('HTTP/1.1 200 OK\r\n\r\n', 'x')],
  ])('has its status, and no more of its %s is read', async (_what, answer) => {
    let socket: TLSSocket | undefined;
    const post = await startEndpoint((opened) => {
      socket = opened;
      answer(opened);
    });
    expect(await post()).toMatchObject({ status: 200, error: null });
    expect(socket?.bytesWritten).toBeLessThan(ENOUGH_BYTES);
  });

  it('has its status, and is not waited for if its body comes slowly', async () => {
    let closed: Promise<unknown> | undefined;
    const post = await startEndpoint((socket) => {
      closed = once(socket, 'close');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx');
    });
    const { status, error, durationMs } = await post();
    expect({ status, error }).toEqual({ status: 200, error: null });
    // Read up to the deadline, it would have taken these 10 s.
    expect(durationMs).toBeLessThan(10_000);
    await closed;
  });

  it('is not what many answers over one connection are', async () => {
    const connections = new Set<TLSSocket>();
    const post = await startEndpoint((socket) => {
      connections.add(socket);
      socket.write(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 15000\r\n\r\n${'x'.repeat(15_000)}`);
    });
    for (let n = 0; n < 30; n += 1) expect(await post()).toMatchObject({ status: 200, error: null });
    // The client may open a second one, which is no matter: there are twice as many bytes as one answer may have on each.
    expect(connections.size).toBeLessThan(3);
  });
});
