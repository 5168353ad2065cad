import type { KyselyPlugin } from 'kysely';
import type { Trx } from '../../server/src/db/dialect.ts';
import type { Platform } from '../../server/src/platform.ts';

/** The texts of the statements of a platform's transactions. */
export function watch(platform: Platform): { platform: Platform; statements: string[] } {
  const statements: string[] = [];
  const transact: Platform['db']['transact'] = (work) =>
    platform.db.transact((trx) => {
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements.push(trx.getExecutor().compileQuery(node, { queryId: 'watch' }).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      // Safe because a transaction with a plugin is still that transaction.
      return work(trx.withPlugin(plugin) as Trx);
    });
  return { platform: { ...platform, db: { ...platform.db, transact } }, statements };
}
