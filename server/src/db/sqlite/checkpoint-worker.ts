import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { CheckpointSettings } from './checkpoints.ts';

/** Safe because `createCheckpoints` starts this thread with its settings. */
const { file } = workerData as CheckpointSettings;

/** A new connection each time, so that this thread never holds the last one on the file. */
function checkpoint(): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    database.pragma('wal_checkpoint(passive)');
    // Again for what was written meanwhile, which the main thread would have to move: there is less of it now.
    database.pragma('wal_checkpoint(passive)');
  } finally {
    database.close();
  }
}

serveTasks(() => {
  checkpoint();
  return [];
});
