import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { partitionsOf } from '../db/dialect.ts';
import { continuePlaces, gatherStatistics, openTableReader } from '../db/moving/whole-tables.ts';
import { moveJobs } from '../queue/move-jobs.ts';
import type { Queue } from '../queue/queue.ts';
import { releaseClaims } from './claims-store.ts';
import { copyTables } from './copy-tables.ts';
import { hasArrived, insertArrival, type MoveMark } from './mark-store.ts';
import { copiedTables } from './move-rules.ts';
import type { MoveSource } from './open-source.ts';
import { notEmpty } from './open-target.ts';
import { deleteSeeds, findNonEmptyTable, lockAndFindArrival } from './target-store.ts';

export interface MoveTarget {
  readonly db: Db;
  readonly queue: Queue;
}

export interface RowMove {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly mark: MoveMark;
  readonly config: Config;
  say(line: string): void;
}

/** How much a move has brought over. */
export interface MoveCounts {
  readonly rows: number;
  readonly jobs: number;
}

/** Moves all rows and jobs in one transaction, with the word that they have arrived; undefined where they had already. */
export async function moveRows({ source, target, mark, config, say }: RowMove): Promise<MoveCounts | undefined> {
  // Without a lock, for it may be served there by now.
  if (await hasArrived(target.db.read, mark)) return undefined;
  const reader = openTableReader(source.files.database);
  try {
    return await target.db.maintenance.transaction().execute(async (trx) => {
      if (await lockAndFindArrival(trx, mark)) return undefined;
      const filled = await findNonEmptyTable(trx);
      if (filled !== undefined) throw notEmpty(filled);
      await deleteSeeds(trx);
      await partitionsOf(trx).addFor(trx, source.db.read, { keptDays: config.MESSAGE_RETENTION_DAYS });
      const rows = await copyTables({ reader, trx, say });
      const jobs = await moveJobs(source.db.read, trx, target.queue);
      await releaseClaims(trx, target.db.clock.now());
      await continuePlaces(trx);
      say('looking at what arrived');
      await gatherStatistics(trx, copiedTables);
      await insertArrival(trx, mark);
      return { rows, jobs };
    });
  } finally {
    reader.close();
  }
}
