import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Channel, type ChannelListener, type FromWorker, OutOfMemory, type WorkerOptions } from './channel.ts';
import { lowerPriority } from './lower-priority.ts';
import { splitTask } from './pieces.ts';
import { readThreadCpu } from './thread-cpu.ts';

const MAIN = new URL('./process-main.ts', import.meta.url);
/** Characters that are kept of what a process writes to its error output. */
const MOST_OUTPUT = 4096;
/** The message that V8 writes before it ends a process that runs out of memory. */
const OUT_OF_MEMORY = /out of memory|allocation failed/i;

function endOf(name: string, { signal, code, output }: { signal: NodeJS.Signals | null; code: number | null; output: string }): Error {
  const text = `a ${name} process ended (${signal ?? code}): ${output.trim()}`;
  return OUT_OF_MEMORY.test(output) ? new OutOfMemory(text) : new Error(text);
}

/** Returns a function that returns the last 4096 characters of the process's error output. */
function lastOutput(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    output = (output + piece).slice(-MOST_OUTPUT);
  });
  return () => output;
}

/** That nothing can be sent any more is heard of by the end of the process. */
const send = (child: ChildProcess, message: object) => new Promise<void>((resolve) => child.send(message, () => resolve()));

/** Starts a worker as a process, whose death ends no other. Once the process that started it has ended, it ends as soon as its task is done. */
export function openProcess<Task, Answer>({ name, file, heapMb }: WorkerOptions, listener: ChannelListener<Answer>): Channel<Task> {
  const child = fork(fileURLToPath(MAIN), [file.href], {
    execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Its module is loaded and its memory collected by threads that it starts.
  if (child.pid !== undefined) lowerPriority(child.pid);
  const output = lastOutput(child);
  child.unref();
  child.channel?.unref();
  const ended = new Promise<void>((resolve) => {
    if (child.pid === undefined) resolve();
    child.once('close', () => resolve());
  });
  child.on('message', (message) => listener.onMessage(message as FromWorker<Answer>));
  child.on('error', (error) => listener.onEnd(error));
  child.on('close', (code, signal) => listener.onEnd(endOf(name, { code, signal, output: output() })));
  return {
    async post(task) {
      for (const message of splitTask(task)) await send(child, message);
    },
    computed: async () => (child.pid === undefined ? undefined : readThreadCpu(`${child.pid}/task/${child.pid}`)),
    end: () => {
      // Callers that wait for its end must not settle before it.
      child.ref();
      child.kill('SIGKILL');
      return ended;
    },
  };
}
