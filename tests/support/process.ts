import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { OPERATOR_TOKEN } from './server.ts';

/** The entry of the CLI. */
export const CLI = join(import.meta.dirname, '../../cli/src/main.ts');

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal and resolves with the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

async function readUrl(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk);
    const started = text.split('\n').find((line) => line.includes('"msg":"started"'));
    if (started !== undefined) return (JSON.parse(started) as { url: string }).url;
  }
  throw new Error(`the server did not start: ${text}`);
}

/** Starts `posthorn serve` as a process of its own, so that it can be killed. */
export async function spawnServer(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [CLI, 'serve', '--auto'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await readUrl(child);
  child.stderr?.resume();
  return {
    url,
    pid: child.pid ?? 0,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
