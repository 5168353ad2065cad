import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { serveTasks } from '../../core/concurrency/worker-thread.ts';
import type { ScanOutcome, ScanSettings, ScanTask } from './scan-thread.ts';

const BUSY_MS = 5000;

/** Safe because `createScanThread` starts this thread with its settings. */
const { file } = workerData as ScanSettings;
const database = new Database(file, { readonly: true, timeout: BUSY_MS });
database.pragma('cache_size = -65536');

function run({ sql, parameters }: ScanTask): ScanOutcome {
  try {
    return { kind: 'rows', rows: database.prepare(sql).all(parameters) };
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : '';
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error), code };
  }
}

serveTasks((task: ScanTask) => [run(task)]);
