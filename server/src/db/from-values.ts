import { type RawBuilder, sql } from 'kysely';

/** For `set` beside `from(valuesTable(trx, …))`: each of the columns takes the value that has its name. */
export function fromValues<const C extends string>(...columns: readonly C[]): Record<C, RawBuilder<never>> {
  const entries = columns.map((column) => [column, sql.ref(`v.${column}`)]);
  // Safe because the keys are exactly the columns.
  return Object.fromEntries(entries) as Record<C, RawBuilder<never>>;
}
