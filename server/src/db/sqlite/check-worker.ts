import Database from 'better-sqlite3';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import { isDamage } from './file-watch.ts';

async function* check(file: string): AsyncIterable<string> {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // The first fault is enough; checking the rest of a damaged file may take long.
    yield String(database.pragma('quick_check(1)', { simple: true }));
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

serveTasks(check);
