import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import { type Channel, type ChannelListener, describeFailedTransfer, type FromWorker, OutOfMemory, type WorkerOptions } from './channel.ts';
import { readThreadCpu } from './thread-cpu.ts';

/** How long a thread may take to say what it has computed, where the system does not: one that is within a long step says nothing. */
const REPLY_MS = 1000;

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Returns the CPU usage of a thread in microseconds; undefined where it does not reply, and before Node 24.6. */
async function cpuOf(worker: Worker): Promise<NodeJS.CpuUsage | undefined> {
  if (!('cpuUsage' in worker && typeof worker.cpuUsage === 'function')) return undefined;
  const asked: Promise<NodeJS.CpuUsage> = worker.cpuUsage();
  return pTimeout(asked, { milliseconds: REPLY_MS, fallback: () => undefined }).catch(() => undefined);
}

/** Starts a worker as a thread. If it runs out of memory within a single step of the engine, the process crashes: see `openProcess`. */
export function openThread<Task, Answer>(options: WorkerOptions, listener: ChannelListener<Answer>): Channel<Task> {
  const { name, file, heapMb, workerData } = options;
  const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(file, { name, execArgv: [], env: {}, workerData, resourceLimits });
  worker.unref();
  let place: string | undefined;
  worker.on('message', (message: FromWorker<Answer>) => {
    if (message.kind === 'idle') place = message.place;
    listener.onMessage(message);
  });
  worker.on('messageerror', (error) => listener.onMessageError(new Error(describeFailedTransfer('An answer', error))));
  worker.on('error', (error: Error) => listener.onEnd(isOutOfMemory(error) ? new OutOfMemory(error.message) : error));
  worker.on('exit', () => listener.onEnd(new Error(`a ${name} thread ended`)));
  return {
    post: async (task, transfer) => worker.postMessage(task, transfer),
    async computed() {
      const cpu = place === undefined ? undefined : await readThreadCpu(place);
      if (cpu !== undefined) return cpu;
      const usage = await cpuOf(worker);
      return usage === undefined ? undefined : (usage.user + usage.system) / 1000;
    },
    end: () => worker.terminate(),
  };
}
