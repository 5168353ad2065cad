import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { CheckpointSettings } from './checkpoints.ts';

/** Safe because `createCheckpoints` starts this thread with its settings. */
const { file } = workerData as CheckpointSettings;

/** A connection for each, so that the last to close the file is never this thread's. */
function checkpoint(): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    database.pragma('wal_checkpoint(passive)');
    // What was written meanwhile, which would be left to the main thread: this time it is less.
    database.pragma('wal_checkpoint(passive)');
  } finally {
    database.close();
  }
}

serveTasks(() => {
  checkpoint();
  return [];
});
