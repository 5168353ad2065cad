import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';
import type { Pooler, PoolerOptions } from './pgbouncer.ts';

const SSL_REQUEST = 80877103;
const [READY, IDLE] = ['Z', 'I'] as const;

interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Splits a stream into messages: a letter and a length, except the first message of a client. */
function createFraming(hasType: () => boolean, onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = hasType() ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage({ type: head === 1 ? String.fromCharCode(bytes[0] ?? 0) : 'startup', bytes });
    }
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const text = (...parts: readonly string[]) => Buffer.from(parts.map((part) => `${part}\0`).join(''));
const refusal = (reason: string) => message('E', text('SFATAL', 'C08P01', `M${reason}`, ''));

/** Names and values of a client's startup message. */
function readStartup(bytes: Buffer): ReadonlyMap<string, string> {
  const words = bytes.subarray(8).toString().split('\0');
  return new Map(Array.from({ length: words.length >> 1 }, (_, index) => [words[2 * index] ?? '', words[2 * index + 1] ?? '']));
}

/** A session with PostgreSQL. */
interface Backend {
  readonly socket: Socket;
  client: Socket | undefined;
  /** Number of pending requests that end in READY. */
  asked: number;
}

/**
 * Imitates the transaction mode of PgBouncer, for machines without it: each transaction gets the session that was idle for the longest, so
 * that session state left behind is elsewhere the next time. Without passwords.
 */
export async function startTransactionPooler(databaseUrl: string, { size, ignoresOptions = false }: PoolerOptions): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const clients = new Set<Socket>();
  const backends = new Set<Backend>();
  let resting: Backend[] = [];
  let waiting: { readonly startup: Buffer; readonly take: (backend: Backend) => void }[] = [];
  let opened = 0;

  function rest(backend: Backend): void {
    backend.client = undefined;
    const next = waiting.shift();
    if (next === undefined) resting.push(backend);
    else next.take(backend);
  }

  /** Opens another session for a waiting client, if there may be one. */
  function openMore(): void {
    const [first] = waiting;
    if (first !== undefined && opened < size) open(first.startup);
  }

  function open(startup: Buffer): void {
    opened += 1;
    const socket = connect(Number(target.port), target.hostname, () => socket.write(startup)).setNoDelay();
    const backend: Backend = { socket, client: undefined, asked: 0 };
    let isReady = false;
    backends.add(backend);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      backends.delete(backend);
      resting = resting.filter((one) => one !== backend);
      opened -= 1;
      backend.client?.destroy();
      openMore();
    });
    socket.on(
      'data',
      createFraming(
        () => true,
        ({ type, bytes }) => {
          if (isReady) backend.client?.write(bytes);
          if (type !== READY) return;
          if (isReady) backend.asked -= 1;
          isReady = true;
          if (String.fromCharCode(bytes[5] ?? 0) === IDLE && backend.asked <= 0) rest(backend);
        },
      ),
    );
  }

  function serve(client: Socket): void {
    let startup: Buffer | undefined;
    let backend: Backend | undefined;
    let queued: Message[] = [];
    clients.add(client);

    function pass({ type, bytes }: Message, to: Backend): void {
      if (type === 'Q' || type === 'S') to.asked += 1;
      to.socket.write(bytes);
    }
    function take(given: Backend): void {
      backend = given;
      given.client = client;
      for (const one of queued) pass(one, given);
      queued = [];
    }
    /** Accepts a client, or refuses it. */
    function start(bytes: Buffer): void {
      const parameters = readStartup(bytes);
      if (bytes.readUInt32BE(4) === SSL_REQUEST) client.write('N');
      else if (parameters.has('options') && !ignoresOptions) client.end(refusal('unsupported startup parameter: options'));
      else {
        const kept = [...parameters].filter(([name]) => name === 'user' || name === 'database');
        startup = message('x', Buffer.concat([Buffer.from([0, 3, 0, 0]), text(...kept.flat(), '')])).subarray(1);
        client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8, 1)), message(READY, Buffer.from(IDLE))]));
      }
    }
    /** Buffers what a client sends until it has a session. */
    function queue(one: Message, from: Buffer): void {
      queued.push(one);
      if (queued.length > 1) return;
      const free = resting.shift();
      if (free !== undefined) take(free);
      else waiting.push({ startup: from, take: (given) => (client.destroyed ? rest(given) : take(given)) });
      openMore();
    }
    function hear(one: Message): void {
      if (startup === undefined) start(one.bytes);
      else if (one.type === 'X') client.end();
      else if (backend?.client === client) pass(one, backend);
      else queue(one, startup);
    }
    client.on('error', () => undefined);
    client.on(
      'data',
      createFraming(() => startup !== undefined, hear),
    );
    client.on('close', () => {
      clients.delete(client);
      // A transaction that it left open ends with the session.
      if (backend?.client === client) backend.socket.destroy();
    });
  }

  let server: Server;
  async function begin(): Promise<void> {
    server = createServer({ noDelay: true }, serve);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }
  async function end(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    waiting = [];
    for (const socket of [...clients, ...[...backends].map((backend) => backend.socket)]) socket.destroy();
    await closed;
  }
  await begin();
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    restart: async () => {
      await end();
      await begin();
    },
    stop: end,
  };
}
