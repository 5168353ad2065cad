import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CLI } from './process.ts';
import { OPERATOR_TOKEN } from './server.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** What it reads from stdin. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `posthorn` as a process of its own, to its end. */
export async function posthorn(args: readonly string[], { input = '', environment = {} }: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...environment } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

interface Place {
  readonly url: string;
  readonly key?: string;
}

/** `posthorn` for a tenant of a service and for its operator. */
export function commandLine({ url, key = '' }: Place) {
  const environment = { POSTHORN_URL: url, POSTHORN_API_KEY: key, OPERATOR_TOKEN };
  const run = (args: readonly string[], options: RunOptions = {}) =>
    posthorn(args, { ...options, environment: { ...environment, ...options.environment } });
  return {
    run,
    /** What it says where all went well. */
    async said(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(args);
      if (code !== 0) throw new Error(`posthorn ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    async json(...args: string[]): Promise<any> {
      return JSON.parse(await this.said(...args, '--json'));
    },
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    async lines(...args: string[]): Promise<any[]> {
      const text = await this.said(...args, '--json');
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    },
  };
}
