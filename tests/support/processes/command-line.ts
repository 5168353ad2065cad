import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { OPERATOR_TOKEN } from '../server.ts';
import { CLI, inherited, withClockAhead } from './process.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** Its stdin. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** How far its clock is ahead of the machine's. */
  readonly aheadMs?: number;
}

interface Running {
  /** Returns its stderr output so far. */
  said(): string;
  /** Interrupts it, like Ctrl-C. */
  interrupt(): void;
  readonly ended: Promise<Ended>;
}

/** Starts `posthorn` as a separate process. */
export function posthornProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = '', aheadMs = 0 }: Pick<RunOptions, 'input' | 'aheadMs'> = {},
): Running {
  const child = spawn(process.execPath, [...withClockAhead(aheadMs), CLI, ...args], { env: { ...inherited, ...environment } });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  // A command that wants no input may have ended by now.
  child.stdin.on('error', () => undefined).end(input);
  const ended = Promise.all([text(child.stdout), closed]).then(([stdout, code]) => ({ code, stdout, stderr }));
  return { said: () => stderr, interrupt: () => child.kill('SIGINT'), ended };
}

/** Runs `posthorn` to its end. */
export const posthorn = (args: readonly string[], { environment = {}, ...options }: RunOptions = {}): Promise<Ended> =>
  posthornProcess(args, environment, options).ended;

/** Runs `posthorn` for a tenant of a service and for its operator. */
export function commandLine(server: { readonly url: string }, tenant = { key: '' }) {
  // Read on use: server and tenant may be those of a suite that has not begun.
  const environment = () => ({ POSTHORN_URL: server.url, POSTHORN_API_KEY: tenant.key, OPERATOR_TOKEN });
  const run = (args: readonly string[], options: RunOptions = {}) =>
    posthorn(args, { ...options, environment: { ...environment(), ...options.environment } });
  return {
    environment,
    run,
    /** Returns the output of a successful run. */
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
