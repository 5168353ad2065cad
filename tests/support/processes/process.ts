import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import allocator from '../../../cli/src/allocator.json' with { type: 'json' };
import { OPERATOR_TOKEN } from '../server.ts';

/** The program that Node runs as `posthorn`: built once for all tests, which halves its start time; elsewhere the sources. */
export const CLI = process.env.POSTHORN_PROGRAM ?? join(import.meta.dirname, '../../../cli/src/main.ts');

/**
 * What a process inherits from ours, and would otherwise set up again. It ends soon, so it need not return memory to the system, which
 * takes a tenth of a start; where memory matters, as in benchmarks, our own environment says so.
 */
export const inherited = {
  MALLOC_ARENA_MAX: allocator.MALLOC_ARENA_MAX,
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(?:PATH|NODE_COMPILE_CACHE|MALLOC_\w+)$/.test(name))),
};

/** Options of Node that set a process's clock apart from the system clock. */
export const withClockAhead = (aheadMs: number): string[] => {
  const shift = `const now = Date.now; globalThis.Date = class extends Date {
    constructor(...given) { if (given.length === 0) super(now() + ${aheadMs}); else super(...given); }
    static now() { return now() + ${aheadMs}; }
  };`;
  return aheadMs === 0 ? [] : ['--import', `data:text/javascript,${encodeURIComponent(shift)}`];
};

export interface ServerProcess {
  readonly url: string;
  /** Ports of SMTP submission, with STARTTLS and with implicit TLS; 0 if it is off. */
  readonly submissionPort: number;
  readonly submissionsPort: number;
  readonly pid: number;
  /** Whether a line of the log matches. */
  logged(message: string): boolean;
  /** Sends a signal and resolves with the exit code; null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** What a process reports once it has started. */
interface Started {
  readonly url: string;
  readonly submission_port: number | null;
  readonly submissions_port: number | null;
}

function readStarted(child: ChildProcess, lines: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the server did not start: ${lines.join('\n')}`)));
    const look = () => {
      const started = lines.find((line) => line.includes('"msg":"started"'));
      if (started !== undefined) resolve(JSON.parse(started) as Started);
    };
    child.stderr?.on('data', look);
  });
}

/** Collects the lines of the log. */
function readLines(child: ChildProcess): readonly string[] {
  const lines: string[] = [];
  let rest = '';
  child.stderr?.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return lines;
}

interface SpawnOptions {
  /** How far its clock is ahead of the system clock. */
  readonly aheadMs?: number;
  /** The module that Node runs. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  /** The Node that runs it; that of the tests by default. */
  readonly node?: string;
}

// No console unless requested: the process that checks whether it is built would be started each time, and outlive those that are killed.
const SETTINGS = { PORT: '0', LOG_LEVEL: 'info', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), CONSOLE: 'false' };

/** Starts `posthorn serve` as a separate process, so that it can be killed. */
export async function spawnServer(
  environment: Readonly<Record<string, string | undefined>>,
  options: SpawnOptions = {},
): Promise<ServerProcess> {
  const { aheadMs = 0, command = [CLI, 'serve', '--auto'], cwd = process.cwd(), node = process.execPath } = options;
  const child = spawn(node, ['--throw-deprecation', ...withClockAhead(aheadMs), ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd,
    env: { ...inherited, ...SETTINGS, ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = readLines(child);
  const { url, submission_port, submissions_port } = await readStarted(child, lines);
  return {
    url,
    submissionPort: submission_port ?? 0,
    submissionsPort: submissions_port ?? 0,
    pid: child.pid ?? 0,
    logged: (message) => lines.some((line) => line.includes(`"msg":"${message}"`)),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
