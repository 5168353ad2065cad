import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { systemClock } from '../../../core/clock.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';
import { ROWS_A_QUESTION, WITHIN_SCAN_TIME } from '../sqlite-engine.ts';
import type { ScanOutcome, ScanSettings, ScanTask } from './scan-thread.ts';

const BUSY_MS = 5000;
/** Rows that one statement may visit. */
const MOST_ROWS = 20_000_000;
/** Safe because `createScanThread` starts this thread with its settings. */
const { file, scanMs } = workerData as ScanSettings;
const database = new Database(file, { readonly: true, timeout: BUSY_MS });
database.pragma('cache_size = -65536');

class TooLong extends Error {}

let [rows, until] = [0, 0];

/** Called by the statement itself, since nothing else can interrupt it. */
database.function(WITHIN_SCAN_TIME, { deterministic: false }, (_column) => {
  rows += ROWS_A_QUESTION;
  if (rows > MOST_ROWS) throw new TooLong(`It looked at more than ${MOST_ROWS} rows.`);
  if (systemClock.monotonic() > until) throw new TooLong(`It took longer than ${scanMs} ms.`);
  return 1;
});

function run({ sql, parameters }: ScanTask): ScanOutcome {
  [rows, until] = [0, systemClock.monotonic() + scanMs];
  try {
    return { kind: 'rows', rows: database.prepare(sql).all(parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TooLong) return { kind: 'too_long', message };
    return { kind: 'fault', message, code: error instanceof Database.SqliteError ? error.code : '' };
  }
}

serveTasks((task: ScanTask) => [run(task)]);
