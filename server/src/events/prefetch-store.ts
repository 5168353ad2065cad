import { type Expression, type SqlBool, sql } from 'kysely';
import { type Executor, isTrueIn } from '../db/dialect.ts';

/** Whether an event is the open or click of a program that looks through mail before its reader does. Releases until 0.3 stored whatever a report had as `prefetch`. */
export const isOfProgram = ({ data }: { readonly data: Readonly<Record<string, unknown>> }): boolean => data.prefetch === true;

/** Returns the condition that a row of `events`, under this name, is of no program. */
export const isByReader = (executor: Executor, table: string): Expression<SqlBool> =>
  sql`(${sql.ref(`${table}.type`)} not in ('open', 'click') or not ${isTrueIn(executor, sql.ref(`${table}.data`), 'prefetch')})`;
