// Postfix's own test programs: as little work for a mail as there can be.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../support/free-port.ts';

const SBIN = '/usr/sbin';
const SESSIONS = 20;
const [SOURCE, SINK] = [join(SBIN, 'smtp-source'), join(SBIN, 'smtp-sink')];
const run = promisify(execFile);

export const hasPostfix = (): boolean => existsSync(SOURCE) && existsSync(SINK);

/** smtp-sink, which takes all mail and keeps none. */
export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  /** Mails taken so far. */
  count(): number;
  close(): Promise<void>;
}

async function listening(port: number, sink: ChildProcess): Promise<void> {
  for (;;) {
    if (sink.exitCode !== null) throw new Error('smtp-sink has ended');
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);
    socket.destroy();
    if (open) return;
    await setTimeout(20);
  }
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const port = await freePort();
  const asNobody = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const sink = spawn(SINK, ['-c', ...asNobody, `127.0.0.1:${port}`, '1000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let count = 0;
  sink.stdout.on('data', (chunk) => {
    // "sess=1 quit=0 mesg=7", written over itself again and again.
    const [last] = [...String(chunk).matchAll(/mesg=(\d+)/g)].reverse();
    if (last !== undefined) count = Number(last[1]);
  });
  await listening(port, sink);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    count: () => count,
    close: async () => {
      sink.kill('SIGTERM');
      await once(sink, 'close');
    },
  };
}

interface SourceMails {
  readonly count: number;
  /** Bytes of each mail. */
  readonly bytes: number;
  readonly from?: string;
}

/** Sends mails by smtp-source to a port, each to somebody else; returns the milliseconds that it took. */
export async function sendBySource(
  { port }: { readonly port: number },
  { count, bytes, from = 'hello@example.com' }: SourceMails,
): Promise<number> {
  const start = performance.now();
  await run(SOURCE, [
    ...['-d', '-N', '-s', String(SESSIONS), '-m', String(count), '-l', String(bytes), '-S', 'Hello'],
    ...['-f', from, '-t', 'user@example.net', `127.0.0.1:${port}`],
  ]);
  return performance.now() - start;
}
