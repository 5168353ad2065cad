import type { Kysely, KyselyPlugin } from 'kysely';
import type { AppContext } from '../../../server/src/app-context.ts';
import type { Trx } from '../../../server/src/db/dialect.ts';
import type { Schema } from '../../../server/src/db/schema.ts';

export interface Watched {
  readonly app: AppContext;
  /** The statements of transactions, each started by `begin`. */
  readonly statements: string[];
  /** The statements that read outside of a transaction. */
  readonly reads: string[];
}

const noting = (db: Kysely<Schema>, texts: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    texts.push(db.getExecutor().compileQuery(node, { queryId: 'watch' }).sql);
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** Records the statements of an app. */
export function watch(app: AppContext): Watched {
  const [statements, reads]: [string[], string[]] = [[], []];
  const { db } = app;
  // Safe because a transaction with a plugin is still that transaction.
  const transact: AppContext['db']['transact'] = (work) =>
    db.transact((trx) => {
      statements.push('begin');
      return work(trx.withPlugin(noting(trx, statements)) as Trx);
    });
  const read = db.read.withPlugin(noting(db.read, reads));
  return { app: { ...app, db: { ...db, read, transact } }, statements, reads };
}
