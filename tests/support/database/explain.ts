import type { Db } from '@posthorn/server';
import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import type { Trx } from '../../../server/src/db/dialect.ts';
import type { Schema } from '../../../server/src/db/schema.ts';
import type { Engine } from '../engines.ts';
import { openMigrated } from './database.ts';

export interface Explainer {
  readonly db: Db;
  /** Runs work and returns the plan of each of its queries, in order. */
  explain(work: (trx: Trx) => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

function recorder(nodes: RootOperationNode[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** On an empty table every planner would scan: PostgreSQL is told to prefer indexes. */
const SCANS = ['seqscan', 'hashjoin', 'mergejoin'];

async function planOf(db: Kysely<Schema>, engine: Engine, node: RootOperationNode): Promise<string> {
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'explain' });
  const prefix = engine.name === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${prefix} ${text}`, [...parameters]));
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
}

/** A migrated database and a way to see the plans of its queries. */
export async function startExplainer(engine: Engine): Promise<Explainer> {
  const { db, close } = await openMigrated(engine);
  return {
    db,
    explain: async (work) => {
      const nodes: RootOperationNode[] = [];
      // Safe because a plan does not depend on being inside a transaction.
      await work(db.write.withPlugin(recorder(nodes)) as Trx);
      return db.write.connection().execute(async (connection) => {
        const prefer = async (scans: 'on' | 'off') => {
          if (engine.name !== 'postgres') return;
          for (const scan of SCANS) await sql.raw(`set enable_${scan} = ${scans}`).execute(connection);
        };
        await prefer('off');
        const plans: string[] = [];
        for (const node of nodes) plans.push(await planOf(connection, engine, node));
        await prefer('on');
        return plans;
      });
    },
    close,
  };
}
