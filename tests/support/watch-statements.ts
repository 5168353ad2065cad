import type { Kysely, KyselyPlugin } from 'kysely';
import type { Trx } from '../../server/src/db/dialect.ts';
import type { Schema } from '../../server/src/db/schema.ts';
import type { Platform } from '../../server/src/platform.ts';

export interface Watched {
  readonly platform: Platform;
  /** Texts of the statements of transactions, each begun by `begin`. */
  readonly statements: string[];
  /** Texts of the statements that read outside of one. */
  readonly reads: string[];
}

const noting = (db: Kysely<Schema>, texts: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    texts.push(db.getExecutor().compileQuery(node, { queryId: 'watch' }).sql);
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** Has the statements of a platform noted. */
export function watch(platform: Platform): Watched {
  const [statements, reads]: [string[], string[]] = [[], []];
  const { db } = platform;
  // Safe because a transaction with a plugin is still that transaction.
  const transact: Platform['db']['transact'] = (work) =>
    db.transact((trx) => {
      statements.push('begin');
      return work(trx.withPlugin(noting(trx, statements)) as Trx);
    });
  const read = db.read.withPlugin(noting(db.read, reads));
  return { platform: { ...platform, db: { ...db, read, transact } }, statements, reads };
}
