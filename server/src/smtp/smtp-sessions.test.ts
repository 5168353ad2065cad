import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpSessions, disconnectReason, SESSION_LIMITS, type SessionLimits } from './smtp-sessions.ts';

const opened: Socket[] = [];
let server: SMTPServer | undefined;

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await new Promise<void>((resolve) => server?.close(resolve));
});

/** A server that takes every mail, and what went wrong while it did. */
async function start(change: Partial<SessionLimits> = {}) {
  const sessions = createSmtpSessions({ ...SESSION_LIMITS, ...change });
  const gone: (string | undefined)[] = [];
  const signals: AbortSignal[] = [];
  const chunks: number[] = [];
  server = new SMTPServer({
    ...sessions.options,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      signals.push(sessions.signal(session));
      const read = async () => {
        for await (const { length } of sessions.content(stream, session)) chunks.push(length);
      };
      read().then(
        () => done(),
        (error: Error) => {
          gone.push(disconnectReason(new Error('around it', { cause: error })));
          done(error);
        },
      );
    },
  });
  sessions.attach(server);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  /** A client, its lines answered one by one, and all that it was told until the end. */
  function dial(localAddress = '127.0.0.1') {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    opened.push(socket);
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString();
    });
    socket.on('error', () => undefined);
    const ended = once(socket, 'close').then(() => heard);
    const reply = async () => {
      await once(socket, 'data');
      return heard.trim().split('\r\n').at(-1) ?? '';
    };
    const greeting = reply();
    const say = (line: string) => {
      socket.write(`${line}\r\n`);
      return reply();
    };
    return { socket, greeting, say, ended };
  }

  const begin = async () => {
    const client = dial();
    await client.greeting;
    for (const line of ['EHLO client', 'MAIL FROM:<a@example.net>', 'RCPT TO:<b@example.net>', 'DATA']) await client.say(line);
    return client;
  };
  return { dial, begin, gone, signals, chunks };
}

describe('connections', () => {
  it('leave room for others, however many one address opens', async () => {
    const { dial } = await start();
    const greetings = await Promise.all(Array.from({ length: 200 }, () => dial().greeting));
    const codes = greetings.map((greeting) => greeting.slice(0, 3));
    expect(codes.filter((code) => code === '220')).toHaveLength(80);
    expect(codes.filter((code) => code === '421')).toHaveLength(120);
    expect(await dial('127.0.0.2').greeting).toMatch(/^220 /);
  });

  it('are free again once they have ended', async () => {
    const { dial } = await start({ connections: 5 });
    const first = dial();
    expect(await first.greeting).toMatch(/^220 /);
    expect(await dial().greeting).toMatch(/^421 /);
    await first.say('QUIT');
    await first.ended;
    expect(await dial().greeting).toMatch(/^220 /);
  });

  it('end after a time, whatever is said', async () => {
    const { dial } = await start({ sessionMs: 50 });
    expect(await dial().ended).toMatch(/^421 4\.4\.2 /m);
  });
});

describe('commands', () => {
  it('are counted until a mail is handed over', async () => {
    const { begin } = await start({ commands: 8 });
    const { say, ended } = await begin();
    expect(await say('A mail.\r\n.')).toMatch(/^250 /);
    for (let count = 0; count < 7; count += 1) expect(await say('NOOP')).toMatch(/^250 /);
    void say('NOOP').catch(() => undefined);
    expect(await ended).toMatch(/^421 4\.7\.0 /m);
  });
});

describe('a mail', () => {
  it('that stalls ends its connection', async () => {
    const { begin, gone } = await start({ minRate: { graceMs: 50, bytesPerSecond: 1_000_000 } });
    const { socket, ended } = await begin();
    socket.write('Subject: nothing more\r\n');
    expect(await ended).toMatch(/^421 4\.4\.2 /m);
    expect(gone).toEqual(['it was too slow']);
  });

  it('whose client goes away is told from a fault of ours', async () => {
    const { begin, gone } = await start();
    const { socket, ended } = await begin();
    socket.write('Subject: nothing more\r\n');
    socket.destroy();
    await ended;
    while (gone.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(gone).toEqual(['the connection broke off']);
  });

  it('whose lines begin with dots comes in no more chunks than over the network', async () => {
    const { begin, chunks } = await start();
    const { socket, say } = await begin();
    socket.write('..\r\n'.repeat(20_000));
    expect(await say('.')).toMatch(/^250 /);
    expect(chunks.reduce((sum, length) => sum + length)).toBe(60_000);
    expect(chunks.length).toBeLessThan(200);
  });

  it('that has come whole is given up once its client is gone', async () => {
    const { begin, signals } = await start();
    const { say, socket } = await begin();
    expect(await say('A mail.\r\n.')).toMatch(/^250 /);
    const [signal] = signals;
    expect(signal?.aborted).toBe(false);
    socket.destroy();
    while (signal?.aborted === false) await new Promise((resolve) => setImmediate(resolve));
    expect(disconnectReason(signal?.reason)).toBe('the connection was closed');
  });
});
