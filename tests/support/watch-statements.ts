import type { KyselyPlugin } from 'kysely';
import type { Trx } from '../../server/src/db/dialect.ts';
import type { Platform } from '../../server/src/platform.ts';

/** The texts of the statements of a platform's transactions, and of its reads where they are asked for. */
export function watch(platform: Platform, { reads = false } = {}): { platform: Platform; statements: string[] } {
  const statements: string[] = [];
  const watching = (executor: Pick<Trx, 'getExecutor'>): KyselyPlugin => ({
    transformQuery: ({ node }) => {
      statements.push(executor.getExecutor().compileQuery(node, { queryId: 'watch' }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const transact: Platform['db']['transact'] = (work) =>
    // Safe because a transaction with a plugin is still that transaction.
    platform.db.transact((trx) => work(trx.withPlugin(watching(trx)) as Trx));
  const read = reads ? platform.db.read.withPlugin(watching(platform.db.read)) : platform.db.read;
  return { platform: { ...platform, db: { ...platform.db, transact, read } }, statements };
}
