import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/**
 * Replies by the first word of a command, including `greeting` and `dot`; `drop` cuts the connection, after `hang` it stays silent, and
 * `drip` is a reply without an end. A list is used in order, and its last reply repeats. `content`, if given, is sent too early, during the content.
 */
export type Script = Readonly<Record<string, string | readonly string[]>>;

const POLITE: Script = {
  greeting: '220 script',
  EHLO: '250 script',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  dot: '250 ok',
  RSET: '250 ok',
  QUIT: '221 bye',
};

/** A server that replies in ways a real one would not. */
export interface SmtpScript {
  readonly url: string;
  /** The commands received, over all connections. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

/** Returns the reply to each step in turn, over all connections. */
function createReplies(script: Script): (key: string) => string {
  const said = new Map<string, number>();
  return (key) => {
    const replies = [script[key] ?? '502 unknown'].flat();
    const count = said.get(key) ?? 0;
    said.set(key, count + 1);
    return replies[Math.min(count, replies.length - 1)] ?? '502 unknown';
  };
}

interface Scripted {
  readonly replyTo: (key: string) => string;
  readonly isEarly: boolean;
  readonly commands: string[];
}

/** Sends a reply without an end, a line at a time. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-more\r\n'), 10);
  socket.once('close', () => clearInterval(timer));
}

function converse(socket: Socket, { replyTo, isEarly, commands }: Scripted): void {
  let rest = '';
  let inData = false;
  let isFirst = false;
  let hangs = false;
  const say = (key: string) => {
    if (hangs) return;
    const reply = replyTo(key);
    hangs = reply === 'hang' || reply === 'drip';
    if (reply === 'drop') socket.destroy();
    else if (reply === 'drip') drip(socket);
    else if (!hangs) socket.write(`${reply}\r\n`);
    if (key === 'DATA') {
      inData = reply.startsWith('354');
      isFirst = inData;
    }
  };
  const take = (line: string) => {
    if (!inData) {
      commands.push(line);
      say(line.split(/[ :]/)[0]?.toUpperCase() ?? '');
    } else if (line === '.') {
      inData = false;
      say('dot');
    } else if (isFirst && isEarly) {
      isFirst = false;
      say('content');
    }
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  say('greeting');
}

export async function startSmtpScript(changes: Script = {}): Promise<SmtpScript> {
  const sockets = new Set<Socket>();
  const commands: string[] = [];
  const replyTo = createReplies({ ...POLITE, ...changes });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    converse(socket, { replyTo, isEarly: changes.content !== undefined, commands });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    commands,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
