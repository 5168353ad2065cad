import { parentPort } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { describeFailedTransfer, type FromWorker } from './channel.ts';
import { lowerPriority } from './lower-priority.ts';
import { joinPieces } from './pieces.ts';
import { findProcPath } from './thread-cpu.ts';

function post<Answer>(message: FromWorker<Answer>, transfer: readonly ArrayBuffer[] = []): void {
  if (parentPort === null) process.send?.(message);
  else parentPort.postMessage(message, transfer);
}

function onTask<Task>(perform: (task: Task) => Promise<void>): void {
  if (parentPort === null) process.on('message', joinPieces(perform));
  else parentPort.on('message', perform);
}

/**
 * Serves the tasks of a worker; called by its module. Each answer is sent by itself, so that those of a task that is ended half-way are
 * not lost. `transferOf` returns the buffers of an answer that are transferred instead of copied, where the worker is a thread.
 */
export function serveTasks<Task, Answer>(
  perform: (task: Task) => Iterable<Answer> | AsyncIterable<Answer>,
  transferOf: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const place = findProcPath();
  const idle = () => post({ kind: 'idle', cpu: systemClock.threadCpu(), place });
  /** A value can be too deep to be cloned, which ends its task and not the worker. */
  const tryPost = (answer: Answer) => {
    try {
      post({ kind: 'answer', answer }, transferOf(answer));
      return true;
    } catch (error) {
      post({ kind: 'fault', message: describeFailedTransfer('An answer', error) });
      return false;
    }
  };
  lowerPriority();
  onTask(async (task: Task) => {
    for await (const answer of perform(task)) if (!tryPost(answer)) break;
    idle();
  });
  parentPort?.on('messageerror', (error) => {
    post({ kind: 'fault', message: describeFailedTransfer('A task', error) });
    idle();
  });
  idle();
}
