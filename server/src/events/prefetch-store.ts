import { type Expression, type SqlBool, sql } from 'kysely';
import { type Executor, jsonText } from '../db/dialect.ts';

/** Whether an event is the open or click of a program that looks through mail before its reader does. `prefetch` is stored as true or not at all. */
export const isOfProgram = ({ data }: { readonly data: Readonly<Record<string, unknown>> }): boolean => data.prefetch === true;

/** Returns the condition that a row of `events`, under this name, is of no program. */
export const isByReader = (executor: Executor, table: string): Expression<SqlBool> =>
  sql`(${sql.ref(`${table}.type`)} not in ('open', 'click') or ${jsonText(executor, sql.ref(`${table}.data`), 'prefetch')} is null)`;
