import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { DAY_MS } from '../../core/durations.ts';
import { firstIdAt } from '../../core/ids.ts';
import { cutRows } from '../cut-rows.ts';
import type { Engine, Trx, ValueRow } from '../engine.ts';
import { addTail, codeOf, insertHead, quoted } from '../statement-text.ts';
import { addPlaces, eventPlaces } from './event-places.ts';
import { examineDatabase } from './examine-database.ts';
import { listTables } from './fill-tables.ts';
import { postgresFilters } from './filters.ts';
import { boundLockWaits, keepOthersOut } from './keep-others-out.ts';
import { addPartitionsFor, keepPartitions, moveTables, partitionEmptyTables } from './partitions/index.ts';
import type { UnansweredQuery } from './pipeline.ts';

// Before JSON.stringify sees them, which would write them as arrays of numbers.
function withBytesAsText(row: object): object {
  const bytes = Object.entries(row).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1]));
  return bytes.length === 0
    ? row
    : { ...row, ...Object.fromEntries(bytes.map(([column, value]) => [column, `\\x${value.toString('hex')}`])) };
}

function searchableJson(table: string, column: string): RawBuilder<unknown>[] {
  const [name, text, binary] = [sql.table(table), sql.ref(column), sql.ref(`${column}_json`)];
  return [
    sql`alter table ${name} add column ${binary} jsonb generated always as (${text}::jsonb) stored`,
    sql`create index ${sql.ref(`${table}_${column}`)} on ${name} using gin (${binary} jsonb_path_ops)`,
  ];
}

// Connections (08), resources (53), a server that stops or starts (57P), disk (58), time-outs, a standby.
const SERVER_AWAY = /^(?:08...|53...|57P0[1-5]|58030|25P0[34]|25006|55P03|57014)$/;
/** Codes of sockets and name servers. */
const SOCKET_LOST =
  /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|AI_\w+|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|MFILE|NFILE|NOBUFS)|ERR_(?:STREAM|SOCKET)_\w+)$/;
/** Messages of the driver without a code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|.*is not queryable$|Postgres connection has been discarded|There was an error establishing an SSL connection|Cannot use a pool after calling end)/;

/** Sources of the server that read and write its files. */
const STORAGE = /^(?:md|fd|slru|xlog|relcache|relmapper|copydir|buffile)\.c$/;

/** A disk that has become read-only, or was taken away: reported under the codes of missing rights and missing files. */
const isDiskAway = (error: unknown) =>
  /^(?:42501|58P01)$/.test(codeOf(error)) && error instanceof Error && 'file' in error && STORAGE.test(String(error.file));

/** A missing socket file (ENOENT) means a missing server. */
const isConnecting = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'connect';

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (SERVER_AWAY.test(code) || SOCKET_LOST.test(code) || isConnecting(error) || isDiskAway(error)) return true;
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}

/** A row for the default partition although its own exists by now; a check constraint of a table would have a name. */
const isOutrun = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined;

const isAnyOf: Engine['isIn'] = (column, values) => sql<SqlBool>`${column} = any(${values}::text[])`;

/** An insert of at least one row. */
function insertQuery(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {});
  const head = sql.raw(`${insertHead(table, columns)} select ${quoted(columns)}`);
  const json = JSON.stringify(rows.map(withBytesAsText));
  return sql`${head} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
}

async function runUnanswered(trx: Trx, query: CompiledQuery): Promise<void> {
  const unanswered: UnansweredQuery = { ...query, unanswered: true };
  await trx.executeQuery(unanswered);
}

/** Inserts rows in batches: serialising them as JSON blocks the event loop, which others get in between. */
async function insertPieces(trx: Trx, table: string, rows: readonly object[]): Promise<void> {
  for (const [index, piece] of cutRows(rows).entries()) {
    if (index > 0) await yieldTurns(1);
    await runUnanswered(trx, insertQuery(table, piece).compile(trx));
  }
}

export const postgresEngine: Engine = {
  types: {
    key: sql`text collate "C"`,
    bytes: sql`bytea`,
    writers: 'many',
    searchable: searchableJson,
    places: addPlaces,
    filledTo: (table, percent) => [
      // Each partition of a partitioned table separately; any other table is not a leaf of a tree.
      sql`do $$ declare leaf regclass; begin
        for leaf in select relid from pg_partition_tree(${sql.lit(table)}) where isleaf
          union select oid from pg_class where oid = to_regclass(${sql.lit(table)}) and relkind = 'r' loop
          execute format('alter table %s set (fillfactor = %s)', leaf, ${sql.lit(percent)});
        end loop;
      end $$`,
    ],
    partitioned: partitionEmptyTables,
  },
  filters: postgresFilters,
  lockRows: (mode, table) =>
    mode === 'skip' ? sql`for update of ${sql.table(table)} skip locked` : sql`for update of ${sql.table(table)}`,
  // Its statements have a time-out.
  withinScanTime: () => sql<SqlBool>`true`,
  async lockInOrder(trx, table, ids) {
    if (ids.length === 0) return;
    await sql`select 1 from ${sql.table(table)} where id = any(${ids}::text[]) order by id for update of ${sql.table(table)}`.execute(trx);
  },
  holdsText: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
  isIn: isAnyOf,
  withoutIndex: (column) => column,
  // The index to find the rows by, however the planner joins.
  isAmong: isAnyOf,
  // A day earlier, since the referenced row may come from a machine whose clock is ahead.
  isMadeSince: (column, prefix, at) => (at <= DAY_MS ? sql<SqlBool>`true` : sql<SqlBool>`${column} >= ${firstIdAt(prefix, at - DAY_MS)}`),
  isTrueIn: (column, key) => sql<SqlBool>`((${column}::json -> ${sql.lit(key)})::text is not distinct from 'true')`,
  jsonText: (column, key) => sql<string | null>`(${column}::json ->> ${sql.lit(key)})`,
  values: (columns, rows) => {
    const fields = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    const names = sql.raw(quoted(Object.keys(columns)));
    const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(fields.join(', '))})`;
    // The limit tells the planner how many there are: it would assume 100, and scan a table of a few thousand rows for that.
    return sql<ValueRow<typeof columns>>`(select ${names} from ${recordset} limit ${rows.length})`.as('v');
  },
  runUnanswered,
  insertMany: insertPieces,
  async addMany(trx, table, { key, rows }) {
    const [first] = rows;
    if (first === undefined) return;
    const tail = sql.raw(`order by ${quoted(key)} ${addTail(table, { columns: Object.keys(first), key })}`);
    await runUnanswered(trx, sql`${insertQuery(table, rows)} ${tail}`.compile(trx));
  },
  places: eventPlaces,
  partitions: { move: moveTables, keep: keepPartitions, addFor: addPartitionsFor },
  traits: examineDatabase,
  listTables,
  keepOthersOut,
  boundLockWaits,
  insertEvents(trx, rows) {
    // Without the column, which then gets its default.
    const placed = rows.map(({ place: _, ...row }) => row);
    return insertPieces(trx, 'events', placed);
  },
  isUniqueViolation: (error) => codeOf(error) === '23505',
  isConflict: (error) => ['40001', '40P01'].includes(codeOf(error)) || isOutrun(error),
  isLockTimeout: (error) => codeOf(error) === '55P03',
  isUnavailable,
  isForbidden: (error) => codeOf(error) === '42501' && !isDiskAway(error),
};
