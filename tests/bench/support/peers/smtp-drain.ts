import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A server that takes all mail and keeps none, with as little work as there can be. */
export interface SmtpDrain {
  readonly url: string;
  /** Mails taken so far. */
  count(): number;
  /** Resolves with the time, as `performance.now()` tells it, at which mail to an address was taken. */
  taken(email: string): Promise<number>;
  /** The same for whatever mail comes next. */
  next(): Promise<number>;
  /** Resolves when no mail has come for a while. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const REPLIES: Readonly<Record<string, string>> = { DATA: '354 Go on\r\n', EHLO: '250-drain\r\n250-PIPELINING\r\n250 8BITMIME\r\n' };
/** In place of an address. */
const ANYBODY = '*';
const QUIET_MS = 200;
const END_OF_MAIL = '\r\n.\r\n';

export async function startSmtpDrain(): Promise<SmtpDrain> {
  const waiting = new Map<string, (at: number) => void>();
  const sockets = new Set<Socket>();
  let count = 0;

  function serve(socket: Socket): void {
    let rest = '';
    let recipients: string[] = [];
    let inMail = false;

    function takeMail(): boolean {
      const end = rest.indexOf(END_OF_MAIL);
      if (end < 0) {
        rest = rest.slice(-END_OF_MAIL.length);
        return false;
      }
      rest = rest.slice(end + END_OF_MAIL.length);
      inMail = false;
      count += 1;
      for (const email of [...recipients, ANYBODY]) waiting.get(email)?.(performance.now());
      recipients = [];
      socket.write(`250 2.0.0 Ok: queued as D${count}\r\n`);
      return true;
    }

    function takeLine(): boolean {
      const end = rest.indexOf('\r\n');
      if (end < 0) return false;
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
      if (verb === 'DATA') {
        inMail = true;
        // An empty mail ends in the first line.
        rest = `\r\n${rest}`;
      }
      socket.write(REPLIES[verb] ?? '250 2.0.0 Ok\r\n');
      return true;
    }

    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.write('220 drain ESMTP\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      while (inMail ? takeMail() : takeLine());
    });
  }

  const taken = (email: string) =>
    new Promise<number>((resolve) => {
      waiting.set(email, (at) => {
        waiting.delete(email);
        resolve(at);
      });
    });

  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    count: () => count,
    taken,
    next: () => taken(ANYBODY),
    async quiet() {
      for (let before = -1; before < count; await setTimeout(QUIET_MS)) before = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
