import { type Expression, type SqlBool, sql } from 'kysely';
import { type FilterFunctions, hasFewDigits } from '../filter-functions.ts';

const json = sql.ref('contacts.attributes');
/** The same escapes as in the text of the attributes. */
const pathTo = (key: string) => `$.${JSON.stringify(key)}`;
const typeAt = (key: string) => sql<string | null>`json_type(${json}, ${pathTo(key)})`;
const valueAt = (key: string) => sql<string>`(${json} ->> ${pathTo(key)})`;

/** Digits, perhaps with a point and more digits, perhaps after a minus. */
function isDecimalPattern(text: Expression<string>): Expression<SqlBool> {
  const unsigned = sql<string>`ltrim(${text}, '-')`;
  return sql<SqlBool>`(${text} not glob '*[^0-9.-]*' and ${text} not glob '?*-*' and ${unsigned} glob '[0-9]*'
    and ${unsigned} glob '*[0-9]' and ${unsigned} not glob '*.*.*' and ${hasFewDigits(text)})`;
}

export const sqliteFilters: FilterFunctions = {
  attributeText: valueAt,
  isText: (key) => sql`(${typeAt(key)} = 'text')`,
  attributeNumber: (key) =>
    sql`case ${typeAt(key)} when 'integer' then cast(${valueAt(key)} as real) when 'real' then ${valueAt(key)}
      when 'text' then case when ${isDecimalPattern(valueAt(key))} then cast(${valueAt(key)} as real) end end`,
  attributeIs: (key, value) => (typeof value === 'string' ? sql`(${valueAt(key)} is ${value})` : sql`(${typeAt(key)} is ${String(value)})`),
  hasAttribute: (key) => sql`(${valueAt(key)} is not null)`,
  contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  isInNumbers: (column, values) => sql`(${column} in (select cast(value as real) from json_each(${JSON.stringify(values)})))`,
};
