import { Worker } from 'node:worker_threads';
import { type ScanOptions, tookTooLong } from './scan.ts';
import type { ScanOutcome, ScanSettings, ScanTask } from './scan-task.ts';

/** A thread with a connection of its own, which reads while this one goes on. Started when it is first needed. */
export interface ScanThread {
  /** Runs statements one after another; one that is not answered in time is given up. */
  run(task: ScanTask): Promise<unknown[]>;
  close(): Promise<void>;
}

interface Pending {
  readonly task: ScanTask;
  settle(outcome: ScanOutcome): void;
  reject(error: Error): void;
}

const WORKER = new URL('./scan-worker.ts', import.meta.url);

const toError = ({ message, code }: { message: string; code: string }) => Object.assign(new Error(message), { code });

export function scanThread({ file, scanMs }: ScanSettings & ScanOptions): ScanThread {
  const waiting: Pending[] = [];
  let worker: Worker | undefined;
  let current: Pending | undefined;
  let closed = false;

  function start(): Worker {
    const settings: ScanSettings = { file };
    const started = new Worker(WORKER, { name: 'scan', execArgv: [], env: {}, workerData: settings });
    started.unref();
    started.on('message', (outcome: ScanOutcome) => finish((pending) => pending.settle(outcome)));
    started.on('error', (error) => lose(started, error));
    started.on('exit', () => lose(started, new Error('the scan thread ended')));
    return started;
  }

  /** Also for a statement that was given up: only now is the thread free again. */
  function finish(end: (pending: Pending) => void): void {
    const pending = current;
    current = undefined;
    if (pending !== undefined) end(pending);
    pump();
  }

  function lose(lost: Worker, error: Error): void {
    if (worker !== lost) return;
    worker = undefined;
    finish((pending) => pending.reject(error));
  }

  function pump(): void {
    if (current !== undefined || closed) return;
    current = waiting.shift();
    if (current === undefined) return;
    worker ??= start();
    worker.postMessage(current.task);
  }

  function forget(pending: Pending): void {
    const place = waiting.indexOf(pending);
    if (place >= 0) waiting.splice(place, 1);
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'));
        const timer = setTimeout(() => {
          forget(pending);
          reject(tookTooLong(new Error(`no answer within ${scanMs} ms`)));
        }, scanMs);
        const pending: Pending = {
          task,
          settle: (outcome) => {
            clearTimeout(timer);
            if (outcome.kind === 'rows') resolve(outcome.rows);
            else reject(toError(outcome));
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        waiting.push(pending);
        pump();
      }),
    async close() {
      closed = true;
      const ended = worker;
      worker = undefined;
      for (const pending of [...(current === undefined ? [] : [current]), ...waiting.splice(0)])
        pending.reject(new Error('the database is closed'));
      await ended?.terminate();
    },
  };
}
